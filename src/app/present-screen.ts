import { matchRoute } from '#shared/domain/route-patterns.ts'
import { NOT_FOUND_HEAD, SCREEN_HEADS } from '#shared/domain/screen-head.ts'
import { screenAddress, screenPath } from '#src/platform/screen-location.ts'
import { screenTitle } from './screen-title.ts'

/** The document's own title may be an item's, so it stands in for none. */
const NO_TITLE = 'Kinora'

/** The screen that is shown. `isNamed`: its title is there, and no other one stands in for it. */
export function presentScreen(): { readonly address: string; readonly title: string; readonly isNamed: boolean } {
  const route = matchRoute(screenPath())
  const head = route === undefined ? NOT_FOUND_HEAD : SCREEN_HEADS[route]
  const isNamed = screenTitle.name !== '' && screenTitle.head.title === head.title
  return { address: screenAddress(), title: isNamed ? screenTitle.name : NO_TITLE, isNamed }
}
