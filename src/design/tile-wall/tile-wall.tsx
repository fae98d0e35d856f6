import { RowBoundary } from '../row-boundary.tsx'
import { useMemo, useRef, startTransition, useLayoutEffect, useState } from 'react'
import { isPageCovered } from '../open-modal.ts'
import styles from './tile-wall.module.css'
import { type AnchorMemory, useTileAnchor } from './use-tile-anchor.ts'
import { type TileBox, type WallSize, layOutTiles, tileAtLine, tileByKey, tilesBetween } from './tile-layout.ts'

interface TileWallProps {
  readonly wall: React.RefObject<HTMLUListElement | null>
  readonly label: string
  /** One key per tile, in the order of the tiles. `ratios` has the aspect ratio of each tile's picture. */
  readonly keys: readonly string[]
  /** The item of each tile. A tile that failed to render is rendered again when its item changes. */
  readonly items: readonly unknown[]
  readonly ratios: readonly number[]
  readonly viewKey: string
  readonly memory: AnchorMemory
  /** Renders one tile. Its interactive part has `data-main`; only the current tile can be reached by Tab. */
  readonly tile: (index: number, width: number, isCurrent: boolean) => React.ReactElement
}

/** A long list of tiles in masonry columns. Only tiles near the viewport are rendered, and no tile moves when pictures load. */
export function TileWall({ wall, label, keys, items, ratios, viewKey, memory, tile }: TileWallProps) {
  const probe = useRef<HTMLDivElement>(null)
  const size = useWallSize(wall, probe)
  const { tileWidth, gap, top } = size
  const boxes = useMemo(() => layOutTiles(ratios, size), [ratios, size])
  const height = useMemo(() => Math.max(0, ...boxes.map(({ end }) => end)), [boxes])
  const seen = useSeenTiles(boxes, top)
  const { focused, ...focusEvents } = useTileFocus(wall, boxes)
  useTileAnchor({ wall, boxes, keys, top, viewKey, memory })
  const current =
    focused ??
    tileAtLine(
      seen.flatMap((index) => boxes[index] ?? []),
      scrollY - top,
    )?.index ??
    0
  const drawn = focused === null || seen.includes(focused) ? seen : [...seen, focused].sort((a, b) => a - b)
  return (
    <>
      <div ref={probe} className={styles['probe']} />
      <ul ref={wall} className={styles['wall']} style={{ height }} aria-label={label} {...focusEvents}>
        {drawn.map((index) => {
          const box = boxes[index]
          const key = keys[index]
          if (box === undefined || key === undefined) return null
          const style = {
            top: box.start,
            insetInlineStart: box.lane * (tileWidth + gap),
            width: tileWidth,
            height: box.end - box.start,
          }
          return (
            <RowBoundary key={key} row={items[index]}>
              <li className={styles['tile']} style={style} data-index={index} aria-setsize={keys.length} aria-posinset={index + 1}>
                {tile(index, tileWidth, index === current)}
              </li>
            </RowBoundary>
          )
        })}
      </ul>
    </>
  )
}

interface TileFocus {
  /** The index of the focused tile; null without one. The focused tile stays rendered at any scroll position. */
  readonly focused: number | null
  readonly onFocus: (event: React.FocusEvent) => void
  readonly onBlur: (event: React.FocusEvent) => void
  readonly onKeyDown: (event: React.KeyboardEvent) => void
}

