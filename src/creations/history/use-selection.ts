import type { Creation } from '#shared/api/generation.ts'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { isLayerOpen } from '#src/platform/is-layer-open.ts'

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

/** Which of the shown creations are selected. Picking one begins it; Escape ends it, Ctrl+A or ⌘A takes all that is shown. */
export function useSelection(shown: readonly Creation[]): Selecting {
  const [isOn, setOn] = useState(false)
  const [picked, setPicked] = useState<Selection>(NOTHING_SELECTED)
  const shownIds = useMemo(() => shown.map(({ id }) => id), [shown])
  const latestIds = useRef(shownIds)
  useEffect(() => {
    latestIds.current = shownIds
  }, [shownIds])
  const selection = isOn ? keepShown(picked, shownIds) : NOTHING_SELECTED
  const pick = useCallback((id: string, isRange: boolean) => {
    setOn(true)
    setPicked((before) => {
      const current = keepShown(before, latestIds.current)
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
  /** Where a range begins: the one that was pressed last. */
  readonly anchor: string | null
}

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
