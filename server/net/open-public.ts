import https from 'node:https'
import type { LookupAddress } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { type LookupFunction, isIP, BlockList } from 'node:net'
import { lookup } from 'node:dns/promises'

/** A connection without data for this long is aborted, in ms. */
const SILENCE_MS = 30_000

type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

/** An address that must not be requested. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
}

export interface PublicDeps {
  readonly resolve: Resolve
  readonly isPublic: (address: string) => boolean
  /** Certificates to trust instead of the default ones. */
  readonly ca?: string
}

export const SYSTEM_NETWORK: PublicDeps = { resolve: (hostname) => lookup(hostname, { all: true }), isPublic: isPublicAddress }

/** The headers and the body of a POST; without them the request is a GET. */
interface PostRequest {
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Buffer
}

/**
 * Requests an address that a user or a service has sent: only https, only if all addresses of its host are public, and only from the
 * checked addresses. Redirects are returned, not followed.
 */
export async function openPublic(
  address: string,
  network: PublicDeps,
  signal: AbortSignal,
  postRequest?: PostRequest,
): Promise<IncomingMessage> {
  const { url, addresses } = await findPublic(address, network)
  const tlsOptions = network.ca === undefined ? {} : { ca: network.ca }
  const postOptions = postRequest === undefined ? {} : { method: 'POST', headers: postRequest.headers }
  return new Promise((resolve, reject) => {
    // A new connection, because a pooled connection may lead to an unchecked address.
    const request = https.request(
      url,
      { agent: false, lookup: pinLookup(addresses), signal, timeout: SILENCE_MS, ...tlsOptions, ...postOptions },
      resolve,
    )
    request.once('timeout', () => request.destroy(new Error('no answer in time')))
    request.on('error', reject)
    request.end(postRequest?.body)
  })
}

/** Resolves an address; throws `ForbiddenAddress` if it must not be requested, and passes on errors of `resolve`. */
export async function findPublic(
  address: string,
  { resolve, isPublic }: Pick<PublicDeps, 'resolve' | 'isPublic'>,
): Promise<{ readonly url: URL; readonly addresses: readonly LookupAddress[] }> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') throw new ForbiddenAddress('not a plain https address')
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const family = isIP(host)
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }]
  if (addresses.length === 0 || !addresses.every((lookupAddress) => isPublic(lookupAddress.address)))
    throw new ForbiddenAddress('not a public address')
  return { url, addresses }
}

function pinLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [firstAddress] = addresses
    if (options.all === true) callback(null, [...addresses])
    else callback(null, firstAddress?.address ?? '', firstAddress?.family)
  }
}

/** Non-public IPv4: private networks, loopback, documentation, multicast, reserved. */
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

/** Networks within the public block of IPv6 that are not public: documentation, and tunnels into IPv4. */
const PRIVATE_V6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const privateBlocks = new BlockList()
for (const [network, prefix] of PRIVATE_V4) privateBlocks.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of PRIVATE_V6) privateBlocks.addSubnet(network, prefix, 'ipv6')

const publicV6Block = new BlockList()
publicV6Block.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is public; false for anything else. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !privateBlocks.check(address, 'ipv4')
  return isIP(address) === 6 && publicV6Block.check(address, 'ipv6') && !privateBlocks.check(address, 'ipv6')
}
