import { shownMessage } from '#shared/api/client.ts'
import { type Result, fail, ok } from '#shared/result.ts'

/** Asks the server whether a payment may open at a URL. */
export type ValidateUrl = (url: string) => Promise<Result<{ readonly success: boolean; readonly message: string }>>

export interface RefusedUrl {
  readonly kind: 'address_refused'
  readonly message: string
}

/** Whether the server lets a payment open at this URL; if not, or if it can't be asked, the note that says so. */
export async function checkPaymentUrl(url: string, validateUrl: ValidateUrl): Promise<Result<null, RefusedUrl>> {
  const answer = await validateUrl(url)
  if (answer.ok && answer.value.success) return ok(null)
  const message = answer.ok ? shownMessage(answer.value.message) : (answer.error.message ?? '')
  return fail({ kind: 'address_refused', message })
}
