import type { Call, CallData, CallInput } from '#shared/api/define-call.ts'
import type { ErrorCode } from '#shared/error-codes.ts'
import { type Result, fail } from '#shared/result.ts'
import type { Services } from './services.ts'

export { ok } from '#shared/result.ts'

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

export interface IdempotencyKey {
  readonly key: string
  readonly route: string
  readonly bodySha256: string
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
