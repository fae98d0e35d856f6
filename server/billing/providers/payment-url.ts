import { type CallAnswer, type Context, ok } from '#server/verbs/verb.ts'
import type { validateUrl as validateUrlCall } from '#shared/api/pay-orders.ts'

/** Whether an address is one of our own pages: a provider's page may return only to these. */
export function isOwnPage({ config }: Pick<Context, 'config'>, address: string, path: RegExp): boolean {
  if (!URL.canParse(address)) return false
  const { origin, pathname, username, password } = new URL(address)
  return (
    config.origins.some((appOrigin) => new URL(appOrigin).origin === origin) && path.test(pathname) && username === '' && password === ''
  )
}

const REFUSED_TEXT = 'This is not an address of our payment service, so it was not opened.'

/**
 * Checks whether an address belongs to the payment service. Callers need no account: the content security policy of every page already
 * names the allowed origins. For a rejected address, the call succeeds with `success: false`.
 */
export async function validateUrl({
  ctx,
  input,
}: {
  ctx: Context
  input: { readonly url: string }
}): Promise<CallAnswer<typeof validateUrlCall>> {
  const success = isCheckoutAddress(input.url, ctx.payment.origins)
  return ok({ success, message: success ? '' : REFUSED_TEXT })
}

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Whether an address may be opened as a checkout: one of these origins, over https or over http on localhost, without credentials. It must
 * start with the exact origin text, so no parser reads it differently. Nothing is fetched.
 */
export function isCheckoutAddress(address: string, origins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password, origin } = new URL(address)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOST.test(hostname))
  return isSafe && username === '' && password === '' && origins.includes(origin) && address.startsWith(`${origin}/`)
}
