import type { Context as Request } from 'hono'
import { isLoopback } from '#server/services/account/address-key.ts'
import { clientOf } from './client-of.ts'

const HOSTS = new Set(['localhost', '127.0.0.1'])
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Whether a request comes from this very computer, under its own name: pages for developers exist for nobody else. A proxy on the same
 * machine may give any request that name, so whatever was forwarded is not from here.
 */
export function isThisComputer(c: Request): boolean {
  const { address, hostname } = clientOf(c, 0)
  return isLoopback(address) && HOSTS.has(hostname) && FORWARDED.every((name) => c.req.header(name) === undefined)
}
