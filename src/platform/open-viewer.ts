import type { ViewerOpening } from './viewer-item.ts'
import { trackedItem } from './track-item.ts'
import { track } from './track.ts'
import { callViewer } from './viewer-adapter.ts'
import { viewerItemPath } from './viewer-item.ts'

/** Opens the viewer over the screen: pushes the item's address, and gives address, scroll and focus back when it closes. */
export function openViewer(opening: ViewerOpening): void {
  const item = opening.items[opening.index]
  if (item === undefined) return
  track('viewer_open', trackedItem(item))
  callViewer(opening, viewerItemPath(item))
}
