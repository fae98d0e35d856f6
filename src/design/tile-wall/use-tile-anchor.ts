import { type RefObject, useLayoutEffect, useRef } from 'react'
import { type TileBox, tileAtLine } from './tile-layout.ts'

/** Where the place in a list is kept, one for each address of the history. */
export interface AnchorMemory {
  readonly read: () => TileAnchor | null
  readonly save: (anchor: TileAnchor | null) => void
}

interface AnchoredWall {
  readonly wall: RefObject<HTMLElement | null>
  readonly places: readonly TileBox[]
  readonly keys: readonly string[]
  readonly top: number
  /** Changes when the person asks for other tiles. */
  readonly viewKey: string
  readonly memory: AnchorMemory
}

const SAVE_AFTER_MS = 120
/** After one of these the address may be another. */
const PRESSES = ['pointerdown', 'keydown'] as const

/**
 * Keeps what is looked at where it is: on the way back to an address, after a resize, and when the list is read anew, the same tile stands
 * at the same height. Another view begins at its top.
 */
export function useTileAnchor({ wall, places, keys, top, viewKey, memory }: AnchoredWall): void {
  const live = useRef<TileAnchor | null>(null)
  const shownView = useRef<string | null>(null)

  useLayoutEffect(() => {
    if (places.length === 0) return
    const isOther = shownView.current !== viewKey
    const isFirst = shownView.current === null
    shownView.current = viewKey
    if (isOther) live.current = memory.read()
    const goal = live.current === null ? null : topOf(live.current, places, keys, top)
    if (goal !== null) scrollTo({ top: goal, behavior: 'instant' })
    else if (isOther && !isFirst) startAt(wall.current)
  }, [wall, places, keys, top, viewKey, memory])

  // Ended with the drawing of the next screen: that may cut the window short, and to be told of it later is not to have scrolled.
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
      live.current = anchorOf(places, keys, top, seenTop)
      stopWaiting()
      saving = setTimeout(saveNow, SAVE_AFTER_MS)
    }
    // A press may come before the browser tells of the scrolling.
    const press = () => {
      if (scrollY !== seenTop) follow()
      saveNow()
    }
    addEventListener('scroll', follow, { passive: true })
    for (const name of PRESSES) addEventListener(name, press, { passive: true, capture: true })
    return () => {
      removeEventListener('scroll', follow)
      for (const name of PRESSES) removeEventListener(name, press, { capture: true })
      // What another view looked at is not this entry's.
      if (shownView.current === viewKey) saveNow()
      else stopWaiting()
    }
  }, [places, keys, top, viewKey, memory])
}

function startAt(wall: HTMLElement | null): void {
  if (wall !== null && wall.getBoundingClientRect().top < 0) wall.scrollIntoView({ block: 'start', behavior: 'instant' })
}

/** A tile and how far below the top of the window it stands, in px. */
export interface TileAnchor {
  readonly key: string
  readonly offset: number
}

/** What is looked at where a page is scrolled to; null at its top. */
export function anchorOf(places: readonly TileBox[], keys: readonly string[], wallTop: number, scrollTop: number): TileAnchor | null {
  if (scrollTop <= 1) return null
  const place = tileAtLine(places, scrollTop - wallTop)
  const key = place === undefined ? undefined : keys[place.index]
  return place === undefined || key === undefined ? null : { key, offset: Math.round(wallTop + place.start - scrollTop) }
}

/** Where a page has to be scrolled to for a tile to stand there again; null when it is gone. */
export function topOf({ key, offset }: TileAnchor, places: readonly TileBox[], keys: readonly string[], wallTop: number): number | null {
  const place = places[keys.indexOf(key)]
  return place === undefined ? null : wallTop + place.start - offset
}
