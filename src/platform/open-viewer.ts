import type { Template } from '#shared/api/templates.ts'
import { creationPath, templatePath } from '#shared/domain/detail-path.ts'
import { trackMode } from '#shared/domain/measurement-rules.ts'
import { type ShownItem, type TrackEvents, track } from './track.ts'
import { type ViewerItem, type ViewerOpening, callViewer } from './viewer-adapter.ts'

/** The path of what a viewer shows. Rule: docs/viewer.md, "Viewers". */
export function viewerItemPath(item: ViewerItem): string {
  return item.kind === 'media' ? creationPath(item.creation) : templatePath(item.template)
}

/**
 * Names an item among others, whatever list it stands in. A card that carries it as `data-viewer-item` gets the focus back when the viewer
 * closes over its item.
 */
export function viewerItemKey(item: ViewerItem): string {
  return item.kind === 'media' ? `creation:${item.creation.id}` : `template:${item.template.id}`
}

/** Opens the viewer over the screen: pushes the item's address, and gives address, scroll and focus back when it closes. */
export function openViewer(opening: ViewerOpening): void {
  const item = opening.items[opening.index]
  if (item === undefined) return
  track('viewer_open', trackedItem(item))
  callViewer(opening, viewerItemPath(item))
}

/** What is told of an item: what it is, and the id of what everybody may see; a creation's is nobody's business. */
export function trackedItem(item: ViewerItem): ShownItem {
  if (item.kind === 'media') return { name: 'creation' }
  const { id } = item.template
  return item.kind === 'effect' ? { name: 'effect', templates: id } : { name: 'explore', explore: id }
}

/** What is told of an item whose form is opened. */
export function trackedUse({ id, bizType }: Template, source: TrackEvents['template_use']['source']): TrackEvents['template_use'] {
  return { name: trackMode(bizType), ...(bizType === 'TEMPLATE' ? { templates: id } : { explore: id }), source }
}
