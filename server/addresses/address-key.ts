import { createHmac } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { LOCAL_ADDRESS_BLOCK } from '#shared/domain/account-rules.ts'

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** The network prefix of one device, in bits. The device chooses all other bits itself. */
const DEVICE_NETWORK_BITS = 64

/** The prefix that a provider assigns to one customer, in bits. */
const CUSTOMER_NETWORK_BITS = 56

/** The prefix of a whole site, in bits. */
const SITE_NETWORK_BITS = 48

const IPV6_GROUPS = 8

const GROUP_BITS = 16

/** The address without an IPv4-mapped prefix. */
function plainAddress(address: string): string {
  return IPV4_IN_IPV6.exec(address)?.[1] ?? address
}

export function isLoopback(address: string): boolean {
  const bareAddress = plainAddress(address)
  return bareAddress === '::1' || (isIPv4(bareAddress) && bareAddress.startsWith('127.'))
}

/** An address for rate limits, as a keyed hash: the IPv4 address, or the /64 network of IPv6. */
export function addressKey(address: string, secret: string): string {
  return keyedHash(`address ${networkOf(plainAddress(address), DEVICE_NETWORK_BITS)}`, secret)
}

/** The key of a caller's address; null for this computer, whose callers share one unlimited address. */
export function limitedAddressKey(address: string, secret: string): string | null {
  return isLoopback(address) ? null : addressKey(address, secret)
}

/** The /56 network of an IPv6 customer; null for IPv4, where the address identifies the customer. */
export function customerKey(address: string, secret: string): string | null {
  const bareAddress = plainAddress(address)
  return isIPv6(bareAddress) ? keyedHash(`customer ${networkOf(bareAddress, CUSTOMER_NETWORK_BITS)}`, secret) : null
}

/** The address block shown to users as a location, never the address itself; '' if it is unknown. Rule: docs/account.md, "Own account". */
export function addressBlock(address: string): string {
  const bareAddress = plainAddress(address)
  if (isLoopback(bareAddress)) return LOCAL_ADDRESS_BLOCK
  if (isIPv4(bareAddress)) return bareAddress.replace(/\d+$/, '*')
  return isIPv6(bareAddress) ? `${networkOf(bareAddress, SITE_NETWORK_BITS)}:*` : ''
}

export function keyedHash(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** The first bits of an IPv6 address, as groups; an IPv4 address unchanged. */
function networkOf(address: string, bits: number): string {
  if (!isIPv6(address)) return address
  const [leadingText = '', trailingText = ''] = address.split('%', 1)[0]?.split('::') ?? []
  const leadingGroups = leadingText === '' ? [] : leadingText.split(':')
  const trailingGroups = trailingText === '' ? [] : trailingText.split(':')
  const groups = [
    ...leadingGroups,
    ...Array.from({ length: IPV6_GROUPS - leadingGroups.length - trailingGroups.length }, () => '0'),
    ...trailingGroups,
  ]
  return groups
    .slice(0, Math.ceil(bits / GROUP_BITS))
    .map((group, index) => {
      const unusedBits = Math.max(0, (index + 1) * GROUP_BITS - bits)
      return ((Number.parseInt(group, 16) >> unusedBits) << unusedBits).toString(16)
    })
    .join(':')
}
