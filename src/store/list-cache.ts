/**
 * Decides when server data with a copy on this device is requested. One request at a time:
 *   idle --load, reload--> asking --answer--> idle
 *                          asking --load----> shares that request
 *                          asking --reload--> one more request after it, whose answer includes all changes so far
 */
export interface ListCache {
  /** Shows the copy on this device once. If there is no copy, the next call searches for it again. */
  readonly remember: () => Promise<void>
  /** Requests the data unless the last answer is fresh. A request in flight is shared. */
  readonly load: () => Promise<void>
  /** Requests the data even if the last answer is fresh. A request in flight is not shared. */
  readonly reload: () => Promise<void>
  /** Runs other work on the list, such as loading the next page. A `reload` waits for it. */
  readonly run: (work: (question: Question) => Promise<void>) => Promise<void>
  /** The running work; undefined if none runs. */
  readonly busy: () => Promise<void> | undefined
  /** Marks the last answer and the answer to a request in flight as outdated. */
  readonly expire: () => void
  /** Ignores answers to earlier requests; the copy is read again. */
  readonly forget: () => void
  /** A question for a request that does not use this queue. */
  readonly question: () => Question
}

export interface Question {
  readonly askedAtMs: number
  /** False after the list was forgotten; the answer must be ignored then. */
  readonly isCurrent: () => boolean
}

interface ListCacheDeps {
  /** Requests the data and shows the answer; false if there is no answer. */
  readonly ask: (question: Question) => Promise<boolean>
  /** Shows the copy on this device. Resolves to the copy's server time in ms since 1970; undefined if there is no copy. */
  readonly showCopy?: (question: Question) => Promise<number | undefined>
  readonly nowMs: () => number
  /** How long an answer or a copy is fresh, in ms. */
  readonly freshMs?: number
}

export function createListCache({ ask, showCopy, nowMs, freshMs = 0 }: ListCacheDeps): ListCache {
  let generation = 0
  let latestAnswerAtMs = -Infinity
  let isExpired = false
  let remembered: Promise<void> | undefined
  let asking: Promise<void> | undefined
  let next: Promise<void> | undefined

  function question(): Question {
    const requestGeneration = generation
    return { askedAtMs: nowMs(), isCurrent: () => requestGeneration === generation }
  }

  async function readCopy(): Promise<void> {
    const mine = question()
    const answeredAtMs = await showCopy?.(mine)
    if (!mine.isCurrent()) return
    if (answeredAtMs === undefined) remembered = undefined
    else latestAnswerAtMs = Math.max(latestAnswerAtMs, answeredAtMs)
  }

  function remember(): Promise<void> {
    remembered ??= readCopy()
    return remembered
  }

  function isFresh(): boolean {
    const ageMs = nowMs() - latestAnswerAtMs
    return ageMs >= 0 && ageMs < freshMs
  }

  async function askServer({ isCurrent }: Question): Promise<void> {
    const copy = showCopy === undefined ? undefined : remember()
    // With `freshMs`, the copy is read first, because a fresh copy saves the request. Without it, copy and server are read in
    // parallel.
    if (copy !== undefined && freshMs > 0) await copy
    if (!isCurrent() || (isFresh() && !isExpired)) return
    isExpired = false
    const mine = question()
    const isAnswered = await ask(mine)
    if (!isAnswered) await copy
    else if (mine.isCurrent() && !isExpired) latestAnswerAtMs = mine.askedAtMs
  }

  function run(work: (question: Question) => Promise<void>): Promise<void> {
    const mine = work(question()).finally(() => {
      if (asking === mine) asking = undefined
    })
    asking = mine
    return mine
  }

  async function askAfter(former: Promise<void>): Promise<void> {
    const { isCurrent } = question()
    await former.catch(() => undefined)
    if (!isCurrent()) return
    next = undefined
    expire()
    await load()
  }

  function load(): Promise<void> {
    if (asking === undefined) {
      if (isFresh()) return Promise.resolve()
      isExpired = false
      return run(askServer)
    }
    if (!isExpired) return asking
    next ??= askAfter(asking)
    return next
  }

  function expire(): void {
    latestAnswerAtMs = -Infinity
    isExpired = true
  }

  return {
    remember,
    load,
    run,
    expire,
    question,
    busy: () => asking,
    reload() {
      expire()
      return load()
    },
    forget() {
      generation += 1
      remembered = undefined
      asking = undefined
      next = undefined
      expire()
    },
  }
}
