/**
 * Every screen's pattern, in wouter's notation: `*` matches the rest of the path. The page renders by it and the server decides on 404 by it.
 * Rule: docs/platform.md, "Routes".
 */
export const ROUTES = {
  landing: '/',
  index: '/index',
  home: '/home',
  login: '/login',
  signup: '/signup',
  pricing: '/pricing',
  support: '/support',
  demoCrop: '/demo/crop',
  settings: '/ai/setting',
  creations: '/ai/creation',
  personal: '/ai/personal',
  ledger: '/ai/ledger',
  receipt: '/ai/receipt/*',
  paySuccess: '/pay/success',
  payCancel: '/pay/cancel',
  explore: '/explore',
  exploreDetail: '/explore/*',
  resource: '/resource',
  resourceDetail: '/resource/*',
  privacy: '/privacy-policy',
  terms: '/terms-of-service',
  effects: '/video-effects',
  effectDetail: '/video-effects/*',
  startEnd: '/tools/start-end-frame',
  startEndDetail: '/tools/start-end-frame/*',
  templates: '/tools/video-templates',
  templateDetail: '/tools/video-templates/*',
  imageToVideo: '/tools/image-to-video-generator',
  imageToVideoDetail: '/tools/image-to-video-generator/*',
  videoDetail: '/video-detail/*',
} as const

export type RouteName = keyof typeof ROUTES
export const ROUTE_PATTERNS: readonly string[] = Object.values(ROUTES)

/** Locale codes that may prefix a path; the default language has none. */
const LOCALE_PREFIXES = ['en'] as const

/** Splits a leading locale off: '/en/home' gives '/en' and '/home'; without one the prefix is ''. Rule: docs/platform.md, "Routes". */
export function splitLocale(path: string): { readonly prefix: string; readonly path: string } {
  const locale = LOCALE_PREFIXES.find((code) => path === `/${code}` || path.startsWith(`/${code}/`))
  if (locale === undefined) return { prefix: '', path }
  const prefix = `/${locale}`
  return { prefix, path: path.slice(prefix.length) || '/' }
}

/** The screen of a path, with or without a locale prefix and trailing slash; undefined is a 404. */
export function matchRoute(path: string): RouteName | undefined {
  const bare = splitLocale(path)
    .path.replace(/(.)\/+$/, '$1')
    .toLowerCase()
  const names = Object.keys(ROUTES) as RouteName[]
  return names.find((name) => {
    const pattern: string = ROUTES[name]
    return pattern.endsWith('/*') ? bare.startsWith(pattern.slice(0, -1)) : bare === pattern
  })
}
