import { shownMessage } from '#shared/api/client.ts'
import { type Result, fail, ok } from '#shared/result.ts'

/** Asks the server whether a payment page may open at a URL. */
export type ValidateUrl = (url: string) => Promise<Result<{ readonly success: boolean; readonly message: string }>>

export interface RefusedUrl {
  readonly kind: 'address_refused'
  readonly message: string
}

/** Checks whether the server allows a payment page at this URL. If not, or without an answer, returns the note to show. */
export async function checkPaymentUrl(url: string, validateUrl: ValidateUrl): Promise<Result<null, RefusedUrl>> {
  const answer = await validateUrl(url)
  if (answer.ok && answer.value.success) return ok(null)
  const message = answer.ok ? shownMessage(answer.value.message) : (answer.error.message ?? '')
  return fail({ kind: 'address_refused', message })
}
