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
  const plain = plainAddress(address)
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}

/** An address for rate limits, as a keyed hash: the IPv4 address, or the /64 network of IPv6. */
export function addressKey(address: string, secret: string): string {
  return hidden(`address ${network(plainAddress(address), DEVICE_NETWORK_BITS)}`, secret)
}

/** The key of a caller's address; null for this computer, whose callers share one unlimited address. */
export function limitedAddressKey(address: string, secret: string): string | null {
  return isLoopback(address) ? null : addressKey(address, secret)
}

/** The /56 network of an IPv6 customer; null for IPv4, where the address identifies the customer. */
export function customerKey(address: string, secret: string): string | null {
  const plain = plainAddress(address)
  return isIPv6(plain) ? hidden(`customer ${network(plain, CUSTOMER_NETWORK_BITS)}`, secret) : null
}

/** The address block shown to users as a location, never the address itself; '' if it is unknown. Rule: docs/account.md, "Own account". */
export function addressBlock(address: string): string {
  const plain = plainAddress(address)
  if (isLoopback(plain)) return LOCAL_ADDRESS_BLOCK
  if (isIPv4(plain)) return plain.replace(/\d+$/, '*')
  return isIPv6(plain) ? `${network(plain, SITE_NETWORK_BITS)}:*` : ''
}

export function hidden(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** The first bits of an IPv6 address, as groups; an IPv4 address unchanged. */
function network(address: string, bits: number): string {
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('%', 1)[0]?.split('::') ?? []
  const first = head === '' ? [] : head.split(':')
  const last = tail === '' ? [] : tail.split(':')
  const filled = [...first, ...Array.from({ length: IPV6_GROUPS - first.length - last.length }, () => '0'), ...last]
  return filled
    .slice(0, Math.ceil(bits / GROUP_BITS))
    .map((group, index) => {
      const unused = Math.max(0, (index + 1) * GROUP_BITS - bits)
      return ((Number.parseInt(group, 16) >> unused) << unused).toString(16)
    })
    .join(':')
}
