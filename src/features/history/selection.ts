export interface Selection {
  readonly ids: ReadonlySet<string>
  /** Where a range begins: the one that was pressed last. */
  readonly anchor: string | null
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null }

/** Adds one, or takes it out. */
export function toggleSelected({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Everything from the anchor to `id`, in the order in which it is shown, joins what is selected; without an anchor on the screen only `id`. */
export function selectRange({ ids, anchor }: Selection, id: string, shown: readonly string[]): Selection {
  const from = anchor === null ? -1 : shown.indexOf(anchor)
  const to = shown.indexOf(id)
  if (to < 0) return { ids, anchor }
  const start = from < 0 ? to : Math.min(from, to)
  return { ids: new Set([...ids, ...shown.slice(start, Math.max(from, to) + 1)]), anchor: from < 0 ? id : anchor }
}

/** Only what is still shown can be acted on. */
export function keepShown({ ids, anchor }: Selection, shown: readonly string[]): Selection {
  const present = new Set(shown)
  if ([...ids].every((id) => present.has(id))) return { ids, anchor }
  return { ids: new Set([...ids].filter((id) => present.has(id))), anchor: anchor !== null && present.has(anchor) ? anchor : null }
}
