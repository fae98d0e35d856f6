import type { Clock } from './clock.ts'
import { RemoteError } from './remote-errors.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

export interface Patience {
  readonly clock: Clock
  /** In [0, 1). */
  readonly random: () => number
  readonly signal: AbortSignal
  readonly untilMs: number
  readonly isWorthIt?: (problem: RemoteError) => boolean
}

/** The pause before a retry: doubled each time, with a quarter of jitter so that retries do not coincide, never shorter than requested. */
export function pauseMs(tries: number, problem: RemoteError | undefined, random: () => number): number {
  const plain = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries) * (0.75 + random() / 2)
  return Math.max(plain, problem?.retryAfterMs ?? 0)
}

/** Retries after a `RemoteError`, with growing pauses, until `untilMs`; then the last one is thrown. Other errors are thrown at once. */
export async function retrying<T>(work: () => Promise<T>, patience: Patience): Promise<T> {
  const { clock, random, signal, untilMs, isWorthIt = () => true } = patience
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RemoteError) || !isWorthIt(error)) throw error
      const waitMs = pauseMs(tries, error, random)
      if (clock.nowMs() + waitMs > untilMs) throw error
      await clock.sleep(waitMs, signal)
    }
  }
}