/** Moves the focus between tiles with the arrow keys, Home and End, also to a tile that is not rendered yet. */
function useTileFocus(wall: React.RefObject<HTMLElement | null>, boxes: readonly TileBox[]): TileFocus {
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
    focused: focused !== null && focused < boxes.length ? focused : null,
    onFocus: ({ target }) => setFocused(indexOf(target)),
    onBlur({ currentTarget, relatedTarget }) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFocused(null)
    },
    onKeyDown(event) {
      const current = indexOf(event.target)
      if (current === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const next = tileByKey(boxes, current, event.key)
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

const UNKNOWN: WallSize = { lanes: 0, tileWidth: 0, gap: 0, foot: 0, top: 0 }

/**
 * Measures the wall when its width, the text size or the height above it changes. `probe` has the preferred tile width and the
 * height of a tile's foot.
 */
function useWallSize(wall: React.RefObject<HTMLElement | null>, probe: React.RefObject<HTMLElement | null>): WallSize {
  const [size, setSize] = useState(UNKNOWN)
  useLayoutEffect(() => {
    const update = () => {
      if (wall.current === null || probe.current === null) return
      const next = measure(wall.current, probe.current)
      show(() => setSize((before) => (isSame(before, next) ? before : next)))
    }
    update()
    const observer = new ResizeObserver(update)
    for (const element of [wall.current, probe.current, document.body]) if (element !== null) observer.observe(element)
    return () => observer.disconnect()
  }, [wall, probe])
  return size
}

function measure(wall: HTMLElement, probe: HTMLElement): WallSize {
  const { width, top } = wall.getBoundingClientRect()
  const wanted = probe.getBoundingClientRect()
  const gap = Number.parseFloat(getComputedStyle(wall).columnGap) || 0
  const lanes = Math.max(1, Math.round((width + gap) / (wanted.width + gap)))
  return { lanes, gap, tileWidth: (width - gap * (lanes - 1)) / lanes, foot: Math.round(wanted.height), top: Math.round(top + scrollY) }
}

function isSame(one: WallSize, other: WallSize): boolean {
  return (Object.keys(one) as (keyof WallSize)[]).every((key) => one[key] === other[key])
}

/** The share of the viewport's height above and below it where tiles are rendered too. */
const OVERSCAN_WINDOWS = 0.4
/** The maximum number of new tiles per frame. More tiles follow in the next frames, so that no frame is long. */
const MOST_NEW_TILES = 6
/** The pause between two slices of new tiles: a little more than a frame, in ms. */
const NEXT_FRAME_MS = 20

/** The indexes of the tiles in or near the viewport. The array changes only when its tiles change. */
function useSeenTiles(boxes: readonly TileBox[], top: number): readonly number[] {
  const [seen, setSeen] = useState<readonly number[]>([])
  const drawn = useRef(seen)
  useLayoutEffect(() => {
    let following: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      clearTimeout(following)
      const margin = innerHeight * OVERSCAN_WINDOWS
      const from = scrollY - top
      const wanted = tilesBetween(boxes, from - margin, from + innerHeight + margin)
      const middle = from + innerHeight / 2
      const awayFrom = (index: number) => Math.abs((boxes[index]?.start ?? 0) - middle)
      const next = drawSome(drawn.current, wanted, MOST_NEW_TILES, awayFrom)
      if (next.length < wanted.length) following = setTimeout(update, NEXT_FRAME_MS)
      if (isSameRange(drawn.current, next)) return
      drawn.current = next
      show(() => setSeen(next))
    }
    update()
    addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
    return () => {
      clearTimeout(following)
      removeEventListener('scroll', update)
      removeEventListener('resize', update)
    }
  }, [boxes, top])
  return seen
}

/** Applies a state change before the next paint. While a layer covers the page, React applies it in slices. */
function show(change: () => void): void {
  if (isPageCovered()) startTransition(change)
  else change()
}

function isSameRange(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((index, at) => index === other[at])
}

/** The tiles to render in the next frame: the wanted tiles that are rendered already, and at most `most` others, nearest first. */
export function drawSome(
  drawn: readonly number[],
  wanted: readonly number[],
  most: number,
  awayFrom: (index: number) => number,
): readonly number[] {
  const known = new Set(drawn)
  const fresh = wanted.filter((index) => !known.has(index))
  if (fresh.length <= most) return wanted
  const next = new Set([...fresh].sort((a, b) => awayFrom(a) - awayFrom(b)).slice(0, most))
  return wanted.filter((index) => known.has(index) || next.has(index))
}
