import { type RouteName, screenOf } from '#shared/domain/screens.ts'
import { BACK_TO_TOP_AFTER_PX } from '#shared/domain/shell-rules.ts'

const HOME_SCREENS: ReadonlySet<RouteName | undefined> = new Set<RouteName>(['landing', 'home', 'index'])

/**
 * The style of the back-to-top button; null while it is hidden. It is a text on the start screens, else a round arrow. Screens with
 * a form have no button, because it would cover the form's controls.
 */
export function backToTopVariant(view: {
  /** The scroll position of the page, in px. */
  readonly top: number
  readonly screen: RouteName | undefined
  readonly isPhone: boolean
}): { readonly shape: 'words' | 'arrow'; readonly size: 'phone' | 'desktop' } | null {
  if (view.top <= BACK_TO_TOP_AFTER_PX || screenOf(view.screen).layout === 'tools') return null
  return { shape: HOME_SCREENS.has(view.screen) ? 'words' : 'arrow', size: view.isPhone ? 'phone' : 'desktop' }
}
