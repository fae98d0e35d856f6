import type { BatchTask } from '#shared/api/generation.ts'
import type { Points } from '#shared/api/user.ts'
import type { AppError } from '#shared/app-error.ts'
import type { Duration, Resolution } from '#shared/domain/generation-options.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { Result } from '#shared/result.ts'

/** What the person asked for, beside the picture. */
export interface GenerationSettings {
  readonly modelName: string
  readonly prompt: string
  readonly duration: Duration
  readonly resolution: Resolution
  readonly videoNum: 1 | 2 | 3 | 4
  readonly imageFidelity: number
}

/** A picture that the image worker has prepared: upright, compressed, hashed. */
export interface PreparedPicture {
  readonly blob: Blob
  readonly name: string
  readonly sha256: string
  readonly width: number
  readonly height: number
}

/** A commit before it is sent. Its id is made by the page and is the idempotency key. */
export interface CommitIntent {
  readonly id: string
  readonly bizType: BizType
  readonly settings: GenerationSettings
  readonly picture: PreparedPicture
  /** The points shown on the button. */
  readonly priceCeiling: number
}

/**
 *   queued -> preparing (upload) -> sending -> accepted (the row is gone, a batch is tracked)
 *     ^           |                   | \-> refused (the server said no; the person decides)
 *     \-----------+-- no network      \---> unknown (no answer; sent again with the same key)
 */
export type OutboxState = 'queued' | 'preparing' | 'sending' | 'unknown' | 'refused'

/** A commit on its way; its picture is fetched by `outboxPicture`. */
export interface OutboxItem {
  readonly id: string
  readonly bizType: BizType
  readonly state: OutboxState
  readonly settings: GenerationSettings
  readonly priceCeiling: number
  readonly width: number
  readonly height: number
  readonly createdAtMs: number
  readonly sentBytes: number
  readonly totalBytes: number
  readonly error: AppError | null
}

/** A batch the server has accepted and that still generates. */
export interface TrackedBatch {
  readonly batchId: string
  readonly bizType: BizType
  readonly expireAt: number
  readonly commitId: string
  readonly settings: GenerationSettings
  readonly points: number
  readonly sourceUrl: string
  readonly width: number
  readonly height: number
  readonly acceptedAtMs: number
  readonly tasks: readonly BatchTask[]
}

/** A task that reached its end while it was tracked; kept for a day, so that every tab can show it. */
export interface FinishedTask {
  readonly taskId: string
  readonly batchId: string
  readonly bizType: BizType
  readonly status: 'SUCCESS' | 'FAILED'
  readonly errorMsg: string | null
  readonly settings: GenerationSettings
  readonly points: number
  readonly sourceUrl: string
  readonly width: number
  readonly height: number
  readonly finishedAtMs: number
  /** The tab that shows the toast, null as long as none does. */
  readonly announcedBy: string | null
  /** The person has put the failure card away. */
  readonly isDismissed: boolean
}

export interface WorkSnapshot {
  readonly outbox: readonly OutboxItem[]
  readonly batches: readonly TrackedBatch[]
  readonly finished: readonly FinishedTask[]
}

/** Topics and their complete states. `credits` is null until the first answer. */
export interface HubTopics {
  readonly work: WorkSnapshot
  readonly credits: Points | null
  readonly connection: { readonly isOnline: boolean }
  /** A problem of this device's storage, shown as a banner; work in memory goes on. */
  readonly storage: { readonly problem: 'storage_full' | 'storage_blocked' | null }
}
export type HubTopic = keyof HubTopics

/** A complete state of one topic. Within one `bootId` the higher number wins. */
export interface TopicSnapshot<T extends HubTopic = HubTopic> {
  readonly protocol: number
  readonly bootId: string
  readonly number: number
  readonly topic: T
  readonly state: HubTopics[T]
}

export type HubSnapshots = { readonly [T in HubTopic]: TopicSnapshot<T> }

/** Commands of the page to the hub. All are idempotent; plain data in and out, no callbacks. */
export interface HubApi {
  /** Answered by the worker itself, before anything is loaded: the name of the lock it holds, its build and protocol. */
  hello(): Promise<{ readonly nodeId: string; readonly protocol: number }>
  /** Current states of all topics; also wakes the loops. */
  resume(): Promise<HubSnapshots>
  /** Stores the commit, then answers; sends it as soon as the network allows. */
  commit(intent: CommitIntent): Promise<Result<{ readonly id: string }>>
  /** Sends a refused commit again. */
  retry(commitId: string): Promise<Result<null>>
  /** Forgets a commit that was not accepted yet. Error H4021 once it was sent. */
  discard(commitId: string): Promise<Result<null>>
  outboxPicture(commitId: string): Promise<Blob | null>
  /** True for exactly one tab per task: the one that shows the toast. Null when nobody could be asked: ask again. */
  claimNotice(taskId: string, tabId: string): Promise<boolean | null>
  dismissFinished(taskId: string): Promise<void>
  refreshCredits(): Promise<void>
  /** The page has written another `identity` record. */
  identityChanged(): Promise<void>
}
