import { useEffect } from 'react'
import { useLocationProperty, screenAddress, screenPath } from '#src/routing/routes.ts'
import { type RouteName, type ScreenHead, matchRoute, screenHead, ITEM_TITLE } from '#shared/domain/screens.ts'
import { isViewerPath } from '#shared/domain/viewer-address.ts'
import { useText, text } from '#src/i18n/i18n.ts'
import { proxy } from '#src/store/state.ts'
import type { ItemHead } from '#src/creations/shown-item.ts'

interface ScreenTitle {
  /** The name of the current screen; `followTabBadge` derives the document's title from it. */
  name: string
  head: ScreenHead
  /** The address belongs to an item or article with its own name, loaded or not. */
  isBelow: boolean
}

export const screenTitle = proxy<ScreenTitle>({ name: '', head: screenHead(undefined), isBelow: false })

export function useScreenTitle(screen: RouteName | undefined): void {
  const name = useText()(screenHead(screen).title)
  const isBelow = useLocationProperty(isOfItem, isOfItem)
  useEffect(() => {
    Object.assign(screenTitle, { name, head: screenHead(screen), isBelow })
  }, [name, screen, isBelow])
}

function isOfItem(): boolean {
  return isViewerPath(location.pathname) || matchRoute(location.pathname) === 'resourceDetail'
}

/** The document's title; '' while it is unknown, which leaves the current one. */
export function documentName({ name, isBelow }: Pick<ScreenTitle, 'name' | 'isBelow'>, item: ItemHead | null): string {
  if (item !== null) return text(ITEM_TITLE, { name: item.name })
  return isBelow ? '' : name
}

/** The title of a screen without a name. The document's current title is not used, because it may be the title of an item. */
const NO_TITLE = 'Kinora'

/** The current screen. `isNamed`: its own title is set. */
export function presentScreen(): { readonly address: string; readonly title: string; readonly isNamed: boolean } {
  const { title } = screenHead(matchRoute(screenPath()))
  const isNamed = screenTitle.name !== '' && screenTitle.head.title === title
  return { address: screenAddress(), title: isNamed ? screenTitle.name : NO_TITLE, isNamed }
}
