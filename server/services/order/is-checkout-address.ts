const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

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
