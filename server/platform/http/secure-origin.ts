import type { MiddlewareHandler } from 'hono'
import { clientOf } from './client-of.ts'

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])
/** HSTS: one year, in s. */
const HTTPS_ALONE = 'max-age=31536000'
const PROBES = new Set(['/healthz', '/readyz'])

export const HTTPS_PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Kinora needs https here</title>
<body style="font:16px/1.5 system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem">
<h1>Kinora needs https here</h1>
<p>Browsers give workers, storage and installation only to secure addresses. On this computer itself, <b>localhost</b> counts as one;
any other address needs https.</p>
<p>Either start the server with <code>TLS_CERT</code> and <code>TLS_KEY</code> naming a certificate and its key, or put a proxy that
speaks https in front and set <code>TRUST_PROXY=1</code> and <code>PUBLIC_ORIGIN</code>.</p>
</body></html>`

/** Plain http from another machine gets a page with instructions, because the app would only half work; https clients get HSTS. */
export function secureOrigin(trustProxy: number): MiddlewareHandler {
  return async function secureOriginMiddleware(c, next) {
    const client = clientOf(c, trustProxy)
    const isLocal = LOCAL_HOSTS.has(client.hostname)
    if (client.isHttps && !isLocal) c.header('strict-transport-security', HTTPS_ALONE)
    if (client.isHttps || isLocal || PROBES.has(c.req.path)) return next()
    return c.html(HTTPS_PAGE, 403)
  }
}
