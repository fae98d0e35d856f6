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
/** Events after which the app may change the address. The scroll position is stored at each of them, in the entry of the old address. */
const PRESS_EVENTS = ['pointerdown', 'keydown'] as const

/**
 * Preserves the scroll position by tile: after a return, a resize or a reload of the list, the same tile is at the same distance from the
 * top of the window. A newly selected list starts at its top.
 */
export function useTileAnchor({ wall, boxes, keys, top, viewKey, memory }: AnchoredWall): void {
  const currentAnchor = useRef<TileAnchor | null>(null)
  const shownView = useRef<string | null>(null)

  useLayoutEffect(() => {
    if (boxes.length === 0) return
    const isOtherView = shownView.current !== viewKey
    const isFirstView = shownView.current === null
    shownView.current = viewKey
    if (isOtherView) currentAnchor.current = memory.read()
    const goalTop = currentAnchor.current === null ? null : topOf(currentAnchor.current, boxes, keys, top)
    if (goalTop !== null) scrollTo({ top: goalTop, behavior: 'instant' })
    else if (isOtherView && !isFirstView) scrollToStart(wall.current)
  }, [wall, boxes, keys, top, viewKey, memory])

  // The cleanup of a layout effect runs before the browser lays out the next screen. A shorter screen would change the scroll position,
  // and the changed position must not be stored.
  useLayoutEffect(() => {
    let saveTimer: ReturnType<typeof setTimeout> | undefined
    let handledTop = scrollY
    const cancelSave = () => {
      clearTimeout(saveTimer)
      saveTimer = undefined
    }
    const savePending = () => {
      if (saveTimer === undefined) return
      cancelSave()
      memory.save(currentAnchor.current)
    }
    const handleScroll = () => {
      handledTop = scrollY
      currentAnchor.current = anchorOf(boxes, keys, top, handledTop)
      cancelSave()
      saveTimer = setTimeout(savePending, SAVE_AFTER_MS)
    }
    // A press event may come before the scroll event of the last scroll, so this handles that scroll first.
    const handlePress = () => {
      if (scrollY !== handledTop) handleScroll()
      savePending()
    }
    addEventListener('scroll', handleScroll, { passive: true })
    for (const name of PRESS_EVENTS) addEventListener(name, handlePress, { passive: true, capture: true })
    return () => {
      removeEventListener('scroll', handleScroll)
      for (const name of PRESS_EVENTS) removeEventListener(name, handlePress, { capture: true })
      // After the user has selected another list, the anchor belongs to the former list and is not stored.
      if (shownView.current === viewKey) savePending()
      else cancelSave()
    }
  }, [boxes, keys, top, viewKey, memory])
}

function scrollToStart(wall: HTMLElement | null): void {
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

/** The scroll position that puts a tile at its stored distance from the top of the window; null if the list no longer has the tile. */
export function topOf({ key, offset }: TileAnchor, boxes: readonly TileBox[], keys: readonly string[], wallTop: number): number | null {
  const box = boxes[keys.indexOf(key)]
  return box === undefined ? null : wallTop + box.start - offset
}
