/** Time, injected so that tests need not wait. */
export interface PageClock {
  nowMs(): number
  /** Resolves after `ms`, or at once when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const NEVER_ABORTED = new AbortController().signal

export const pageClock: PageClock = {
  nowMs: () => Date.now(),
  sleep(ms, signal) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  },
}
