import type { Creation } from '#shared/api/generation.ts'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { isLayerOpen } from '#src/design/open-modal.ts'

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null }

export interface SelectionMode {
  readonly isOn: boolean
  readonly selected: readonly Creation[]
  readonly isSelected: (id: string) => boolean
  /** Toggles a creation; with `isRange`, selects all shown creations from the last toggled one to this one. */
  readonly pick: (id: string, isRange: boolean) => void
  readonly pickAll: () => void
  readonly start: () => void
  readonly leave: () => void
}

/**
 * The selection among the shown creations. The first pick starts selection mode. Escape ends it; Ctrl+A or ⌘A selects all shown
 * creations.
 */
export function useSelection(shownCreations: readonly Creation[]): SelectionMode {
  const [isOn, setOn] = useState(false)
  const [pickedSelection, setPickedSelection] = useState<Selection>(NOTHING_SELECTED)
  const shownIds = useMemo(() => shownCreations.map(({ id }) => id), [shownCreations])
  const latestIds = useRef(shownIds)
  useEffect(() => {
    latestIds.current = shownIds
  }, [shownIds])
  const selection = isOn ? retainShown(pickedSelection, shownIds) : NOTHING_SELECTED
  const pick = useCallback((id: string, isRange: boolean) => {
    setOn(true)
    setPickedSelection((former) => {
      const currentSelection = retainShown(former, latestIds.current)
      return isRange ? selectRange(currentSelection, id, latestIds.current) : toggleSelected(currentSelection, id)
    })
  }, [])
  const leave = useCallback(() => {
    setOn(false)
    setPickedSelection(NOTHING_SELECTED)
  }, [])
  const pickAll = () => setPickedSelection({ ids: new Set(shownIds), anchor: null })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isLayerOpen() || isTyping(event.target)) return
    if (event.key === 'Escape') leave()
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      pickAll()
    }
  })
  useEffect(() => {
    if (!isOn) return
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [isOn])
  return {
    isOn,
    selected: shownCreations.filter(({ id }) => selection.ids.has(id)),
    isSelected: (id) => selection.ids.has(id),
    pick,
    pickAll,
    start: () => setOn(true),
    leave,
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('textarea, select, input:not([type=checkbox])')
}

interface Selection {
  readonly ids: ReadonlySet<string>
  /** The item that was last picked without a range; the next range starts there. */
  readonly anchor: string | null
}

export function toggleSelected({ ids }: Selection, id: string): Selection {
  const newIds = new Set(ids)
  if (!newIds.delete(id)) newIds.add(id)
  return { ids: newIds, anchor: id }
}

/**
 * Adds everything between the anchor and `id`, in the order of `shownIds`, to the selection. Without a visible anchor, it only adds
 * `id`.
 */
export function selectRange({ ids, anchor }: Selection, id: string, shownIds: readonly string[]): Selection {
  const from = anchor === null ? -1 : shownIds.indexOf(anchor)
  const to = shownIds.indexOf(id)
  if (to < 0) return { ids, anchor }
  const start = from < 0 ? to : Math.min(from, to)
  return { ids: new Set([...ids, ...shownIds.slice(start, Math.max(from, to) + 1)]), anchor: from < 0 ? id : anchor }
}

/** Removes creations from the selection that are not shown any more. */
export function retainShown({ ids, anchor }: Selection, shownIds: readonly string[]): Selection {
  const shownIdSet = new Set(shownIds)
  if ([...ids].every((id) => shownIdSet.has(id))) return { ids, anchor }
  return { ids: new Set([...ids].filter((id) => shownIdSet.has(id))), anchor: anchor !== null && shownIdSet.has(anchor) ? anchor : null }
}
