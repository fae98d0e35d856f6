/** Time as a dependency, so that tests need not wait. Code that needs only one member requires `Pick<Clock, …>`. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly nowMs: () => number
  /** Resolves after `ms`, 24 days at the most, or at once when the signal is aborted. Never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Calls `run` after `delayMs`, 24 days at the most. Returns a function that cancels it. */
  readonly setTimer: (run: () => void, delayMs: number) => () => void
}

/** Browsers fire longer timers at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

function setTimer(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, Math.min(delayMs, LONGEST_TIMER_MS))
  return () => clearTimeout(timer)
}

/** The real clock of page, workers and server. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  sleep(ms, signal) {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve()
        return
      }
      const cancel = setTimer(finish, ms)
      function finish() {
        cancel()
        signal.removeEventListener('abort', finish)
        resolve()
      }
      signal.addEventListener('abort', finish)
    })
  },
  setTimer,
}
