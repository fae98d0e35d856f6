import { viewerEntry } from '../routing/routes.ts'

/** An item of a list, and its distance from the top of the window in px. */
export interface ListAnchor {
  readonly key: string
  readonly offset: number
}

/** The anchor in the current history entry; null for a new entry, or if the list was left at its top. */
export function readListAnchor(): ListAnchor | null {
  const anchor = (history.state as { readonly anchor?: Partial<ListAnchor> } | null)?.anchor
  return typeof anchor?.key === 'string' && typeof anchor.offset === 'number' ? { key: anchor.key, offset: anchor.offset } : null
}

/**
 * Stores the anchor in the current history entry. Does nothing while a viewer is open, because the current entry then belongs to the
 * viewer.
 */
export function saveListAnchor(anchor: ListAnchor | null): void {
  if (viewerEntry() !== null) return
  const { anchor: _formerAnchor, ...rest } = (history.state ?? {}) as Record<string, unknown>
  history.replaceState(anchor === null ? rest : { ...rest, anchor }, '')
}
