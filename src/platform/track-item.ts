import type { Template } from '#shared/api/templates.ts'
import { trackMode } from '#shared/domain/track-rules.ts'
import type { ShownItem, TrackEvents } from './track.ts'
import type { ViewerItem } from './viewer-item.ts'

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
