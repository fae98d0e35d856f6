/** Time for loops; tests inject their own. */
export interface Clock {
  nowMs(): number
  /** Resolves after `ms`, at most 24 days, or when the signal aborts. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** Browsers fire longer timers immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The real clock of page and workers. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  sleep(ms, signal) {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve()
        return
      }
      const timer = setTimeout(finish, Math.min(ms, LONGEST_TIMER_MS))
      function finish() {
        clearTimeout(timer)
        signal.removeEventListener('abort', finish)
        resolve()
      }
      signal.addEventListener('abort', finish)
    })
  },
}
