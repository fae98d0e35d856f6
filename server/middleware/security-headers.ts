import type { MiddlewareHandler } from 'hono'

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "font-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

/** On every answer, worker scripts too: a worker obeys the policy that came with its own script. */
export function securityHeaders(): MiddlewareHandler {
  return async function securityHeadersMiddleware(c, next) {
    const framedBy = c.req.path.startsWith('/pay/') ? "'self'" : "'none'"
    c.header('content-security-policy', `${POLICY}; frame-ancestors ${framedBy}`)
    c.header('cross-origin-opener-policy', 'same-origin-allow-popups')
    c.header('cross-origin-resource-policy', 'same-origin')
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'strict-origin-when-cross-origin')
    await next()
  }
}
