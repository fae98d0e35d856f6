import { creationPath, templatePath } from '#shared/domain/detail-path.ts'
import { type ShownItem, track } from '../reporting/track.ts'
import { type ViewerItem, type ViewerOpening, callViewerOpener } from './viewer-adapter.ts'

/** The path at which the viewer shows an item. Rule: docs/viewer.md, "Viewers". */
export function viewerItemPath(item: ViewerItem): string {
  return item.kind === 'media' ? creationPath(item.creation) : templatePath(item.template)
}

/** The key of an item, the same in all lists. When the viewer closes, the card with this `data-viewer-item` gets the focus. */
export function viewerItemKey(item: ViewerItem): string {
  return item.kind === 'media' ? `creation:${item.creation.id}` : `template:${item.template.id}`
}

/**
 * Opens the viewer over the current screen, at the item's address. When it closes, address, scroll position and focus are restored.
 */
export function openViewer(opening: ViewerOpening): void {
  const item = opening.items[opening.index]
  if (item === undefined) return
  track('viewer_open', trackedItem(item))
  callViewerOpener(opening, viewerItemPath(item))
}

/** What is tracked about an item: its kind and, for gallery items, its id. The id of a creation is private. */
export function trackedItem(item: ViewerItem): ShownItem {
  if (item.kind === 'media') return { name: 'creation' }
  const { id } = item.template
  return item.kind === 'effect' ? { name: 'effect', templates: id } : { name: 'explore', explore: id }
}
