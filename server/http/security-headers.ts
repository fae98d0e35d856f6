import type { Context, MiddlewareHandler } from 'hono'
import { splitLocale } from '#shared/domain/locale-prefix.ts'

type Sources = Readonly<Record<string, readonly string[]>>

const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self'",
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

/** Features that neither the page nor its frames use. */
const REFUSED_FEATURES = ['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'serial', 'usb', 'xr-spatial-tracking']

/** The sources of Google Analytics, which uses regional hosts. */
const GTAG_SOURCES: Sources = {
  'script-src': ['https://www.googletagmanager.com/gtag/js'],
  'connect-src': ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'],
  'img-src': ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
}

/** What the content security policy allows besides our own origin, by the configuration and the build. */
export interface OutsideSources {
  readonly gisSrc?: string | undefined
  readonly checkoutOrigins?: readonly string[]
  /** Hashes of the inline styles in our own HTML. */
  readonly inlineStyles?: readonly string[]
  readonly hasGtag?: boolean
}

const POLICY_HEADER = 'content-security-policy'

/** The security headers of a document. `framedBy`: the pages that may show the document in a frame. */
export function securityHeaderValues(
  framedBy: "'self'" | "'none'",
  { gisSrc, checkoutOrigins = [], inlineStyles = [], hasGtag = false }: OutsideSources = {},
): Readonly<Record<string, string>> {
  const google: Sources = gisSrc === undefined ? { 'style-src': inlineStyles } : googleSources(new URL(gisSrc))
  const gtag = hasGtag ? GTAG_SOURCES : {}
  const checkout: Sources = { 'frame-src': checkoutOrigins, 'connect-src': checkoutOrigins }
  const policy = Object.entries(POLICY).map(([name, sources]) => {
    return [name, sources, ...(google[name] ?? []), ...(checkout[name] ?? []), ...(gtag[name] ?? [])].join(' ')
  })
  return {
    [POLICY_HEADER]: [...policy, `frame-ancestors ${framedBy}`].join('; '),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': REFUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  }
}

/**
 * The policy sources of Google's sign-in script. Other paths of its origin echo input, so only the script and its style sheet are allowed.
 * The script writes inline styles whose hashes vary, so inline styles are allowed. FedCM requests fall under `connect-src`.
 */
function googleSources({ origin, pathname }: URL): Sources {
  const style = new URL('style', origin + pathname).href
  return { 'script-src': [origin + pathname], 'style-src': ["'unsafe-inline'", style], 'frame-src': [origin], 'connect-src': [origin] }
}

/**
 * Sets security headers on every answer. The content security policy is long, so it is missing in answers to which browsers apply no
 * policy.
 */
export function securityHeaders(outside: OutsideSources): MiddlewareHandler {
  const { [POLICY_HEADER]: inOwnFrame = '' } = securityHeaderValues("'self'", outside)
  const { [POLICY_HEADER]: inNone = '', ...others } = securityHeaderValues("'none'", outside)
  const headers = Object.entries(others)
  return async function securityHeadersMiddleware(c, next) {
    for (const [name, value] of headers) c.header(name, value)
    await next()
    addPolicy(c, isPaymentResult(c.req.path) ? inOwnFrame : inNone)
  }
}

/** Content types of data that a browser neither shows as a document, nor runs as a script, nor plays. */
const DATA_TYPE = /^(?:application\/(?:(?:[\w.-]+\+)?json|zip|wasm)|text\/css|font\/)/

/** Whether answers of this type contain the policy: documents, media and scripts, because a worker uses the policy of its own script. */
export function carriesPolicy(contentType: string | null): boolean {
  return contentType !== null && !DATA_TYPE.test(contentType)
}

/** Adds the policy to an answer that requires one, unless its route has set another. */
export function addPolicy(c: Pick<Context, 'res'>, policy: string): void {
  const { headers } = c.res
  if (carriesPolicy(headers.get('content-type')) && !headers.has(POLICY_HEADER)) headers.set(POLICY_HEADER, policy)
}

/** Whether a path is a result page of a payment: the frame of a checkout returns to it inside the app. */
function isPaymentResult(path: string): boolean {
  return path.toLowerCase().includes('/pay/') && splitLocale(path).path.toLowerCase().startsWith('/pay/')
}
