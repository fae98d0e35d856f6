import { shownMessage } from '#shared/api/client.ts'
import { type Result, fail, ok } from '#shared/result.ts'

/** Asks the server whether this URL may be opened as a payment page. */
export type ValidateUrl = (url: string) => Promise<Result<{ readonly success: boolean; readonly message: string }>>

export interface RefusedUrl {
  readonly kind: 'address_refused'
  readonly message: string
}

/**
 * Checks with the server whether a URL may be opened as a payment page. If not, or if the server does not answer, the error is the
 * note to show.
 */
export async function checkPaymentUrl(url: string, validateUrl: ValidateUrl): Promise<Result<null, RefusedUrl>> {
  const answer = await validateUrl(url)
  if (answer.ok && answer.value.success) return ok(null)
  const message = answer.ok ? shownMessage(answer.value.message) : (answer.error.message ?? '')
  return fail({ kind: 'address_refused', message })
}
