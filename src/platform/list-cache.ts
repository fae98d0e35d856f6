/**
 * When something of the server is asked for, of which this device may hold a copy. One question at a time:
 *
 *   idle --load, reload--> asking --answer--> idle
 *                          asking --load----> shares that question
 *                          asking --reload--> one more question behind it, whose answer knows what has changed meanwhile
 *
 * What an answer is and how it is shown is the list's own business.
 */
export interface ListCache {
  /** Shows the copy that this device holds, once. */
  readonly remember: () => Promise<void>
  /** Asks, unless the last answer is fresh; shares a question that is on its way and has not expired. */
  readonly load: () => Promise<void>
  /** Asks, however fresh the last answer is; never shares a question that was asked before. */
  readonly reload: () => Promise<void>
  /** Other work on the list, such as its next page: a reload waits for it. */
  readonly run: (work: (question: Question) => Promise<void>) => Promise<void>
  /** What is on its way. */
  readonly busy: () => Promise<void> | undefined
  /** The last answer is not fresh any more, nor is one that is on its way. */
  readonly expire: () => void
  /** The answers to what was asked for so far are nobody's, and the copy is to be read anew. */
  readonly forget: () => void
  /** Something asked for now, outside of the order of questions. */
  readonly question: () => Question
}

export interface Question {
  readonly askedAtMs: number
  /** False once the list was forgotten. */
  readonly isCurrent: () => boolean
}

interface ListCacheDeps {
  /** Asks the server and shows its answer; false when there was none. */
  readonly ask: (question: Question) => Promise<boolean>
  /** Shows this device's copy; gives when the server told it, in ms since 1970, undefined when there is none. */
  readonly showCopy?: (question: Question) => Promise<number | undefined>
  readonly nowMs: () => number
  /** How long an answer or a copy is fresh, in ms. */
  readonly freshMs?: number
}

export function createListCache({ ask, showCopy, nowMs, freshMs = 0 }: ListCacheDeps): ListCache {
  let era = 0
  let heardAtMs = -Infinity
  let isExpired = false
  let remembered: Promise<void> | undefined
  let asking: Promise<void> | undefined
  let next: Promise<void> | undefined

  function question(): Question {
    const asked = era
    return { askedAtMs: nowMs(), isCurrent: () => asked === era }
  }

  async function readCopy(): Promise<void> {
    const mine = question()
    const toldAtMs = await showCopy?.(mine)
    if (mine.isCurrent() && toldAtMs !== undefined) heardAtMs = Math.max(heardAtMs, toldAtMs)
  }

  function remember(): Promise<void> {
    remembered ??= readCopy()
    return remembered
  }

  function isFresh(): boolean {
    const ageMs = nowMs() - heardAtMs
    return ageMs >= 0 && ageMs < freshMs
  }

  async function askServer({ isCurrent }: Question): Promise<void> {
    const copy = showCopy === undefined ? undefined : remember()
    // A fresh copy saves the question; where none counts as fresh, the two are read side by side.
    if (copy !== undefined && freshMs > 0) await copy
    if (!isCurrent() || (isFresh() && !isExpired)) return
    isExpired = false
    const mine = question()
    const isAnswered = await ask(mine)
    if (!isAnswered) await copy
    else if (mine.isCurrent() && !isExpired) heardAtMs = mine.askedAtMs
  }

  function run(work: (question: Question) => Promise<void>): Promise<void> {
    isExpired = false
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
    if (asking === undefined) return isFresh() ? Promise.resolve() : run(askServer)
    if (!isExpired) return asking
    next ??= askAfter(asking)
    return next
  }

  function expire(): void {
    heardAtMs = -Infinity
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
      era += 1
      remembered = undefined
      asking = undefined
      next = undefined
      expire()
    },
  }
}
