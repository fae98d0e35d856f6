import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { hash, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { COMMON_HEADERS, SIGNATURE_HEADER } from '#shared/api/common-params.ts'
import { SIGNATURE_KEY, SIGNATURE_WINDOW_MS, textToSign } from '#shared/api/signature.ts'
import type { DiskSpace } from '../media/disk-space.ts'
import { type Env, replyFailure } from './reply.ts'

/** Methods that change nothing. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Writing calls must come from our own pages, except in folders where other servers authenticate themselves. */
export function originCheck(origins: readonly string[], openTo: readonly string[]): MiddlewareHandler<Env> {
  return async function originCheckMiddleware(c, next) {
    if (READING.has(c.req.method) || origins.includes(c.req.header('origin') ?? '')) return next()
    if (openTo.some((folder) => c.req.path.startsWith(folder))) return next()
    return replyFailure(c, { code: 'H3013', fields: ['origin'] })
  }
}

/** When a call refused for disk space may be retried, in ms. */
const RETRY_AFTER_MS = 60_000

/** Refuses writes while the disk is almost full, so that nothing is left half done or charged; reads still work. */
export function diskSpaceCheck(room: DiskSpace): MiddlewareHandler<Env> {
  return async function roomCheckMiddleware(c, next) {
    if (READING.has(c.req.method) || (await room.hasRoom())) return next()
    return replyFailure(c, { code: 'H503', retryAfterMs: RETRY_AFTER_MS })
  }
}

interface SignatureDeps {
  readonly mode: Config['signMode']
  readonly nowMs: () => number
  readonly log: Logger
}

/** Rejects accidents and crude bots: the clock first, so that a client with a wrong one can follow ours, then the signature. */
export function signatureCheck({ mode, nowMs, log }: SignatureDeps): MiddlewareHandler<Env> {
  return async function signatureCheckMiddleware(c, next) {
    if (mode === 'off') return next()
    const params: Record<string, string> = c.req.query()
    for (const [name, header] of Object.entries(COMMON_HEADERS)) params[name] = c.req.header(header) ?? ''
    const problem = findProblem(params, c.req.header(SIGNATURE_HEADER) ?? '', nowMs())
    if (problem === undefined) return next()
    if (mode === 'enforce') return replyFailure(c, { code: 'H3000', fields: [problem] })
    log.warn({ requestId: c.get('requestId'), path: c.req.path, problem }, 'signature refused')
    return next()
  }
}

function findProblem(params: Record<string, string>, sign: string, nowMs: number): 'timestamp' | 'sign' | undefined {
  const timestamp = Number(params['timestamp'] === '' ? Number.NaN : params['timestamp'])
  if (!(Math.abs(nowMs - timestamp) <= SIGNATURE_WINDOW_MS)) return 'timestamp'
  const given = Buffer.from(sign)
  const expected = Buffer.from(hash('md5', textToSign(params, SIGNATURE_KEY)))
  return given.length === expected.length && timingSafeEqual(given, expected) ? undefined : 'sign'
}
