import type { BillingSnapshot, PendingOrder, PurchaseIntent } from '#shared/contract/billing-contract.ts'
import type { BatchTask } from '#shared/api/generation.ts'
import type { Points, UserInfo } from '#shared/api/user.ts'
import type { AppError } from '#shared/app-error.ts'
import type { CommitEdit, CommitIntent, GenerationSettings, PictureRole } from '#shared/contract/commit-contract.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { Result } from '#shared/result.ts'
import type { Identity } from '#shared/storage/hub-records.ts'

/**
 *   queued -> preparing (upload) -> sending -> accepted (the row is gone, a batch is tracked)
 *     ^           |                   | \-> refused (the server said no; the person decides)
 *     \-----------+-- no network      \---> unknown (no answer; sent again with the same key)
 */
export type OutboxState = 'queued' | 'preparing' | 'sending' | 'unknown' | 'refused'

/** A commit on its way; its pictures are fetched by `outboxPicture`. */
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
  /** No byte of the request has been sent: it can be edited, moved and discarded. */
  readonly isEditable: boolean
  readonly error: AppError | null
}

/** A small change to what the server keeps, or a message to us. Its id is made by the page and is the idempotency key. */
export type Mutation =
  | { readonly kind: 'collect'; readonly ids: readonly string[]; readonly op: 0 | 1 }
  | { readonly kind: 'delete' | 'restore'; readonly ids: readonly string[] }
  | { readonly kind: 'contact'; readonly email: string; readonly subject: string; readonly message: string }
  | { readonly kind: 'subscribe'; readonly email: string }

/** A mutation on its way. It is gone once the server has done it; refused it stays until it is dropped. */
export interface MutationItem {
  readonly id: string
  readonly mutation: Mutation
  readonly state: 'queued' | 'sending' | 'unknown' | 'refused'
  readonly createdAtMs: number
  readonly error: AppError | null
}

/** A picture as the server keeps it. */
export interface SourcePicture {
  readonly url: string
  readonly width: number
  readonly height: number
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
  /** Where a HEAD_TAIL ends. */
  readonly lastSource?: SourcePicture | undefined
  readonly acceptedAtMs: number
  /** It has run for over an hour: it is looked up in the history now and then. */
  readonly isOverdue: boolean
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
  /** Where a HEAD_TAIL ends. */
  readonly lastSource?: SourcePicture | undefined
  readonly finishedAtMs: number
  /** The tab that has announced it, null as long as none has. */
  readonly announcedBy: string | null
  /** The person has put the card away, or has seen the result. */
  readonly isDismissed: boolean
}

export interface WorkSnapshot {
  /** In the order in which they are sent. */
  readonly outbox: readonly OutboxItem[]
  readonly mutations: readonly MutationItem[]
  readonly batches: readonly TrackedBatch[]
  readonly finished: readonly FinishedTask[]
  /** Ids of the tasks that succeeded on this device in the last day. */
  readonly successIds: Readonly<Record<BizType, readonly string[]>>
}

/** Who the hub works for. Within one device a higher epoch is newer. */
export interface IdentitySnapshot {
  readonly epoch: number
  readonly businessUserId: string
}

/** Topics and their complete states. `credits`, `account` and `identity` are null until they are known. */
export interface HubTopics {
  readonly work: WorkSnapshot
  readonly credits: Points | null
  readonly account: UserInfo | null
  readonly billing: BillingSnapshot
  readonly identity: IdentitySnapshot | null
  readonly connection: { readonly isOnline: boolean }
  /** A problem of this device's storage, told by the header's state chip; work in memory goes on. */
  readonly storage: {
    readonly problem: 'storage_full' | 'storage_blocked' | null
    /** When the records of this device were found cleared under the running app. */
    readonly clearedAtMs?: number
  }
}
export type HubTopic = keyof HubTopics

/** A complete state of one topic. Within one `bootId` the higher number wins, between two the higher fence, which each owner takes anew. */
export interface TopicSnapshot<T extends HubTopic = HubTopic> {
  readonly protocol: number
  readonly bootId: string
  readonly fence: number
  readonly number: number
  readonly topic: T
  readonly state: HubTopics[T]
}

export type HubSnapshots = { readonly [T in HubTopic]: TopicSnapshot<T> }

/** A tab as the hub knows it; it counts as long as it holds its tab lock. */
export interface TabFacts {
  readonly tabId: string
  readonly isVisible: boolean
}

/** How the end of a task is told: a toast in a visible tab, or a system notification when no tab is visible; as use, where a push did both. */
export type NoticeSurface = 'toast' | 'notification' | 'usage'

