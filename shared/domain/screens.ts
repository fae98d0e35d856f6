import { splitLocale } from './locale-prefix.ts'

/** A screen: its path, head and layout. `src/app/screen-components.ts` has its component. */
interface Screen {
  /** The screen's path, in the notation of wouter: `*` matches the rest of the path. */
  readonly path: string
  /** The key of the screen's title and description in the texts; see `screenHead`. */
  readonly head: string
  /** The screen's address for search engines; absent if they may not list the screen. */
  readonly canonical?: string
  readonly layout: LayoutName
  readonly mark?: NavMark
  /** The only theme that the screen supports. */
  readonly theme?: 'dark'
  /** The screen has the deep background of the payment results. */
  readonly hasDeepBackdrop?: true
}

/** 'none' is a bare page: the payment results, which also open in a frame. */
export type LayoutName = 'default' | 'home' | 'no-login' | 'pure' | 'tools' | 'none'

/** The entries of header, bottom bar and user menu that can be marked as current. */
export type NavMark = 'home' | 'create' | 'effects' | 'explore' | 'creations' | 'pricing' | 'account'

/**
 * Every screen. The page renders screens from this table, and the server uses it for 404 answers and heads.
 * Rule: docs/platform.md, "Routes", "Layouts" and "Heads".
 */
export const SCREENS = {
  landing: { path: '/', head: 'landing', canonical: '/', layout: 'default', mark: 'home' },
  index: { path: '/index', head: 'landing', canonical: '/', layout: 'default', mark: 'home' },
  home: { path: '/home', head: 'home', canonical: '/home', layout: 'home', mark: 'home' },
  login: { path: '/login', head: 'login', canonical: '/login', layout: 'no-login' },
  signup: { path: '/signup', head: 'signup', canonical: '/signup', layout: 'no-login' },
  pricing: { path: '/pricing', head: 'pricing', canonical: '/pricing', layout: 'default', mark: 'pricing' },
  support: { path: '/support', head: 'support', canonical: '/support', layout: 'default' },
  demoCrop: { path: '/demo/crop', head: 'demoCrop', layout: 'default' },
  settings: { path: '/ai/setting', head: 'settings', layout: 'home', mark: 'account' },
  creations: { path: '/ai/creation', head: 'creations', layout: 'home', mark: 'creations' },
  personal: { path: '/ai/personal', head: 'personal', layout: 'home', mark: 'account' },
  ledger: { path: '/ai/ledger', head: 'ledger', layout: 'home', mark: 'account' },
  receipt: { path: '/ai/receipt/*', head: 'receipt', layout: 'pure', mark: 'account' },
  paySuccess: {
    path: '/pay/success',
    head: 'paySuccess',
    layout: 'none',
    theme: 'dark',
    hasDeepBackdrop: true,
  },
  payCancel: { path: '/pay/cancel', head: 'payCancel', layout: 'none', theme: 'dark', hasDeepBackdrop: true },
  explore: { path: '/explore', head: 'explore', canonical: '/explore', layout: 'home', mark: 'explore' },
  exploreDetail: { path: '/explore/*', head: 'explore', layout: 'home', mark: 'explore' },
  resource: { path: '/resource', head: 'resource', canonical: '/resource', layout: 'default' },
  resourceDetail: { path: '/resource/*', head: 'resource', layout: 'default' },
  privacy: { path: '/privacy-policy', head: 'privacy', canonical: '/privacy-policy', layout: 'pure' },
  terms: { path: '/terms-of-service', head: 'terms', canonical: '/terms-of-service', layout: 'pure' },
  effects: { path: '/video-effects', head: 'effects', canonical: '/video-effects', layout: 'home', mark: 'effects' },
  effectDetail: { path: '/video-effects/*', head: 'effects', layout: 'tools', mark: 'effects' },
  startEnd: { path: '/tools/start-end-frame', head: 'startEnd', canonical: '/tools/start-end-frame', layout: 'tools', mark: 'create' },
  startEndDetail: { path: '/tools/start-end-frame/*', head: 'startEnd', layout: 'tools', mark: 'create' },
  templates: { path: '/tools/video-templates', head: 'templates', canonical: '/tools/video-templates', layout: 'tools', mark: 'create' },
  templateDetail: { path: '/tools/video-templates/*', head: 'templates', layout: 'tools', mark: 'create' },
  imageToVideo: {
    path: '/tools/image-to-video-generator',
    head: 'imageToVideo',
    canonical: '/tools/image-to-video-generator',
    layout: 'tools',
    mark: 'create',
  },
  imageToVideoDetail: { path: '/tools/image-to-video-generator/*', head: 'imageToVideo', layout: 'tools', mark: 'create' },
  /** "Not found" for everybody except operators. */
  operator: { path: '/operator', head: 'notFound', layout: 'pure' },
  operatorPart: { path: '/operator/*', head: 'notFound', layout: 'pure' },
  videoDetail: { path: '/video-detail/*', head: 'explore', layout: 'pure' },
} as const satisfies Record<string, Screen>

export type RouteName = keyof typeof SCREENS
export const SCREEN_NAMES = Object.keys(SCREENS) as RouteName[]
export const NOT_FOUND_SCREEN = { head: 'notFound', layout: 'pure' } as const satisfies Omit<Screen, 'path'>

/** The path pattern of each screen, by the screen's name. */
export const ROUTES = Object.fromEntries(Object.entries(SCREENS).map(([name, { path }]) => [name, path])) as {
  readonly [Name in RouteName]: (typeof SCREENS)[Name]['path']
}
export const ROUTE_PATTERNS: readonly string[] = Object.values(ROUTES)

/** The entry of a screen in `SCREENS`. `name` is undefined for an address without a screen. */
export function screenOf(name: RouteName | undefined): Omit<Screen, 'path'> {
  return name === undefined ? NOT_FOUND_SCREEN : SCREENS[name]
}

/** The text key of the title of a gallery item or a creation. The text contains the item's `name`. */
export const ITEM_TITLE = 'title.item'

export interface ScreenHead {
  /** The text key of the title, in `common.json`. */
  readonly title: string
  /** The text key of the description, in `head.json`. */
  readonly description: string
  readonly canonical: string | null
}

/** The texts of a screen for browsers, search engines and link previews. Rule: docs/platform.md, "Heads". */
export function screenHead(name: RouteName | undefined): ScreenHead {
  const { head, canonical = null } = screenOf(name)
  return { title: `title.${head}`, description: `head.${head}`, canonical }
}

/** The screen of a path, with or without a locale prefix and trailing slash; undefined for a 404. */
export function matchRoute(path: string): RouteName | undefined {
  const plainPath = splitLocale(path)
    .path.replace(/(.)\/+$/, '$1')
    .toLowerCase()
  return SCREEN_NAMES.find((name) => {
    const pattern: string = ROUTES[name]
    return pattern.endsWith('/*') ? plainPath.startsWith(pattern.slice(0, -1)) : plainPath === pattern
  })
}
