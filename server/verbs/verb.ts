import type { Logger } from '../telemetry/log.ts'
import type { Call, CallData, CallInput } from '#shared/api/define-call.ts'
import type { VideoParameters } from '#shared/api/generation.ts'
import { type Result, fail } from '#shared/result.ts'
import type { ErrorCode } from '#shared/error-codes.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { Articles } from '../content/articles/open-articles.ts'
import type { Gallery } from '../gallery/open-gallery.ts'
import type { InvoiceWriter } from '../billing/invoices/invoice-writer.ts'
import type { PaymentProvider } from '../billing/providers/payment-provider.ts'
import type { MediaStore } from '../media-store/file-store.ts'
import type { AwayEngine } from '../motion/engine.ts'
import type { Metrics } from '../telemetry/metrics.ts'

export { ok } from '#shared/result.ts'
export type { Logger }

/** What a verb answers: `ok` with a value, or a failure of `refuse`. */
export type Answer<T> = Result<T, ServiceFailure>

/** A verb's failure: an error code, and the inputs concerned. */
export interface ServiceFailure {
  readonly code: ErrorCode
  readonly fields?: readonly string[]
  /** When a retry may succeed, sent as Retry-After. */
  readonly retryAfterMs?: number
  /** Where HTTP requires another status than the code's own. */
  readonly status?: 408 | 413 | 415
  /** Replaces the code's own text. */
  readonly message?: string
}

