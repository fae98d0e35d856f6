import { viewerEntry } from './screen-location.ts'

/** An item of a list and how far below the top of the window it stands, in px. */
export interface ListAnchor {
  readonly key: string
  readonly offset: number
}

/** What of the list of this history entry was looked at; null for a new entry, and for a list that was left at its top. */
export function readListAnchor(): ListAnchor | null {
  const anchor = (history.state as { readonly anchor?: Partial<ListAnchor> } | null)?.anchor
  return typeof anchor?.key === 'string' && typeof anchor.offset === 'number' ? { key: anchor.key, offset: anchor.offset } : null
}

/** An entry with a viewer over the list is not the list's own. */
export function saveListAnchor(anchor: ListAnchor | null): void {
  if (viewerEntry() !== null) return
  const { anchor: _before, ...rest } = (history.state ?? {}) as Record<string, unknown>
  history.replaceState(anchor === null ? rest : { ...rest, anchor }, '')
}
