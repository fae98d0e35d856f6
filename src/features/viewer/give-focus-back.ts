import type { ViewerItem } from '#src/lib/viewer-item.ts'
import { viewerItemKey } from '#src/lib/viewer-item.ts'

const CONTROL = 'a[href], button:not(:disabled)'

/** After a viewer has closed: to the card of the item that was shown last, when it is on the screen; else it stays with what opened it. */
export function giveFocusBack(item: ViewerItem | undefined): void {
  if (item === undefined) return
  const itemKey = viewerItemKey(item)
  const mark = CSS.escape(itemKey)
  const card = document.querySelector<HTMLElement>(`[data-viewer-item="${mark}"], #${CSS.escape(itemKey.replace(':', '-'))}`)
  if (card === null || card.contains(document.activeElement) || !isOnScreen(card)) return
  const place = card.matches(CONTROL) ? card : (card.querySelector<HTMLElement>(CONTROL) ?? card)
  place.focus({ preventScroll: true })
}

function isOnScreen(element: HTMLElement): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  return height > 0 && bottom > 0 && top < innerHeight
}
