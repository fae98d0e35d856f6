import { matchRoute, screenHead } from '#shared/domain/screens.ts'
import { screenAddress, screenPath } from '#src/platform/screen-location.ts'
import { screenTitle } from './screen-title.ts'

/** Used because the document's current title may be an item's. */
const NO_TITLE = 'Kinora'

/** The current screen. `isNamed`: its own title is set. */
export function presentScreen(): { readonly address: string; readonly title: string; readonly isNamed: boolean } {
  const { title } = screenHead(matchRoute(screenPath()))
  const isNamed = screenTitle.name !== '' && screenTitle.head.title === title
  return { address: screenAddress(), title: isNamed ? screenTitle.name : NO_TITLE, isNamed }
}
