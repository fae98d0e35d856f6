import type { ShellIconName } from '#src/design/shell-icon.tsx'
import { type NavMark, type RouteName, screenOf } from '#shared/domain/screens.ts'

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

/** The items of the bar on phones. "Create" is in the middle, within reach of the thumb. */
export const BAR_ITEMS: readonly NavItem[] = [NAV_ITEMS.home, NAV_ITEMS.effects, NAV_ITEMS.create, NAV_ITEMS.explore, NAV_ITEMS.creations]

/** The `aria-current` value of an item: 'page' on its own screen, 'true' on a screen that belongs to it, undefined elsewhere. */
export function currentMark(
  entry: { readonly mark: NavMark; readonly route: RouteName },
  screen: RouteName | undefined,
): 'page' | 'true' | undefined {
  if (screenOf(screen).mark !== entry.mark) return undefined
  return entry.route === screen ? 'page' : 'true'
}

interface Tool {
  readonly route: 'imageToVideo' | 'startEnd' | 'templates'
  readonly detailRoute: RouteName
  readonly icon: ShellIconName
  readonly label: string
}

export const TOOLS: readonly Tool[] = [
  { route: 'imageToVideo', detailRoute: 'imageToVideoDetail', icon: 'image', label: 'nav.tool.imageToVideo' },
  { route: 'startEnd', detailRoute: 'startEndDetail', icon: 'frames', label: 'nav.tool.startEnd' },
  { route: 'templates', detailRoute: 'templateDetail', icon: 'wand', label: 'nav.tool.templates' },
]

export function currentTool({ route, detailRoute }: Tool, screen: RouteName | undefined): 'page' | 'true' | undefined {
  if (route === screen) return 'page'
  return detailRoute === screen ? 'true' : undefined
}
