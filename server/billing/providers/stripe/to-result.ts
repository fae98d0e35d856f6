import { type Result, fail, ok } from '#shared/result.ts'
import type { PaymentFailure } from '../payment-provider.ts'

const AWAY_STATUSES = new Set([408, 409, 429])

/** The answer of a call, or the failure class of its error. */
export async function toResult<T>(call: Promise<T>): Promise<Result<T, PaymentFailure>> {
  try {
    return ok(await call)
  } catch (error) {
    return fail(failureOf(error))
  }
}

/** Stripe's errors carry the HTTP status; without one there was no answer. Our own bugs have no `rawType` and are thrown. */
function failureOf(error: unknown): PaymentFailure {
  if (!(error instanceof Error) || !('rawType' in error || 'statusCode' in error || error.name === 'StripeConnectionError')) throw error
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0
  if (status === 404) return 'unknown'
  return status >= 400 && status < 500 && !AWAY_STATUSES.has(status) ? 'refused' : 'away'
}
