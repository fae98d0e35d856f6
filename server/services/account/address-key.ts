import { createHmac } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
/** A household gets a whole /64, so the last four groups say nothing. */
const IPV6_NETWORK_GROUPS = 4
const IPV6_GROUPS = 8

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
  return createHmac('sha256', secret)
    .update(`address ${network(plainAddress(address))}`)
    .digest('hex')
}

function network(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('%', 1)[0]?.split('::') ?? []
  const first = head === '' ? [] : head.split(':')
  const last = tail === '' ? [] : tail.split(':')
  const filled = [...first, ...Array.from({ length: IPV6_GROUPS - first.length - last.length }, () => '0'), ...last]
  return filled
    .slice(0, IPV6_NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
