import type { Clock } from './clock.ts'
import type { Wakeups } from './wakeups.ts'

export interface RemoteDeps {
  readonly clock: Clock
  readonly random: () => number
  readonly timeLimitMs: number
  readonly wakeups: Wakeups
  /** For whoever runs the server: why a service could not be used. */
  readonly onProblem: (error: unknown) => void
}
