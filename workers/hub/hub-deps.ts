import type { ApiClient } from '#shared/api/client.ts'
import type { LockOptions } from '#shared/browser/locks.ts'
import type { TopicSnapshot } from '#shared/contract/hub-contract.ts'
import type { Clock } from '#shared/clock.ts'
import type { FallbackStore } from './runtime/fallback-store.ts'
import type { HubWire } from './runtime/hub-wire.ts'
import type { PutFile } from './create/put-file.ts'

export interface HubDeps {
  readonly nodeId: string
  /** A number that increases with each build. */
  readonly build: number
  readonly store: FallbackStore
  readonly api: ApiClient
  readonly putFile: PutFile
  readonly clock: Clock
  readonly random: () => number
  /** Acquires the owner lock while `use` runs. */
  readonly withOwnerLock: (options: LockOptions, use: () => Promise<void>) => Promise<void>
  readonly wire: HubWire
  /** Resolves when the tab is closed, crashed or discarded. */
  readonly waitForTabEnd: (tabId: string) => Promise<void>
  readonly publish: (snapshot: TopicSnapshot) => void
  /** False only if the browser is certain that there is no network. */
  readonly mayBeOnline: () => boolean
  readonly log: (message: string, error: unknown) => void
}
