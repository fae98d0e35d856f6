import type { MiddlewareHandler, Context, Env as AnyEnv } from 'hono'
import { hash } from 'node:crypto'
import type { Logger } from '../telemetry/log.ts'
import { COMMON_HEADERS, SIGNATURE_HEADER, SIGNATURE_KEY, SIGNATURE_WINDOW_MS, textToSign } from '#shared/api/common-params.ts'
import type { DiskSpace } from '../disk/disk-space.ts'
import { type Env, replyFailure } from './reply.ts'
import { clientOf } from './client-of.ts'

/** Methods that change nothing. */
export const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Writing calls must come from our own pages, except below the paths where other servers authenticate themselves. */
export function originCheck(origins: readonly string[], openTo: readonly string[]): MiddlewareHandler<Env> {
  return async function originCheckMiddleware(c, next) {
    if (READING.has(c.req.method) || origins.includes(c.req.header('origin') ?? '')) return next()
    if (openTo.some((folder) => c.req.path.startsWith(folder))) return next()
    return replyFailure(c, { code: 'H3013', fields: ['origin'] })
  }
}

/** When the client may retry a call that the disk refused, in ms. */
export const DISK_RETRY_MS = 60_000

/**
 * Refuses writing calls while the disk is almost full or rejects writes, so that no work is charged and then fails. Reading calls still
 * work.
 */
export function diskSpaceCheck(room: DiskSpace): MiddlewareHandler<Env> {
  return async function roomCheckMiddleware(c, next) {
    if (READING.has(c.req.method) || (await room.hasRoom())) return next()
    return replyFailure(c, { code: 'H503', retryAfterMs: DISK_RETRY_MS })
  }
}

/** `off`: signatures are not checked. `log`: a call with a wrong signature or clock is logged and answered. `enforce`: it is refused. */
export const SIGN_MODES = ['off', 'log', 'enforce'] as const
export type SignMode = (typeof SIGN_MODES)[number]

const COMMON_HEADER_NAMES = Object.entries(COMMON_HEADERS)

interface SignatureDeps {
  readonly mode: SignMode
  readonly nowMs: () => number
  readonly log: Logger
}

/**
 * Checks the signature of each call, against accidental requests and simple bots. The clock is checked first, so that a client with a wrong
 * clock gets the clock error and can correct its clock.
 */
export function signatureCheck({ mode, nowMs, log }: SignatureDeps): MiddlewareHandler<Env> {
  return async function signatureCheckMiddleware(c, next) {
    if (mode === 'off') return next()
    const params: Record<string, string> = c.req.query()
    for (const [name, header] of COMMON_HEADER_NAMES) params[name] = c.req.header(header) ?? ''
    const problem = findProblem(params, c.req.header(SIGNATURE_HEADER) ?? '', nowMs())
    if (problem === undefined) return next()
    if (mode === 'enforce') return replyFailure(c, { code: 'H3000', fields: [problem] })
    log.warn({ requestId: c.get('requestId'), path: c.req.path, problem }, 'Request signature rejected')
    return next()
  }
}

function findProblem(params: Record<string, string>, sign: string, nowMs: number): 'timestamp' | 'sign' | undefined {
  const timestamp = Number(params['timestamp'] === '' ? Number.NaN : params['timestamp'])
  if (!(Math.abs(nowMs - timestamp) <= SIGNATURE_WINDOW_MS)) return 'timestamp'
  return sign === hash('md5', textToSign(params, SIGNATURE_KEY)) ? undefined : 'sign'
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])
/** HSTS: one year, in s. */
const HTTPS_ALONE = 'max-age=31536000'
/** Paths of load balancer probes. */
export const PROBES = new Set(['/healthz', '/readyz'])
export const HTTPS_PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Kinora needs HTTPS</title>
<body style="font:16px/1.5 system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem">
<h1>Kinora needs HTTPS</h1>
<p>Browsers allow workers, storage, and installation only on secure addresses. On this computer, <b>localhost</b> is secure. All other
addresses need HTTPS.</p>
<p>Set <code>TLS_CERT</code> and <code>TLS_KEY</code> to the files of a certificate and its key. Or put an HTTPS proxy in front of the
server, and set <code>TRUST_PROXY=1</code> and <code>PUBLIC_ORIGIN</code>.</p>
</body></html>`

/** Plain http from another machine gets a page with instructions, because half of the app would fail; https clients get HSTS. */
export function secureOrigin(trustProxy: number): MiddlewareHandler {
  return async function secureOriginMiddleware(c, next) {
    const client = clientOf(c, trustProxy)
    const isLocal = LOCAL_HOSTS.has(client.hostname)
    if (client.isHttps && !isLocal) c.header('strict-transport-security', HTTPS_ALONE)
    if (client.isHttps || isLocal || PROBES.has(c.req.path)) return next()
    return c.html(HTTPS_PAGE, 403)
  }
}

const ZERO_BYTE = '%00'

/** Refuses paths with a NUL byte: no file or row has such a name, and databases reject it. */
export function plainPath<E extends AnyEnv>(refuse: (c: Context<E>) => Response | Promise<Response>): MiddlewareHandler<E> {
  return async function plainPathMiddleware(c, next) {
    const { url } = c.req
    return url.includes(ZERO_BYTE) && new URL(url).pathname.includes(ZERO_BYTE) ? refuse(c) : next()
  }
}
