import type { Context } from '#server/context.ts'
import type { ServiceFailure } from '#server/platform/context/failure.ts'
import type { validateUrl as validateUrlCall } from '#shared/api/pay-orders.ts'
import type { CallData } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { ok } from '#shared/result.ts'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

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

/**
 * Whether an address may be opened as a checkout: one of these very origins, on https, or on http at this computer, without a name or
 * password in it. It has to begin with the origin letter by letter, so that nobody reads it otherwise than we do. Nothing is fetched.
 */
export function isCheckoutAddress(address: string, origins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password, origin } = new URL(address)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
  return isSafe && username === '' && password === '' && origins.includes(origin) && address.startsWith(`${origin}/`)
}
