import type { LookupAddress } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import { lookup } from 'node:dns/promises'
import https from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** How long the other side may be silent, in ms. */
const SILENCE_MS = 30_000

export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

/** An address that must not be asked, whatever it would answer. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
}

export interface PublicDeps {
  readonly resolve: Resolve
  readonly isPublic: (address: string) => boolean
  /** Certificates to trust instead of the usual ones. */
  readonly ca?: string
}

export const SYSTEM_NETWORK: PublicDeps = { resolve: (hostname) => lookup(hostname, { all: true }), isPublic: isPublicAddress }

/** What is sent to it; nothing is a GET. */
interface Posted {
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Buffer
}

/**
 * Asks an address that somebody else has named: https only, every address of its host public, and the connection goes to the very
 * addresses that were checked. Redirects are not followed: they are answers like any other.
 */
export async function openPublic(address: string, network: PublicDeps, signal: AbortSignal, posted?: Posted): Promise<IncomingMessage> {
  const { url, found } = await findPublic(address, network)
  const trusted = network.ca === undefined ? {} : { ca: network.ca }
  const sent = posted === undefined ? {} : { method: 'POST', headers: posted.headers }
  return new Promise((done, refuse) => {
    // A connection of its own: a kept one was not made to an address that was checked here.
    const request = https.request(url, { agent: false, lookup: pinned(found), signal, timeout: SILENCE_MS, ...trusted, ...sent }, done)
    request.once('timeout', () => request.destroy(new Error('no answer in time')))
    request.on('error', refuse)
    request.end(posted?.body)
  })
}

/** Where an address leads now; throws `ForbiddenAddress` where it must not be asked, and what `resolve` throws. */
export async function findPublic(
  address: string,
  { resolve, isPublic }: Pick<PublicDeps, 'resolve' | 'isPublic'>,
): Promise<{ readonly url: URL; readonly found: readonly LookupAddress[] }> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') throw new ForbiddenAddress('not a plain https address')
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const family = isIP(host)
  const found = family === 0 ? await resolve(host) : [{ address: host, family }]
  if (found.length === 0 || !found.every((one) => isPublic(one.address))) throw new ForbiddenAddress('not a public address')
  return { url, found }
}

function pinned(found: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = found
    if (options.all === true) callback(null, [...found])
    else callback(null, first?.address ?? '', first?.family)
  }
}
