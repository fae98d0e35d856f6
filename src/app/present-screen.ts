import { matchRoute, screenHead } from '#shared/domain/screens.ts'
import { screenAddress, screenPath } from '#src/platform/screen-location.ts'
import { screenTitle } from './screen-title.ts'

/** The document's own title may be an item's, so it stands in for none. */
const NO_TITLE = 'Kinora'

/** The screen that is shown. `isNamed`: its title is there, and no other one stands in for it. */
export function presentScreen(): { readonly address: string; readonly title: string; readonly isNamed: boolean } {
  const { title } = screenHead(matchRoute(screenPath()))
  const isNamed = screenTitle.name !== '' && screenTitle.head.title === title
  return { address: screenAddress(), title: isNamed ? screenTitle.name : NO_TITLE, isNamed }
}
