import type { ShellIconName } from '#src/design/shell-icon.tsx'
import type { RouteName } from '#shared/domain/route-patterns.ts'

export interface NavItem {
  readonly mark: Exclude<NavMark, 'account'>
  readonly route: 'home' | 'imageToVideo' | 'explore' | 'effects' | 'creations' | 'pricing'
  readonly icon: ShellIconName
  readonly label: string
}

export const NAV_ITEMS = {
  home: { mark: 'home', route: 'home', icon: 'home', label: 'nav.home' },
  create: { mark: 'create', route: 'imageToVideo', icon: 'create', label: 'nav.create' },
  effects: { mark: 'effects', route: 'effects', icon: 'wand', label: 'nav.effects' },
  explore: { mark: 'explore', route: 'explore', icon: 'compass', label: 'nav.explore' },
  creations: { mark: 'creations', route: 'creations', icon: 'film', label: 'nav.creations' },
  pricing: { mark: 'pricing', route: 'pricing', icon: 'gem', label: 'nav.pricing' },
} as const satisfies Record<string, NavItem>

/** Creating stands in the middle, under the thumb. */
export const BAR_ITEMS: readonly NavItem[] = [NAV_ITEMS.home, NAV_ITEMS.effects, NAV_ITEMS.create, NAV_ITEMS.explore, NAV_ITEMS.creations]

/** The entries of header, bottom bar and user menu that can be marked as the place the person is in. */
type NavMark = 'home' | 'create' | 'effects' | 'explore' | 'creations' | 'pricing' | 'account'

/** null: a screen that stands beside the ways around. Rule: docs/platform.md, "Layouts". */
const MARKS: Record<RouteName, NavMark | null> = {
  landing: 'home',
  index: 'home',
  home: 'home',
  login: null,
  signup: null,
  pricing: 'pricing',
  support: null,
  demoCrop: null,
  settings: 'account',
  creations: 'creations',
  personal: 'account',
  ledger: 'account',
  receipt: 'account',
  paySuccess: null,
  payCancel: null,
  explore: 'explore',
  exploreDetail: 'explore',
  resource: null,
  resourceDetail: null,
  privacy: null,
  terms: null,
  effects: 'effects',
  effectDetail: 'effects',
  startEnd: 'create',
  startEndDetail: 'create',
  templates: 'create',
  templateDetail: 'create',
  imageToVideo: 'create',
  imageToVideoDetail: 'create',
  videoDetail: null,
}

/** The entry a screen belongs to. */
export function markOf(screen: RouteName | undefined): NavMark | null {
  return screen === undefined ? null : MARKS[screen]
}

/** What `aria-current` says of an entry: 'page' on its own screen, 'true' on those that belong to it. */
export function currentMark(
  entry: { readonly mark: NavMark; readonly route: RouteName },
  screen: RouteName | undefined,
): 'page' | 'true' | undefined {
  if (markOf(screen) !== entry.mark) return undefined
  return entry.route === screen ? 'page' : 'true'
}
