import { creationPath, templatePath } from '#shared/domain/detail-path.ts'
import { type ShownItem, track } from '../reporting/track.ts'
import { type ViewerItem, type ViewerOpening, callViewer } from './viewer-adapter.ts'

/** The viewer's path for an item. Rule: docs/viewer.md, "Viewers". */
export function viewerItemPath(item: ViewerItem): string {
  return item.kind === 'media' ? creationPath(item.creation) : templatePath(item.template)
}

/** The key of an item across all lists. A card with this key as `data-viewer-item` gets the focus when the viewer closes. */
export function viewerItemKey(item: ViewerItem): string {
  return item.kind === 'media' ? `creation:${item.creation.id}` : `template:${item.template.id}`
}

/** Opens the viewer over the screen: pushes the item's address, and restores address, scroll and focus when it closes. */
export function openViewer(opening: ViewerOpening): void {
  const item = opening.items[opening.index]
  if (item === undefined) return
  track('viewer_open', trackedItem(item))
  callViewer(opening, viewerItemPath(item))
}

/** The tracked data of an item: its kind, and the id of public items. A creation's id is private. */
export function trackedItem(item: ViewerItem): ShownItem {
  if (item.kind === 'media') return { name: 'creation' }
  const { id } = item.template
  return item.kind === 'effect' ? { name: 'effect', templates: id } : { name: 'explore', explore: id }
}
