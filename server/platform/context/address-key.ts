import { createHmac } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
/** Of a device's network, in bits: what is behind them it chooses for itself. */
const DEVICE_NETWORK_BITS = 64
/** Of what a provider gives to one customer, in bits. */
const CUSTOMER_NETWORK_BITS = 56
const IPV6_GROUPS = 8
const GROUP_BITS = 16

/** The address without its IPv6 wrapping. */
function plainAddress(address: string): string {
  return IPV4_IN_IPV6.exec(address)?.[1] ?? address
}

export function isLoopback(address: string): boolean {
  const plain = plainAddress(address)
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}

/** What an address counts as for limits, hidden by a key: the address of IPv4, the /64 network of IPv6. */
export function addressKey(address: string, secret: string): string {
  return hidden(`address ${network(plainAddress(address), DEVICE_NETWORK_BITS)}`, secret)
}

/** What a customer of IPv6 has altogether, its /56 network; null for an address of IPv4, which counts alone. */
export function customerKey(address: string, secret: string): string | null {
  const plain = plainAddress(address)
  return isIPv6(plain) ? hidden(`customer ${network(plain, CUSTOMER_NETWORK_BITS)}`, secret) : null
}

function hidden(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** The first bits of an address of IPv6, group by group; an address of IPv4 whole. */
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
