/**
 * Decides when server data with a copy on this device is requested. One request at a time:
 *   idle --load, reload--> asking --answer--> idle
 *                          asking --load----> shares that request
 *                          asking --reload--> one more request after it, whose answer includes all changes so far
 */
export interface ListCache {
  /** Shows the copy on this device. Later calls share the first read; if it found no copy, the next call reads again. */
  readonly showCopyOnce: () => Promise<void>
  /** Requests the data unless the last answer is fresh. A request in flight is shared, unless `expire` was called since its start. */
  readonly load: () => Promise<void>
  /** Requests the data even if the last answer is fresh. A request in flight is not shared. */
  readonly reload: () => Promise<void>
  /** Runs other work on the list, such as loading the next page. A `reload` waits for it. */
  readonly run: (work: (question: Question) => Promise<void>) => Promise<void>
  /** The running work; undefined if none runs. */
  readonly runningWork: () => Promise<void> | undefined
  /** Marks the last answer and the answer to a request in flight as outdated. */
  readonly expire: () => void
  /** Makes the list ignore the answers to earlier requests. The next `load` reads the copy again. */
  readonly forget: () => void
  /** Marks the start of a request that is sent without `load`, `reload` or `run`. */
  readonly newQuestion: () => Question
}

export interface Question {
  readonly askedAtMs: number
  /** False after a call of `forget`. The answer to this request must then be ignored. */
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
  let copyReading: Promise<void> | undefined
  let runningWork: Promise<void> | undefined
  let nextRequest: Promise<void> | undefined

  function newQuestion(): Question {
    const requestGeneration = generation
    return { askedAtMs: nowMs(), isCurrent: () => requestGeneration === generation }
  }

  async function readCopy(): Promise<void> {
    const copyQuestion = newQuestion()
    const answeredAtMs = await showCopy?.(copyQuestion)
    if (!copyQuestion.isCurrent()) return
    if (answeredAtMs === undefined) copyReading = undefined
    else latestAnswerAtMs = Math.max(latestAnswerAtMs, answeredAtMs)
  }

  function showCopyOnce(): Promise<void> {
    copyReading ??= readCopy()
    return copyReading
  }

  function isFresh(): boolean {
    const ageMs = nowMs() - latestAnswerAtMs
    return ageMs >= 0 && ageMs < freshMs
  }

  async function askServer({ isCurrent }: Question): Promise<void> {
    const copyReading = showCopy === undefined ? undefined : showCopyOnce()
    // With `freshMs`, the copy is read first, because a fresh copy saves the request. Without it, copy and server are read in
    // parallel.
    if (copyReading !== undefined && freshMs > 0) await copyReading
    if (!isCurrent() || (isFresh() && !isExpired)) return
    isExpired = false
    const serverQuestion = newQuestion()
    const isAnswered = await ask(serverQuestion)
    if (!isAnswered) await copyReading
    else if (serverQuestion.isCurrent() && !isExpired) latestAnswerAtMs = serverQuestion.askedAtMs
  }

  function run(work: (question: Question) => Promise<void>): Promise<void> {
    const newWork = work(newQuestion()).finally(() => {
      if (runningWork === newWork) runningWork = undefined
    })
    runningWork = newWork
    return newWork
  }

  async function askAfter(formerWork: Promise<void>): Promise<void> {
    const { isCurrent } = newQuestion()
    await formerWork.catch(() => undefined)
    if (!isCurrent()) return
    nextRequest = undefined
    expire()
    await load()
  }

  function load(): Promise<void> {
    if (runningWork === undefined) {
      if (isFresh()) return Promise.resolve()
      isExpired = false
      return run(askServer)
    }
    if (!isExpired) return runningWork
    nextRequest ??= askAfter(runningWork)
    return nextRequest
  }

  function expire(): void {
    latestAnswerAtMs = -Infinity
    isExpired = true
  }

  return {
    showCopyOnce,
    load,
    run,
    expire,
    newQuestion,
    runningWork: () => runningWork,
    reload() {
      expire()
      return load()
    },
    forget() {
      generation += 1
      copyReading = undefined
      runningWork = undefined
      nextRequest = undefined
      expire()
    },
  }
}
