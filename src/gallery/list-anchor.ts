import { viewerEntry } from '../routing/routes.ts'

/** A list item, and how far it is below the top of the window, in px. */
export interface ListAnchor {
  readonly key: string
  readonly offset: number
}

/** The stored anchor of this history entry's list; null for a new entry or a list that was left at its top. */
export function readListAnchor(): ListAnchor | null {
  const anchor = (history.state as { readonly anchor?: Partial<ListAnchor> } | null)?.anchor
  return typeof anchor?.key === 'string' && typeof anchor.offset === 'number' ? { key: anchor.key, offset: anchor.offset } : null
}

/** Not saved while a viewer is open, because that history entry is not the list's. */
export function saveListAnchor(anchor: ListAnchor | null): void {
  if (viewerEntry() !== null) return
  const { anchor: _before, ...rest } = (history.state ?? {}) as Record<string, unknown>
  history.replaceState(anchor === null ? rest : { ...rest, anchor }, '')
}
