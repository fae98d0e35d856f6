import type { Call, CallData, CallInput } from '#shared/api/define-call.ts'
import type { ErrorCode } from '#shared/error-codes.ts'
import { type Result, fail } from '#shared/result.ts'
import type { Services } from './services.ts'

export { ok } from '#shared/result.ts'

/** The result of a verb: `ok` with a value, or a failure of `refuse`. */
export type Answer<T> = Result<T, ServiceFailure>

/** A verb's failure: an error code, and the invalid inputs. */
export interface ServiceFailure {
  readonly code: ErrorCode
  readonly fields?: readonly string[]
  /** The time after which a retry may succeed, sent as Retry-After. */
  readonly retryAfterMs?: number
  /** The HTTP status, if it is not the usual status of the code. */
  readonly status?: 408 | 413 | 415
  /** The text of the failure, if it is not the usual text of the code. */
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
  /** The cookie of an unfinished login; '' without one. */
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
  /** Present for idempotent calls. */
  readonly idempotency: IdempotencyKey | null
  /** Sets the browser's session cookie, or deletes it. */
  readonly setSession: (token: string | null) => void
  /** Sets the browser's cookie of an unfinished login, or deletes it. */
  readonly setChallenge: (token: string | null) => void
  /** Renews the cookie of the caller's verified user token for another year. */
  readonly renewUserToken: () => void
}

/** The request of a call's verb. `Needed`: the services that the verb uses; a test provides only these. */
export interface CallRequest<C extends Call, Needed extends keyof Context = keyof Context> {
  readonly ctx: Pick<Context, Needed>
  readonly input: CallInput<C>
}

export type CallAnswer<C> = Answer<CallData<C>>

export type Verb<C extends Call> = (request: CallRequest<C>) => Promise<CallAnswer<C>>