/**
 * carry: the same person, now with an account or a new token; their work comes along. leave: the person has logged out; their records
 * are wiped. park: the session is over, by itself or for another account; the records wait for their account to come back.
 */
export type IdentityChange = 'carry' | 'leave' | 'park'

/** Commands of the page to the hub. All are idempotent; plain data in and out, no callbacks. */
export interface HubCommands {
  /** Current states of all topics; also makes the tab known and wakes the loops. A device whose storage is blocked learns the identity from here. */
  resume(tab: TabFacts, identity: Identity): Promise<HubSnapshots>
  /** The network is said to be back: what waits to be tried again is tried now. */
  wake(): Promise<void>
  /** Stores the commit, then answers; sends it as soon as the network allows. */
  commit(intent: CommitIntent): Promise<Result<{ readonly id: string }>>
  /** Changes a commit that was not sent; a refused one is sent anew. Error H4021 once it was sent. */
  edit(commitId: string, edit: CommitEdit): Promise<Result<null>>
  /** Puts a commit before another one, or last. */
  move(commitId: string, beforeId: string | null): Promise<Result<null>>
  /** Sends a refused commit again. */
  retry(commitId: string): Promise<Result<null>>
  /** Forgets a commit that was not sent yet and stops its upload. Error H4021 once it was sent. */
  discard(commitId: string): Promise<Result<null>>
  outboxPicture(commitId: string, place: PictureRole): Promise<Blob | null>
  /** Stores a mutation, then answers; sends it as soon as the network allows, in the order given. */
  mutate(id: string, mutation: Mutation): Promise<Result<{ readonly id: string }>>
  /** Forgets a refused mutation. */
  dropMutation(id: string): Promise<Result<null>>
  /**
   * True for exactly one tab and surface per task: the one that announces it, and as 'usage' the one that tells of an end a push has
   * announced. Null when nobody could be asked: ask again.
   */
  claimNotice(taskId: string, tabId: string, surface: NoticeSurface): Promise<boolean | null>
  dismissFinished(taskId: string): Promise<void>
  refreshCredits(): Promise<void>
  /** Somebody is there: subscription and credit history are to be read. */
  reloadHistories(): Promise<void>
  /** The account, read anew: the check before an action that needs a membership. */
  refreshAccount(): Promise<Result<UserInfo>>
  /**
   * Makes an order, or gives the open one of the same SKU. The intent and its idempotency key are stored before the call, for all tabs:
   * pressed twice, in two tabs, after a reload or a lost answer it is one order. Its key is kept until the order has ended. The page's
   * end of the hub makes `pressId`, one per press.
   */
  createOrder(intent: PurchaseIntent, pressId: string): Promise<Result<PendingOrder>>
  /** The checkout says that it was paid: ask 6 times, a second apart, then now and then for a day. */
  confirmOrder(payOrderId: string): Promise<Result<null>>
  /** The person has seen how it ended. */
  dropOrder(payOrderId: string): Promise<Result<null>>
  /** Changes who the hub works for, in one step with what becomes of the records; all tabs hear of it. */
  changeIdentity(next: Omit<Identity, 'epoch'>, change: IdentityChange): Promise<Result<null>>
}

/**
 * How the page asks each command, and the one list of their names. `result`: the answer is a result, and an error value where the hub can't
 * be reached; `server result`: one that waits for the server; `quiet`: no answer; `own`: written out at the page's end of the hub.
 */
export const HUB_COMMANDS = {
  resume: 'own',
  wake: 'quiet',
  commit: 'result',
  edit: 'result',
  move: 'result',
  retry: 'result',
  discard: 'result',
  outboxPicture: 'own',
  mutate: 'result',
  dropMutation: 'result',
  claimNotice: 'own',
  dismissFinished: 'quiet',
  refreshCredits: 'quiet',
  reloadHistories: 'quiet',
  refreshAccount: 'server result',
  createOrder: 'own',
  confirmOrder: 'result',
  dropOrder: 'result',
  changeIdentity: 'result',
} as const satisfies Record<keyof HubCommands, 'result' | 'server result' | 'quiet' | 'own'>

/** What the page asks without further ado. */
export type PlainCommand = { [Name in keyof HubCommands]: (typeof HUB_COMMANDS)[Name] extends 'own' ? never : Name }[keyof HubCommands]

export interface HubApi extends HubCommands {
  /** Answered by the worker itself, before anything is loaded: the name of the lock it holds, its build and protocol. */
  hello(): Promise<{ readonly nodeId: string; readonly protocol: number }>
}
