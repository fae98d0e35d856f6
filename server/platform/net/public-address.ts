import { BlockList, isIP } from 'node:net'

/** IPv4 that is not the public internet: own networks, this computer, documentation, multicast, reserved. */
const PRIVATE_V4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/** Inside the one public block of IPv6: documentation, and tunnels that lead back into IPv4. */
const PRIVATE_V6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const notPublic = new BlockList()
for (const [network, prefix] of PRIVATE_V4) notPublic.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of PRIVATE_V6) notPublic.addSubnet(network, prefix, 'ipv6')

const publicV6 = new BlockList()
publicV6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address belongs to the public internet. Anything else than an address is not public. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.check(address, 'ipv4')
  return isIP(address) === 6 && publicV6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}
