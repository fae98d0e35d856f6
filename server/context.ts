import type { Config } from './config.ts'
import type { Database, Transaction } from './platform/database/database.ts'
import type { Logger } from 'pino'
import type { Articles } from './content/articles/open-articles.ts'
import type { Gallery } from './gallery/open-gallery.ts'
import type { PaymentProvider } from './billing/providers/payment-provider.ts'
import type { MediaStore } from './platform/media/disk.ts'
import type { VideoParameters } from '#shared/api/generation.ts'
import type { Result } from '#shared/result.ts'
import type { Metrics } from './platform/metrics.ts'
import type { ServiceFailure } from './platform/context/failure.ts'

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
  /** The cookie of the session; '' without one. */
  readonly sessionToken: string
  readonly address: string
  readonly userAgent: string
}

export interface OutgoingMail {
  readonly to: string
  readonly subject: string
  readonly body: string
  /** Who hears an answer, where that is not the sender. */
  readonly replyTo?: string
  /** Where a mail program ends such messages with one press. */
  readonly unsubscribeUrl?: string
}

/** Sends messages; each joins the transaction of what it is about. */
export interface Mailer {
  send(tx: Transaction, message: OutgoingMail): Promise<void>
  /** After the commit, so that it leaves at once. */
  wake(): void
}

/** What Google says about somebody, proved by its signature. */
export interface GooglePerson {
  readonly sub: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Names this very proof, which may be taken once, until it has expired. */
  readonly proofSha256: string
  readonly proofExpiresAtMs: number
}

/** `refused`: it proves nothing. `away`: Google could not be asked. */
export type GoogleFailure = 'refused' | 'away'

/** Reads what a browser got from Google. */
export interface GoogleVerifier {
  readIdToken(token: string): Promise<Result<GooglePerson, GoogleFailure>>
  redeemCode(code: string): Promise<Result<GooglePerson, GoogleFailure>>
}

/** Tells browsers whose app is closed. */
export interface PushSender {
  /** What browsers subscribe with. */
  readonly publicKey: string
  /** Whether messages may be brought to an address: https, and nothing but the public internet behind its name. */
  isPublic(endpoint: string): Promise<boolean>
}

/** Where a password waits to be hashed: behind its own account where the caller is known to it, else behind its address. */
export interface HashQueue {
  readonly name: string
  readonly isKnown: boolean
}

/** Slow on purpose, so few run at once, and one at a time per lane. H4022 where too many wait. */
export interface PasswordHashing {
  hash(password: string, lane: HashQueue): Promise<Result<string, ServiceFailure>>
  /** Takes as long when there is no hash to compare with. */
  matches(password: string, hash: string | null, lane: HashQueue): Promise<Result<boolean, ServiceFailure>>
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
  readonly gallery: Gallery
  readonly articles: Articles
  readonly queue: GenerationQueue
  readonly mailer: Mailer
  readonly push: PushSender
  readonly hashing: PasswordHashing
  /** Null where no client id is configured. */
  readonly google: GoogleVerifier | null
  readonly config: Pick<
    Config,
    | 'welcomePointsVisitor'
    | 'welcomePointsAccount'
    | 'welcomeVisitorsPerAddressPerDay'
    | 'google'
    | 'isLocalOnly'
    | 'origins'
    | 'operator'
    | 'hasUsageTracker'
    | 'gtagId'
    | 'attribution'
  >
  readonly payment: PaymentProvider
  readonly metrics: Metrics
  readonly log: Logger
  /** Signs upload addresses and hides client addresses; shared by all processes. */
  readonly secret: string
  readonly version: string
  readonly engineName: string
  /** Gives up what an engine does elsewhere for a task that was taken back; nobody waits for that. */
  readonly dropWork: (engineHandle: string) => void
  /** What can be made here, and for how many points. */
  readonly parameters: VideoParameters
}

export interface Context extends Services {
  readonly caller: Caller
  /** Present for calls that are declared idempotent. */
  readonly idempotency: IdempotencyKey | null
  /** Gives the browser a session's token to keep, or takes it away. */
  readonly setSession: (token: string | null) => void
  /** Has the browser keep the caller's user token, which is proven by then, for another year. */
  readonly keepUserToken: () => void
}
