import type { BillingSnapshot, PendingOrder, PurchaseIntent } from './billing-contract.ts'
import type { BatchTask } from '#shared/api/generation.ts'
import type { Points, UserInfo } from '#shared/api/user.ts'
import type { AppError, Result, StorageProblem } from '#shared/result.ts'
import type { CommitEdit, CommitIntent, GenerationSettings, PictureRole } from './commit-contract.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { Identity } from '#shared/storage/hub-records.ts'

/**
 * queued -> preparing (upload) -> sending -> accepted (row deleted, batch tracked)
 *     ^           |                   | \-> refused (the server rejected it; the user decides)
 *     \-----------+-- no network      \---> unknown (no answer; sent again with the same key)
 */
export type OutboxState = 'queued' | 'preparing' | 'sending' | 'unknown' | 'refused'

/** A commit in the outbox. The page reads its pictures with `outboxPicture`. */
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
  /** The request of the commit was not sent yet, though its pictures may be uploaded: the user can edit, move and discard the commit. */
  readonly isEditable: boolean
  readonly error: AppError | null
}

/** A small change of server data, or a message to the operator. The page creates its id, which is the idempotency key. */
export type Mutation =
  | { readonly kind: 'collect'; readonly ids: readonly string[]; readonly op: 0 | 1 }
  | { readonly kind: 'delete' | 'restore'; readonly ids: readonly string[] }
  | { readonly kind: 'cancel'; readonly taskId: string }
  | { readonly kind: 'contact'; readonly email: string; readonly subject: string; readonly message: string }
  | { readonly kind: 'subscribe'; readonly email: string }

/** A pending mutation. The hub deletes it once the server has applied it; a rejected mutation remains until `dropMutation`. */
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

/** The settings of an accepted commit, as its running batch and its finished tasks show them. */
interface AcceptedCommit {
  readonly batchId: string
  readonly bizType: BizType
  readonly settings: GenerationSettings
  readonly points: number
  readonly sourceUrl: string
  readonly width: number
  readonly height: number
  /** The last picture of a HEAD_TAIL. */
  readonly lastSource?: SourcePicture | undefined
}

/** A batch that the server has accepted and is still generating. */
export interface TrackedBatch extends AcceptedCommit {
  readonly expireAt: number
  readonly commitId: string
  readonly acceptedAtMs: number
  /** The batch has run for over an hour. The hub searches the history for its videos instead of polling the batch. */
  readonly isOverdue: boolean
  readonly tasks: readonly BatchTask[]
}

/** A tracked task that ended; stored for a day, so that every tab can show it. */
export interface FinishedTask extends AcceptedCommit {
  readonly taskId: string
  /** Absent in records of earlier builds. */
  readonly commitId?: string | undefined
  readonly status: 'SUCCESS' | 'FAILED'
  readonly errorMsg: string | null
  readonly finishedAtMs: number
  /** The surface and tab that announced the end of the task, or `ANNOUNCED_BY_PUSH`; null before the announcement. */
  readonly announcedBy: string | null
  /** The user dismissed the card or opened the result. */
  readonly isDismissed: boolean
}

export interface WorkSnapshot {
  /** The commits in the order in which they are sent. */
  readonly outbox: readonly OutboxItem[]
  readonly mutations: readonly MutationItem[]
  readonly batches: readonly TrackedBatch[]
  readonly finished: readonly FinishedTask[]
}

/** The identity of the hub. On one device, the identity with the higher epoch is newer. */
export interface IdentitySnapshot {
  readonly epoch: number
  readonly businessUserId: string
}

/** Topics and their complete states. `credits`, `account` and `identity` are null until known. */
export interface HubTopics {
  readonly work: WorkSnapshot
  readonly credits: Points | null
  readonly account: UserInfo | null
  readonly billing: BillingSnapshot
  readonly identity: IdentitySnapshot | null
  readonly connection: { readonly isOnline: boolean }
  /** A storage error of this device; the header's state chip shows it. Work in memory continues. */
  readonly storage: {
    readonly problem: StorageProblem | null
    /** When the hub found its records deleted during a session. */
    readonly clearedAtMs?: number
  }
}
export type HubTopic = keyof HubTopics

/**
 * A complete state of one topic. Within one `bootId` the state with the higher number is newer. Each new owner of the hub has a higher
 * `fence`: between two owners, the state with the higher fence is newer.
 */
export interface TopicSnapshot<T extends HubTopic = HubTopic> {
  readonly protocol: number
  readonly bootId: string
  readonly fence: number
  readonly number: number
  readonly topic: T
  readonly state: HubTopics[T]
}

export type HubSnapshots = { readonly [T in HubTopic]: TopicSnapshot<T> }

/** A tab registered with the hub; valid until its tab lock is released. */
export interface TabFacts {
  readonly tabId: string
  readonly isVisible: boolean
}

