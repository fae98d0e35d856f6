import { useLayoutEffect, useRef } from 'react'
import { type TileBox, tileAtLine } from './tile-layout.ts'

/** Stores the tile at the top of the window, per history entry. */
export interface AnchorMemory {
  readonly read: () => TileAnchor | null
  readonly save: (anchor: TileAnchor | null) => void
}

interface AnchoredWall {
  readonly wall: React.RefObject<HTMLElement | null>
  readonly boxes: readonly TileBox[]
  readonly keys: readonly string[]
  readonly top: number
  /** A key of the shown list. It changes when the user selects another list. */
  readonly viewKey: string
  readonly memory: AnchorMemory
}

const SAVE_AFTER_MS = 120
/** Events that may change the address next. The position is stored before that. */
const PRESSES = ['pointerdown', 'keydown'] as const

/**
 * Preserves the scroll position by tile: after a return, a resize or a reload of the list, the same tile is at the same height.
 * Another list starts at its top.
 */
export function useTileAnchor({ wall, boxes, keys, top, viewKey, memory }: AnchoredWall): void {
  const live = useRef<TileAnchor | null>(null)
  const shownView = useRef<string | null>(null)

  useLayoutEffect(() => {
    if (boxes.length === 0) return
    const isOther = shownView.current !== viewKey
    const isFirst = shownView.current === null
    shownView.current = viewKey
    if (isOther) live.current = memory.read()
    const goal = live.current === null ? null : topOf(live.current, boxes, keys, top)
    if (goal !== null) scrollTo({ top: goal, behavior: 'instant' })
    else if (isOther && !isFirst) startAt(wall.current)
  }, [wall, boxes, keys, top, viewKey, memory])

  // The cleanup of a layout effect runs before the next screen renders. A shorter screen scrolls the page, and that position must
  // not be stored.
  useLayoutEffect(() => {
    let saving: ReturnType<typeof setTimeout> | undefined
    let seenTop = scrollY
    const stopWaiting = () => {
      clearTimeout(saving)
      saving = undefined
    }
    const saveNow = () => {
      if (saving === undefined) return
      stopWaiting()
      memory.save(live.current)
    }
    const follow = () => {
      seenTop = scrollY
      live.current = anchorOf(boxes, keys, top, seenTop)
      stopWaiting()
      saving = setTimeout(saveNow, SAVE_AFTER_MS)
    }
    // A press may come before the scroll event of the last scroll.
    const press = () => {
      if (scrollY !== seenTop) follow()
      saveNow()
    }
    addEventListener('scroll', follow, { passive: true })
    for (const name of PRESSES) addEventListener(name, press, { passive: true, capture: true })
    return () => {
      removeEventListener('scroll', follow)
      for (const name of PRESSES) removeEventListener(name, press, { capture: true })
      // The current position may belong to another list by now.
      if (shownView.current === viewKey) saveNow()
      else stopWaiting()
    }
  }, [boxes, keys, top, viewKey, memory])
}

function startAt(wall: HTMLElement | null): void {
  if (wall !== null && wall.getBoundingClientRect().top < 0) wall.scrollIntoView({ block: 'start', behavior: 'instant' })
}

/** A tile and its distance from the top of the window, in px. */
export interface TileAnchor {
  readonly key: string
  readonly offset: number
}

/** The tile at the top of the window for a scroll position; null at the top of the page. */
export function anchorOf(boxes: readonly TileBox[], keys: readonly string[], wallTop: number, scrollTop: number): TileAnchor | null {
  if (scrollTop <= 1) return null
  const box = tileAtLine(boxes, scrollTop - wallTop)
  const key = box === undefined ? undefined : keys[box.index]
  return box === undefined || key === undefined ? null : { key, offset: Math.round(wallTop + box.start - scrollTop) }
}

/** The scroll position that puts a tile at its stored height; null if the list no longer has the tile. */
export function topOf({ key, offset }: TileAnchor, boxes: readonly TileBox[], keys: readonly string[], wallTop: number): number | null {
  const box = boxes[keys.indexOf(key)]
  return box === undefined ? null : wallTop + box.start - offset
}
