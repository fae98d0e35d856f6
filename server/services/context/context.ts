import type { Config } from '#server/config.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import type { MediaStore } from '#server/providers/media/disk.ts'

/** Wakes the renderers. The task row is the truth; a job only says where to look. */
export interface GenerationQueue {
  /** Joins the transaction: no commit, no job. */
  send(tx: Transaction, taskIds: readonly string[]): Promise<void>
  /** After the commit, so that this process looks at once. */
  wake(): void
}

/** Who calls, as claimed by the request; a verb proves it by `requireOwner`. */
export interface Caller {
  readonly userToken: string
  readonly businessUserId: string
  readonly address: string
}

export interface IdempotencyKey {
  readonly key: string
  readonly route: string
  readonly bodySha256: string
}

/** What verbs stand on, the same for all requests. */
export interface Services {
  readonly db: Database
  readonly nowMs: () => number
  readonly media: MediaStore
  readonly queue: GenerationQueue
  readonly config: Pick<Config, 'welcomePointsVisitor' | 'welcomePointsAccount' | 'welcomeVisitorsPerAddressPerDay'>
  /** Signs upload addresses and hides client addresses; shared by all processes. */
  readonly secret: string
  readonly version: string
  readonly engineName: string
}

export interface Context extends Services {
  readonly caller: Caller
  /** Present for calls that are declared idempotent. */
  readonly idempotency: IdempotencyKey | null
}