/**
 * How a finished task is announced: by a toast in a visible tab, by a system notification if no tab is visible, or, after a push, only by a
 * usage event.
 */
export type NoticeSurface = 'toast' | 'notification' | 'usage'

/**
 * How the device's records change with the identity. merge: the same user now has an account or a new token; records are merged. erase: the
 * user logged out; records are deleted. suspend: the session ended or another account is used; records wait for their account.
 */
export type IdentityChange = 'merge' | 'erase' | 'suspend'

/**
 * The commands of the page to the hub, each with its input, answer and style. Client, worker and tests derive their types from it. All are
 * idempotent and use structured-cloneable data only.
 */
export const HUB_COMMANDS = {
  /**
   * Returns the current states of all topics, registers the tab and wakes the loops. If storage is blocked, the hub uses the identity from
   * this call.
   */
  resume: own<[tab: TabFacts, identity: Identity], HubSnapshots>(),
  /** The network may be back; the hub retries pending work immediately. */
  wake: quiet(),
  /** Stores the commit, then resolves. The hub sends it when the network allows. */
  commit: result<[intent: CommitIntent], { readonly id: string }>(),
  /** Changes an unsent commit. The hub sends a rejected commit again after the change. H4021: the commit was sent already. */
  edit: result<[commitId: string, edit: CommitEdit]>(),
  /** Moves a commit before another commit, or to the end if `beforeId` is null. */
  move: result<[commitId: string, beforeId: string | null]>(),
  retry: result<[commitId: string]>(),
  /** Deletes an unsent commit and aborts its upload. H4021: the commit was sent already. */
  discard: result<[commitId: string]>(),
  outboxPicture: own<[commitId: string, role: PictureRole], Blob | null>(),
  /** Stores a mutation, then resolves. The hub sends mutations in order when the network allows. */
  mutate: result<[id: string, mutation: Mutation], { readonly id: string }>(),
  dropMutation: result<[id: string]>(),
  /**
   * Claims the announcement of a task: true for exactly one tab and surface. With 'usage', true for the one tab that records the usage
   * event of a task that a push announced. Null: the claim could not be checked; try again.
   */
  claimNotice: own<[taskId: string, tabId: string, surface: NoticeSurface], boolean | null>(),
  dismissFinished: quiet<[taskId: string]>(),
  refreshCredits: quiet(),
  /** The page calls this after a login. The hub then makes every tab read the subscription and credit histories again. */
  reloadHistories: quiet(),
  /** Reads the account from the server, before an action that needs a membership. */
  refreshAccount: serverResult<[], UserInfo>(),
  /**
   * Creates an order, or returns the open one of the same SKU. The hub stores intent and idempotency key before the call, until the order
   * ends. A double press, a second tab, a reload or a lost answer thus creates one order. The hub client creates `pressId`, one per press.
   */
  createOrder: own<[intent: PurchaseIntent, pressId: string], Result<PendingOrder>>(),
  /** The checkout reported a payment: the hub polls 6 times, a second apart, then rarely for a day. H4023: the order is unknown. */
  confirmOrder: result<[payOrderId: string]>(),
  /** Deletes an order whose result the page has shown. H4021: an order in state `confirming` or `late` is not deleted. */
  dropOrder: result<[payOrderId: string]>(),
  /** Changes the identity of the hub and its records in one step and notifies all tabs. */
  changeIdentity: result<[next: Omit<Identity, 'epoch'>, change: IdentityChange]>(),
} as const

/** A command that resolves to a `Result`. If the hub is unreachable, the result is an error. */
function result<Input extends unknown[], Value = null>(): Command<'result', Input, Result<Value>> {
  return { style: 'result' }
}

/** A command with a result for which the hub waits for the server, so that its time limit is longer. */
function serverResult<Input extends unknown[], Value>(): Command<'server result', Input, Result<Value>> {
  return { style: 'server result' }
}

/** A command without an answer. */
function quiet<Input extends unknown[] = []>(): Command<'quiet', Input, void> {
  return { style: 'quiet' }
}

/** A command with its own code in the hub client. */
function own<Input extends unknown[], Answer>(): Command<'own', Input, Answer> {
  return { style: 'own' }
}

interface Command<Style, Input extends unknown[], Answer> {
  readonly style: Style
  /** Never set; carries the types of input and answer. */
  readonly run?: (...input: Input) => Promise<Answer>
}

type Commands = typeof HUB_COMMANDS
export type HubCommands = { readonly [Name in keyof Commands]: NonNullable<Commands[Name]['run']> }

/** Commands that the hub client only forwards. */
export type PlainCommand = { [Name in keyof HubCommands]: Commands[Name]['style'] extends 'own' ? never : Name }[keyof Commands]

export interface HubApi extends HubCommands {
  /** The worker answers this call before it loads anything: its node id, which names its lock, and its protocol version. */
  hello(): Promise<{ readonly nodeId: string; readonly protocol: number }>
}
