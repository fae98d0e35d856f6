import { setTimeout as delay } from 'node:timers/promises'

/** Time functions of code that waits for remote services. */
export interface Clock {
  readonly nowMs: () => number
  /** Ends early, without an error, when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export const SYSTEM_CLOCK: Clock = {
  nowMs: Date.now,
  sleep: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
}
