import type { PaymentFailure } from '#server/providers/payment/payment-provider.ts'
import type { Result } from '#shared/result.ts'
import { fail, ok } from '#shared/result.ts'

const AWAY_STATUSES = new Set([408, 409, 429])

/** A call's answer, or what its failure says about the thing that was asked for. */
export async function settled<T>(call: Promise<T>): Promise<Result<T, PaymentFailure>> {
  try {
    return ok(await call)
  } catch (error) {
    return fail(failureOf(error))
  }
}

/** Stripe's errors carry the status of the answer; without one there was none. A bug of ours has no `rawType` and goes on. */
function failureOf(error: unknown): PaymentFailure {
  if (!(error instanceof Error) || !('rawType' in error || 'statusCode' in error || error.name === 'StripeConnectionError')) throw error
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0
  if (status === 404) return 'unknown'
  return status >= 400 && status < 500 && !AWAY_STATUSES.has(status) ? 'refused' : 'away'
}
