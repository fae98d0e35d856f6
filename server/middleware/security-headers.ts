import type { MiddlewareHandler } from 'hono'

const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' blob: data:",
  'media-src': "'self' blob:",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'font-src': "'self'",
  'frame-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
}

/** The headers of every answer, by the place that may frame it and, where Google is used, its script's address. */
export function securityHeaderValues(framedBy: "'self'" | "'none'", gisSrc?: string): Readonly<Record<string, string>> {
  const google = gisSrc === undefined ? {} : googleSources(new URL(gisSrc))
  const policy = Object.entries(POLICY).map(([name, sources]) => [name, sources, ...(google[name] ?? [])].join(' '))
  return {
    'content-security-policy': [...policy, `frame-ancestors ${framedBy}`].join('; '),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  }
}

/** One script and its one style sheet, because other addresses of that origin answer with what they are told. FedCM asks under `connect-src`. */
function googleSources({ origin, pathname }: URL): Readonly<Record<string, readonly string[]>> {
  const style = new URL('style', origin + pathname).href
  return { 'script-src': [origin + pathname], 'style-src': [style], 'frame-src': [origin], 'connect-src': [origin] }
}

/** On every answer, worker scripts too: a worker obeys the policy that came with its own script. */
export function securityHeaders(gisSrc: string | undefined): MiddlewareHandler {
  const values = { "'self'": securityHeaderValues("'self'", gisSrc), "'none'": securityHeaderValues("'none'", gisSrc) }
  return async function securityHeadersMiddleware(c, next) {
    const framedBy = c.req.path.startsWith('/pay/') ? "'self'" : "'none'"
    for (const [name, value] of Object.entries(values[framedBy])) c.header(name, value)
    await next()
  }
}