export function refuse(code: ErrorCode, fields?: readonly string[], retryAfterMs?: number) {
  return fail<ServiceFailure>({
    code,
    ...(fields === undefined ? {} : { fields }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

/** Wakes the renderers. The task row is authoritative; a job only triggers a look at it. */
export interface GenerationQueue {
  /** In the caller's transaction: without a commit there is no job. A worker of whichever process hears of it at once. */
  send(tx: Transaction, taskIds: readonly string[]): Promise<void>
  /** The same for tasks that may have a job; workers find it by themselves. */
  refill(tx: Transaction, taskIds: readonly string[]): Promise<void>
}

/** The unverified caller of a request; verbs authenticate it with `requireOwner`. */
export interface Caller {
  readonly userToken: string
  readonly businessUserId: string
  /** The session cookie; '' without one. */
  readonly sessionToken: string
  /** The cookie of a login that is not finished; '' without one. */
  readonly challengeToken: string
  readonly address: string
  readonly userAgent: string
}

export interface OutgoingMail {
  readonly to: string
  readonly subject: string
  readonly body: string
  /** The reply-to address, where it is not the sender. */
  readonly replyTo?: string
  /** The one-click unsubscribe address. */
  readonly unsubscribeUrl?: string
}

/** Queues mails in the transaction of their event; they are sent as soon as it is committed. */
export interface Mailer {
  send(tx: Transaction, message: OutgoingMail): Promise<void>
}

/** A person's claims, verified by Google's signature. */
export interface GooglePerson {
  readonly sub: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Identifies this proof, which is accepted once before it expires. */
  readonly proofSha256: string
  readonly proofExpiresAtMs: number
}

/** `refused`: invalid. `away`: Google could not be reached. */
export type GoogleFailure = 'refused' | 'away'

/** Verifies a Google credential from a browser. */
export interface GoogleVerifier {
  readIdToken(token: string): Promise<Result<GooglePerson, GoogleFailure>>
  redeemCode(code: string): Promise<Result<GooglePerson, GoogleFailure>>
}

/** Sends push messages to browsers. */
export interface PushSender {
  /** The public key for subscriptions. */
  readonly publicKey: string
  /** Whether an address may get messages: https, and only public hosts. */
  isPublic(endpoint: string): Promise<boolean>
}

/** The hashing queue of a password: by account for known callers, else by address. */
export interface HashQueue {
  readonly name: string
  readonly isKnown: boolean
}

/** Slow on purpose, so that few run at once, and one per key. H4022 where too many wait. */
export interface PasswordHashing {
  hash(password: string, lane: HashQueue): Promise<Answer<string>>
  /** Takes as long when there is no hash to compare with. */
  matches(password: string, hash: string | null, lane: HashQueue): Promise<Answer<boolean>>
}

/** A request with a file in its body. */
export interface IncomingUpload {
  /** The announced length of the body, in bytes; undefined where it has none. */
  readonly contentLength: number | undefined
  /** The client address as a keyed hash; null where addresses are not limited. */
  readonly addressKey: string | null
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
}

/** Bounds the temporary files of uploads. */
export interface UploadSpace {
  /** Runs `work`, which receives and checks the file. H503 with Retry-After, before the body is read, where there is no room for it. */
  receive<T>(upload: IncomingUpload, maxBytes: number, work: () => Promise<Answer<T>>): Promise<Answer<T>>
}

/** The client of a picture. Its work does not start after the signal aborts. */
export interface DecodingClient extends Pick<IncomingUpload, 'addressKey'> {
  readonly signal?: AbortSignal
}

/** Bounds the memory of decoded pictures. */
export interface Decoding {
  /**
   * Decodes the pictures of these paths in `work`. H503 with Retry-After where the wait for memory takes too long, or where too many pictures
   * of this client address wait.
   */
  decode<T>(paths: readonly string[], work: () => Promise<T>, client: DecodingClient): Promise<Answer<T>>
}

export interface IdempotencyKey {
  readonly key: string
  readonly route: string
  readonly bodySha256: string
}

/** Services that all verbs share. */
export interface Services {
  readonly db: Database
  readonly nowMs: () => number
  readonly media: MediaStore
  readonly gallery: Gallery
  readonly articles: Articles
  readonly queue: GenerationQueue
  readonly mailer: Mailer
  readonly push: PushSender
  readonly hashing: PasswordHashing
  readonly uploadSpace: UploadSpace
  readonly decoding: Decoding
  /** Free bytes on the disk of database and media. */
  readonly freeBytes: () => Promise<number>
  /** Null without a client id. */
  readonly google: GoogleVerifier | null
  readonly config: Pick<
    Config,
    | 'welcomePointsVisitor'
    | 'prices'
    | 'welcomePointsAccount'
    | 'welcomeVisitorsPerAddressPerDay'
    | 'mediaBytesPerAccount'
    | 'google'
    | 'isLocalOnly'
    | 'origins'
    | 'operator'
    | 'operatorAccounts'
    | 'seller'
    | 'hasUsageTracker'
    | 'gtagId'
    | 'attribution'
  >
  readonly payment: PaymentProvider
  readonly invoices: InvoiceWriter
  readonly metrics: Metrics
  readonly log: Logger
  /** Signs upload addresses and hashes client addresses; shared by all processes. */
  readonly secret: string
  readonly version: string
  readonly engineName: string
  /** Cancels an engine's remote work for a cancelled task, in the background. */
  readonly dropWork: (engineHandle: string) => void
  /** The offered models and their prices in points. */
  readonly parameters: VideoParameters
  /** The engine of a model, while it takes no orders. */
  readonly awayOf: (modelName: string) => AwayEngine | undefined
  /** From commit to video, by model, in ms. */
  readonly modelWaits: () => Promise<ReadonlyMap<string, number>>
}

export interface Context extends Services {
  readonly caller: Caller
  /** Present for calls that are declared idempotent. */
  readonly idempotency: IdempotencyKey | null
  /** Sets the browser's session cookie, or deletes it. */
  readonly setSession: (token: string | null) => void
  /** Sets the browser's cookie of a login that is not finished, or deletes it. */
  readonly setChallenge: (token: string | null) => void
  /** Renews the cookie of the caller's verified user token for another year. */
  readonly keepUserToken: () => void
}

/** What the verb of a call gets; `Needed`: the services that it uses, where a test gives it no others. */
export interface CallRequest<C extends Call, Needed extends keyof Context = keyof Context> {
  readonly ctx: Pick<Context, Needed>
  readonly input: CallInput<C>
}

/** What it answers. */
export type CallAnswer<C> = Answer<CallData<C>>

export type Verb<C extends Call> = (request: CallRequest<C>) => Promise<CallAnswer<C>>
