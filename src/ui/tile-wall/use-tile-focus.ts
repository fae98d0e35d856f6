import type { FocusEvent, KeyboardEvent, RefObject } from 'react'
import type { TilePlace } from './lay-out-tiles.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { tileByKey } from './tile-places.ts'

interface TileFocus {
  /** The tile that has the focus; it stays in the page wherever it is scrolled to. */
  readonly focused: number | null
  readonly onFocus: (event: FocusEvent) => void
  readonly onBlur: (event: FocusEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Arrows, Home and End go from tile to tile, also to one that is not drawn yet. */
export function useTileFocus(wall: RefObject<HTMLElement | null>, places: readonly TilePlace[]): TileFocus {
  const [focused, setFocused] = useState<number | null>(null)
  const target = useRef<number | null>(null)

  useLayoutEffect(() => {
    if (target.current === null) return
    const tile = wall.current?.querySelector(`[data-index="${target.current}"]`)
    if (!(tile instanceof HTMLElement)) return
    target.current = null
    tile.querySelector<HTMLElement>('[data-main]')?.focus({ preventScroll: true })
    tile.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  })

  return {
    focused: focused !== null && focused < places.length ? focused : null,
    onFocus: ({ target }) => setFocused(indexOf(target)),
    onBlur({ currentTarget, relatedTarget }) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFocused(null)
    },
    onKeyDown(event) {
      const current = indexOf(event.target)
      if (current === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const next = tileByKey(places, current, event.key)
      if (next === undefined) return
      event.preventDefault()
      target.current = next
      setFocused(next)
    },
  }
}

function indexOf(target: EventTarget): number | null {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return tile === null ? null : Number(tile.dataset['index'])
}
