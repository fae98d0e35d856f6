import type { RouteName } from '#shared/domain/route-patterns.ts'
import type { IconName } from '#src/ui/icon.tsx'

export interface NavItem {
  readonly route: Extract<RouteName, 'home' | 'imageToVideo' | 'explore' | 'effects' | 'creations' | 'pricing'>
  readonly icon: IconName
  readonly label: string
  readonly isInBottomBar: boolean
}

export const NAV_ITEMS: readonly NavItem[] = [
  { route: 'home', icon: 'home', label: 'nav.home', isInBottomBar: true },
  { route: 'imageToVideo', icon: 'create', label: 'nav.create', isInBottomBar: true },
  { route: 'explore', icon: 'compass', label: 'nav.explore', isInBottomBar: true },
  { route: 'effects', icon: 'wand', label: 'nav.effects', isInBottomBar: false },
  { route: 'creations', icon: 'film', label: 'nav.creations', isInBottomBar: true },
  { route: 'pricing', icon: 'gem', label: 'nav.pricing', isInBottomBar: false },
]
