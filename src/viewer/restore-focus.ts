import type { ViewerItem } from '#src/routing/viewer-adapter.ts'
import { viewerItemKey } from '#src/routing/open-viewer.ts'

const CONTROL_SELECTOR = 'a[href], button:not(:disabled)'
/** Selects the tile of a gallery that Tab reaches. */
const CURRENT_TILE_SELECTOR = 'main [data-index] [data-main][tabindex="0"]'

/**
 * Restores the focus after the viewer has closed. If the last item was also the opened one, the opener retains the focus. Otherwise the
 * visible card of the last item gets the focus. Without such a card, the opener retains it; without an opener, the gallery's current tile
 * gets it.
 */
export function restoreFocus(lastItem: ViewerItem | undefined, openedItem: ViewerItem | undefined): void {
  const isOpenerFocused = document.activeElement !== document.body
  if (lastItem !== undefined && openedItem !== undefined && isOpenerFocused && viewerItemKey(lastItem) === viewerItemKey(openedItem)) return
  const card = lastItem === undefined ? null : cardOf(lastItem)
  if (card === null || !isOnScreen(card)) {
    if (!isOpenerFocused) document.querySelector<HTMLElement>(CURRENT_TILE_SELECTOR)?.focus({ preventScroll: true })
    return
  }
  if (card.contains(document.activeElement)) return
  const element = card.matches(CONTROL_SELECTOR) ? card : (card.querySelector<HTMLElement>(CONTROL_SELECTOR) ?? card)
  element.focus({ preventScroll: true })
}

function cardOf(item: ViewerItem): HTMLElement | null {
  const key = viewerItemKey(item)
  return document.querySelector(`[data-viewer-item="${CSS.escape(key)}"], #${CSS.escape(key.replace(':', '-'))}`)
}

function isOnScreen(element: HTMLElement): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  return height > 0 && bottom > 0 && top < innerHeight
}
