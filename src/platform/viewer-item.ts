import type { Creation } from '#shared/api/generation.ts'
import type { Template } from '#shared/api/templates.ts'
import { creationPath, templatePath } from '#shared/domain/detail-path.ts'

/** What a viewer shows: an item of the explore gallery or of the effects, or a creation of the person's own. */
export type ViewerItem =
  | { readonly kind: 'explore' | 'effect'; readonly template: Template }
  | { readonly kind: 'media'; readonly creation: Creation }

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

/** The list a viewer walks through, as it was when it was opened. */
export interface ViewerOpening {
  readonly items: readonly ViewerItem[]
  readonly index: number
  /** The items behind the ones that are known; empty when there are no more. Errors are the caller's to show: it then gives null. */
  readonly loadMore?: (known: number) => Promise<readonly ViewerItem[] | null>
}
