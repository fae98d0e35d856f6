import type { Creation } from '#shared/api/generation.ts'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { isLayerOpen } from '#src/design/open-modal.ts'

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null }

export interface Selecting {
  readonly isOn: boolean
  readonly selected: readonly Creation[]
  readonly isSelected: (id: string) => boolean
  readonly pick: (id: string, isRange: boolean) => void
  readonly pickAll: () => void
  readonly start: () => void
  readonly leave: () => void
}

/**
 * The selection among the shown creations. The first pick starts selection mode. Escape ends it; Ctrl+A or ⌘A selects all shown
 * creations.
 */
export function useSelection(shown: readonly Creation[]): Selecting {
  const [isOn, setOn] = useState(false)
  const [picked, setPicked] = useState<Selection>(NOTHING_SELECTED)
  const shownIds = useMemo(() => shown.map(({ id }) => id), [shown])
  const latestIds = useRef(shownIds)
  useEffect(() => {
    latestIds.current = shownIds
  }, [shownIds])
  const selection = isOn ? retainShown(picked, shownIds) : NOTHING_SELECTED
  const pick = useCallback((id: string, isRange: boolean) => {
    setOn(true)
    setPicked((before) => {
      const current = retainShown(before, latestIds.current)
      return isRange ? selectRange(current, id, latestIds.current) : toggleSelected(current, id)
    })
  }, [])
  const leave = useCallback(() => {
    setOn(false)
    setPicked(NOTHING_SELECTED)
  }, [])
  const pickAll = () => setPicked({ ids: new Set(shownIds), anchor: null })
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
    selected: shown.filter(({ id }) => selection.ids.has(id)),
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
  /** The item that was pressed last; a range starts there. */
  readonly anchor: string | null
}

export function toggleSelected({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/**
 * Adds everything between the anchor and `id`, in the order of `shown`, to the selection. Without a visible anchor, it only adds
 * `id`.
 */
export function selectRange({ ids, anchor }: Selection, id: string, shown: readonly string[]): Selection {
  const from = anchor === null ? -1 : shown.indexOf(anchor)
  const to = shown.indexOf(id)
  if (to < 0) return { ids, anchor }
  const start = from < 0 ? to : Math.min(from, to)
  return { ids: new Set([...ids, ...shown.slice(start, Math.max(from, to) + 1)]), anchor: from < 0 ? id : anchor }
}

/** Removes creations from the selection that are not shown any more. */
export function retainShown({ ids, anchor }: Selection, shown: readonly string[]): Selection {
  const present = new Set(shown)
  if ([...ids].every((id) => present.has(id))) return { ids, anchor }
  return { ids: new Set([...ids].filter((id) => present.has(id))), anchor: anchor !== null && present.has(anchor) ? anchor : null }
}
