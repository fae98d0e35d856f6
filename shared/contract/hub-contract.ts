import type { BillingSnapshot, PendingOrder, PurchaseIntent } from './billing-contract.ts'
import type { BatchTask } from '#shared/api/generation.ts'
import type { Points, UserInfo } from '#shared/api/user.ts'
import type { AppError, Result, StorageProblem } from '#shared/result.ts'
import type { CommitEdit, CommitIntent, GenerationSettings, PictureRole } from './commit-contract.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { Identity } from '#shared/storage/hub-records.ts'

/**
 *   queued -> preparing (upload) -> sending -> accepted (the row is gone, a batch is tracked)
 *     ^           |                   | \-> refused (the server said no; the person decides)
 *     \-----------+-- no network      \---> unknown (no answer; sent again with the same key)
 */
export type OutboxState = 'queued' | 'preparing' | 'sending' | 'unknown' | 'refused'

/** A commit in the outbox; its pictures are fetched by `outboxPicture`. */
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

/** A small change of server data, or a message to the operator. Its id is made by the page and is the idempotency key. */
export type Mutation =
  | { readonly kind: 'collect'; readonly ids: readonly string[]; readonly op: 0 | 1 }
  | { readonly kind: 'delete' | 'restore'; readonly ids: readonly string[] }
  | { readonly kind: 'cancel'; readonly taskId: string }
  | { readonly kind: 'contact'; readonly email: string; readonly subject: string; readonly message: string }
  | { readonly kind: 'subscribe'; readonly email: string }

/** A pending mutation. It is deleted once the server has applied it; a refused one stays until it is dropped. */
export interface MutationItem {
  readonly id: string
  readonly mutation: Mutation
  readonly state: 'queued' | 'sending' | 'unknown' | 'refused'
  readonly createdAtMs: number
  readonly error: AppError | null
}

/** An uploaded picture. */
export interface SourcePicture {
  readonly url: string
  readonly width: number
  readonly height: number
}

/** What an accepted commit asked for, as its running batch and each task that ended show it. */
interface AcceptedCommit {
  readonly batchId: string
  readonly bizType: BizType
  readonly settings: GenerationSettings
  readonly points: number
  readonly sourceUrl: string
  readonly width: number
  readonly height: number
  /** Where a HEAD_TAIL ends. */
  readonly lastSource?: SourcePicture | undefined
}

/** A batch that the server has accepted and is still generating. */
export interface TrackedBatch extends AcceptedCommit {
  readonly expireAt: number
  readonly commitId: string
  readonly acceptedAtMs: number
  /** It has run for over an hour and is looked up in the history instead of polled. */
  readonly isOverdue: boolean
  readonly tasks: readonly BatchTask[]
}

/** A tracked task that ended; stored for a day, so that every tab can show it. */
export interface FinishedTask extends AcceptedCommit {
  readonly taskId: string
  /** Absent in records of an earlier version. */
  readonly commitId?: string | undefined
  readonly status: 'SUCCESS' | 'FAILED'
  readonly errorMsg: string | null
  readonly finishedAtMs: number
  /** The tab that announced it, null until one has. */
  readonly announcedBy: string | null
  /** The card was dismissed, or the result was opened. */
  readonly isDismissed: boolean
}

export interface WorkSnapshot {
  /** In sending order. */
  readonly outbox: readonly OutboxItem[]
  readonly mutations: readonly MutationItem[]
  readonly batches: readonly TrackedBatch[]
  readonly finished: readonly FinishedTask[]
}

/** The identity that the hub works for. On one device a higher epoch is newer. */
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
  /** A storage error of this device, shown by the header's state chip; work in memory continues. */
  readonly storage: {
    readonly problem: StorageProblem | null
    /** When the records of this device were found deleted while the app was running. */
    readonly clearedAtMs?: number
  }
}
export type HubTopic = keyof HubTopics

/** A complete state of one topic. Within one `bootId` the higher number is newer; across owners the higher fence, which each owner increments. */
export interface TopicSnapshot<T extends HubTopic = HubTopic> {
  readonly protocol: number
  readonly bootId: string
  readonly fence: number
  readonly number: number
  readonly topic: T
  readonly state: HubTopics[T]
}

export type HubSnapshots = { readonly [T in HubTopic]: TopicSnapshot<T> }

/** A tab registered with the hub; valid while it holds its tab lock. */
export interface TabFacts {
  readonly tabId: string
  readonly isVisible: boolean
}

/** How a finished task is announced: a toast in a visible tab, a system notification without one, or only as a usage event after a push. */
export type NoticeSurface = 'toast' | 'notification' | 'usage'

