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

/** The headers of every answer, by the place that may frame it. */
export function securityHeaderValues(framedBy: "'self'" | "'none'"): Readonly<Record<string, string>> {
  return {
    'content-security-policy': `${POLICY}; frame-ancestors ${framedBy}`,
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  }
}

/** On every answer, worker scripts too: a worker obeys the policy that came with its own script. */
export function securityHeaders(): MiddlewareHandler {
  return async function securityHeadersMiddleware(c, next) {
    const framedBy = c.req.path.startsWith('/pay/') ? "'self'" : "'none'"
    for (const [name, value] of Object.entries(securityHeaderValues(framedBy))) c.header(name, value)
    await next()
  }
}
