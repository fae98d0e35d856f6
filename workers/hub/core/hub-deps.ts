import type { ApiClient } from '#shared/api/client.ts'
import type { TopicSnapshot } from '#shared/contract/hub-contract.ts'
import type { Clock } from '#workers/lib/clock.ts'
import type { HubStore } from '#workers/hub/core/hub-store.ts'
import type { PutFile } from '#workers/hub/core/put-file.ts'

/** Everything the hub needs from its surroundings. */
export interface HubDeps {
  readonly bootId: string
  readonly store: HubStore
  readonly api: ApiClient
  readonly putFile: PutFile
  readonly clock: Clock
  readonly random: () => number
  /** Holds the owner lock while `use` runs; waits for it as long as another node has it. */
  readonly asOwner: (signal: AbortSignal, use: () => Promise<void>) => Promise<void>
  readonly publish: (snapshot: TopicSnapshot) => void
  /** Tells the owner, wherever it runs, that the store has news. */
  readonly ringOwner: () => void
  /** False only when the browser is certain that there is no network. */
  readonly mayBeOnline: () => boolean
  readonly log: (message: string, error: unknown) => void
}
