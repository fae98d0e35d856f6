import { useEffect } from 'react'
import { useLocationProperty, screenAddress, screenPath } from '#src/routing/routes.ts'
import { type RouteName, type ScreenHead, matchRoute, screenHead, ITEM_TITLE } from '#shared/domain/screens.ts'
import { isViewerPath } from '#shared/domain/viewer-address.ts'
import { useText, text } from '#src/i18n/i18n.ts'
import { proxy } from '#src/store/state.ts'
import type { ItemHead } from '#src/creations/shown-item.ts'

interface ScreenTitle {
  /** The name of the current screen. `followTabBadge` forms the document's title from it. */
  name: string
  head: ScreenHead
  /** Whether the address is that of an item or article, whose own name is the title once it is loaded. */
  isItemAddress: boolean
}

export const screenTitle = proxy<ScreenTitle>({ name: '', head: screenHead(undefined), isItemAddress: false })

export function useScreenTitle(screen: RouteName | undefined): void {
  const name = useText()(screenHead(screen).title)
  const isItemAddress = useLocationProperty(hasItemAddress, hasItemAddress)
  useEffect(() => {
    Object.assign(screenTitle, { name, head: screenHead(screen), isItemAddress })
  }, [name, screen, isItemAddress])
}

function hasItemAddress(): boolean {
  return isViewerPath(location.pathname) || matchRoute(location.pathname) === 'resourceDetail'
}

/** The document's title without the state of the work; '' while the title is unknown, so that the current one stays. */
export function documentName({ name, isItemAddress }: Pick<ScreenTitle, 'name' | 'isItemAddress'>, item: ItemHead | null): string {
  if (item !== null) return text(ITEM_TITLE, { name: item.name })
  return isItemAddress ? '' : name
}

/** The title of a screen whose name is not known yet. The document's title can't be used, because it may be an item's. */
const FALLBACK_TITLE = 'Kinora'

/** The address and title of the current screen. `isNamed`: the screen's own title is known already. */
export function currentScreenFacts(): { readonly address: string; readonly title: string; readonly isNamed: boolean } {
  const { title } = screenHead(matchRoute(screenPath()))
  const isNamed = screenTitle.name !== '' && screenTitle.head.title === title
  return { address: screenAddress(), title: isNamed ? screenTitle.name : FALLBACK_TITLE, isNamed }
}
