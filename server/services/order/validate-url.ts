import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { validateUrl as validateUrlCall } from '#shared/api/pay-orders.ts'
import type { CallData } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { ok } from '#shared/result.ts'
import { isCheckoutAddress } from './is-checkout-address.ts'

const REFUSED = 'This is not an address of our payment service, so it was not opened.'

/** Public: it tells nothing but what the security policy of every answer tells. A refusal is an answer. */
export async function validateUrl({
  ctx,
  input,
}: {
  ctx: Context
  input: { readonly url: string }
}): Promise<Result<CallData<typeof validateUrlCall>, ServiceFailure>> {
  const success = isCheckoutAddress(input.url, ctx.payment.origins)
  return ok({ success, message: success ? '' : REFUSED })
}