/**
 * Records at a change of identity. merge: the same person with an account or a new token; records are merged. erase: logged out; records are
 * deleted. suspend: the session ended or another account took over; records wait for their account.
 */
export type IdentityChange = 'merge' | 'erase' | 'suspend'

/**
 * Every command of the page to the hub: its input, its answer, and how the page calls it. The types of client, worker and tests follow
 * from this table. All are idempotent, with structured-cloneable data only.
 */
export const HUB_COMMANDS = {
  /** The current states of all topics; also registers the tab and wakes the loops. With blocked storage the hub learns the identity from here. */
  resume: own<[tab: TabFacts, identity: Identity], HubSnapshots>(),
  /** The network may be back: pending retries run now. */
  wake: quiet(),
  /** Stores the commit, then resolves; it is sent as soon as the network allows. */
  commit: result<[intent: CommitIntent], { readonly id: string }>(),
  /** Changes an unsent commit; a refused one is sent again. Error H4021 once it was sent. */
  edit: result<[commitId: string, edit: CommitEdit]>(),
  /** Moves a commit before another one, or last. */
  move: result<[commitId: string, beforeId: string | null]>(),
  /** Sends a refused commit again. */
  retry: result<[commitId: string]>(),
  /** Deletes an unsent commit and aborts its upload. Error H4021 once it was sent. */
  discard: result<[commitId: string]>(),
  outboxPicture: own<[commitId: string, role: PictureRole], Blob | null>(),
  /** Stores a mutation, then resolves; mutations are sent in order as soon as the network allows. */
  mutate: result<[id: string, mutation: Mutation], { readonly id: string }>(),
  /** Deletes a refused mutation. */
  dropMutation: result<[id: string]>(),
  /**
   * Claims the announcement of a task: true for exactly one tab and surface, and with 'usage' for the one that tracks an end announced by
   * a push. Null when the claim could not be checked: try again.
   */
  claimNotice: own<[taskId: string, tabId: string, surface: NoticeSurface], boolean | null>(),
  dismissFinished: quiet<[taskId: string]>(),
  refreshCredits: quiet(),
  /** A person is present: refreshes subscription and credit history. */
  reloadHistories: quiet(),
  /** Reads the account from the server, before an action that needs a membership. */
  refreshAccount: serverResult<[], UserInfo>(),
  /**
   * Creates an order, or returns the open one of the same SKU. The intent and its idempotency key are stored before the call, so that a double
   * press, a second tab, a reload or a lost answer leads to one order. The key is stored until the order has ended. The hub client makes
   * `pressId`, one per press.
   */
  createOrder: own<[intent: PurchaseIntent, pressId: string], Result<PendingOrder>>(),
  /** The checkout reported a payment: polls 6 times, a second apart, then rarely for a day. */
  confirmOrder: result<[payOrderId: string]>(),
  /** The result of the order was shown. */
  dropOrder: result<[payOrderId: string]>(),
  /** Changes the identity of the hub and its records in one step; all tabs are notified. */
  changeIdentity: result<[next: Omit<Identity, 'epoch'>, change: IdentityChange]>(),
} as const

/** Resolves to a result, an error value where the hub is unreachable. */
function result<Input extends unknown[], Value = null>(): Command<'result', Input, Result<Value>> {
  return { style: 'result' }
}

/** A result that also waits for the server. */
function serverResult<Input extends unknown[], Value>(): Command<'server result', Input, Result<Value>> {
  return { style: 'server result' }
}

/** No answer. */
function quiet<Input extends unknown[] = []>(): Command<'quiet', Input, void> {
  return { style: 'quiet' }
}

/** Implemented by the hub client. */
function own<Input extends unknown[], Answer>(): Command<'own', Input, Answer> {
  return { style: 'own' }
}

interface Command<Style, Input extends unknown[], Answer> {
  readonly style: Style
  /** Never set: carries the types of input and answer. */
  readonly run?: (...input: Input) => Promise<Answer>
}

type Commands = typeof HUB_COMMANDS
export type HubCommands = { readonly [Name in keyof Commands]: NonNullable<Commands[Name]['run']> }

/** Commands that the hub client only forwards. */
export type PlainCommand = { [Name in keyof HubCommands]: Commands[Name]['style'] extends 'own' ? never : Name }[keyof Commands]

export interface HubApi extends HubCommands {
  /** Answered by the worker before anything is loaded: its lock name, build and protocol. */
  hello(): Promise<{ readonly nodeId: string; readonly protocol: number }>
}
