import type { ViewerOpening } from './viewer-item.ts'
import { callViewer } from './viewer-door.ts'
import { viewerItemPath } from './viewer-item.ts'

/** Opens the viewer over the screen: pushes the item's address, and gives address, scroll and focus back when it closes. */
export function openViewer(opening: ViewerOpening): void {
  const item = opening.items[opening.index]
  if (item !== undefined) callViewer(opening, viewerItemPath(item))
}
