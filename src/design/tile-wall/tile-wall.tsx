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
  const nearTiles = useNearTiles(boxes, top)
  const { focusedIndex, ...focusEvents } = useTileFocus(wall, boxes)
  useTileAnchor({ wall, boxes, keys, top, viewKey, memory })
  const currentIndex =
    focusedIndex ??
    tileAtLine(
      nearTiles.flatMap((index) => boxes[index] ?? []),
      scrollY - top,
    )?.index ??
    0
  const renderedTiles =
    focusedIndex === null || nearTiles.includes(focusedIndex) ? nearTiles : [...nearTiles, focusedIndex].sort((a, b) => a - b)
  return (
    <>
      <div ref={probe} className={styles['probe']} />
      <ul ref={wall} className={styles['wall']} style={{ height }} aria-label={label} {...focusEvents}>
        {renderedTiles.map((index) => {
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
                {tile(index, tileWidth, index === currentIndex)}
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
  readonly focusedIndex: number | null
  readonly onFocus: (event: React.FocusEvent) => void
  readonly onBlur: (event: React.FocusEvent) => void
  readonly onKeyDown: (event: React.KeyboardEvent) => void
}

/** Moves the focus between tiles with the arrow keys, Home and End, also to a tile that is not rendered yet. */
function useTileFocus(wall: React.RefObject<HTMLElement | null>, boxes: readonly TileBox[]): TileFocus {
  const [focusedIndex, setFocusedIndex] = useState<number | null>(null)
  const targetIndex = useRef<number | null>(null)

  useLayoutEffect(() => {
    if (targetIndex.current === null) return
    const tile = wall.current?.querySelector(`[data-index="${targetIndex.current}"]`)
    if (!(tile instanceof HTMLElement)) return
    targetIndex.current = null
    tile.querySelector<HTMLElement>('[data-main]')?.focus({ preventScroll: true })
    tile.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  })

  return {
    focusedIndex: focusedIndex !== null && focusedIndex < boxes.length ? focusedIndex : null,
    onFocus: ({ target }) => setFocusedIndex(indexOf(target)),
    onBlur({ currentTarget, relatedTarget }) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFocusedIndex(null)
    },
    onKeyDown(event) {
      const currentIndex = indexOf(event.target)
      if (currentIndex === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const nextIndex = tileByKey(boxes, currentIndex, event.key)
      if (nextIndex === undefined) return
      event.preventDefault()
      targetIndex.current = nextIndex
      setFocusedIndex(nextIndex)
    },
  }
}

function indexOf(target: EventTarget): number | null {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return tile === null ? null : Number(tile.dataset['index'])
}

const UNMEASURED_WALL: WallSize = { lanes: 0, tileWidth: 0, gap: 0, foot: 0, top: 0 }

/**
 * Measures the wall when its width, the text size or the height above it changes. `probe` has the preferred tile width and the
 * height of a tile's foot.
 */
function useWallSize(wall: React.RefObject<HTMLElement | null>, probe: React.RefObject<HTMLElement | null>): WallSize {
  const [size, setSize] = useState(UNMEASURED_WALL)
  useLayoutEffect(() => {
    const updateSize = () => {
      if (wall.current === null || probe.current === null) return
      const newSize = measureWall(wall.current, probe.current)
      applyBeforePaint(() => setSize((previousSize) => (isSameSize(previousSize, newSize) ? previousSize : newSize)))
    }
    updateSize()
    const observer = new ResizeObserver(updateSize)
    for (const element of [wall.current, probe.current, document.body]) if (element !== null) observer.observe(element)
    return () => observer.disconnect()
  }, [wall, probe])
  return size
}

function measureWall(wall: HTMLElement, probe: HTMLElement): WallSize {
  const { width, top } = wall.getBoundingClientRect()
  const preferredTile = probe.getBoundingClientRect()
  const gap = Number.parseFloat(getComputedStyle(wall).columnGap) || 0
  const lanes = Math.max(1, Math.round((width + gap) / (preferredTile.width + gap)))
  return {
    lanes,
    gap,
    tileWidth: (width - gap * (lanes - 1)) / lanes,
    foot: Math.round(preferredTile.height),
    top: Math.round(top + scrollY),
  }
}

function isSameSize(one: WallSize, other: WallSize): boolean {
  return (Object.keys(one) as (keyof WallSize)[]).every((key) => one[key] === other[key])
}

/** How far above and below the viewport tiles are rendered too, as a share of the viewport's height. */
const OVERSCAN_WINDOWS = 0.4
/** The maximum number of new tiles per frame. More tiles follow in the next frames, so that no frame is long. */
const MAX_NEW_TILES = 6
/** The pause between two slices of new tiles: a little more than a frame, in ms. */
const NEXT_FRAME_MS = 20

/** The indexes of the tiles in or near the viewport. The array changes only when its tiles change. */
function useNearTiles(boxes: readonly TileBox[], top: number): readonly number[] {
  const [nearTiles, setNearTiles] = useState<readonly number[]>([])
  const renderedRef = useRef(nearTiles)
  useLayoutEffect(() => {
    let nextSliceTimer: ReturnType<typeof setTimeout> | undefined
    const updateTiles = () => {
      clearTimeout(nextSliceTimer)
      const marginPx = innerHeight * OVERSCAN_WINDOWS
      const fromPx = scrollY - top
      const wantedTiles = tilesBetween(boxes, fromPx - marginPx, fromPx + innerHeight + marginPx)
      const middlePx = fromPx + innerHeight / 2
      const distanceTo = (index: number) => Math.abs((boxes[index]?.start ?? 0) - middlePx)
      const nextTiles = selectTilesToRender(renderedRef.current, wantedTiles, MAX_NEW_TILES, distanceTo)
      if (nextTiles.length < wantedTiles.length) nextSliceTimer = setTimeout(updateTiles, NEXT_FRAME_MS)
      if (isSameRange(renderedRef.current, nextTiles)) return
      renderedRef.current = nextTiles
      applyBeforePaint(() => setNearTiles(nextTiles))
    }
    updateTiles()
    addEventListener('scroll', updateTiles, { passive: true })
    addEventListener('resize', updateTiles)
    return () => {
      clearTimeout(nextSliceTimer)
      removeEventListener('scroll', updateTiles)
      removeEventListener('resize', updateTiles)
    }
  }, [boxes, top])
  return nearTiles
}

/** Applies a state change before the next paint. While a layer covers the page, React applies it in slices. */
function applyBeforePaint(change: () => void): void {
  if (isPageCovered()) startTransition(change)
  else change()
}

function isSameRange(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((index, position) => index === other[position])
}

/** The tiles to render in the next frame: the wanted tiles that are rendered already, and at most `maxNew` others, nearest first. */
export function selectTilesToRender(
  renderedTiles: readonly number[],
  wantedTiles: readonly number[],
  maxNew: number,
  distanceTo: (index: number) => number,
): readonly number[] {
  const renderedSet = new Set(renderedTiles)
  const newTiles = wantedTiles.filter((index) => !renderedSet.has(index))
  if (newTiles.length <= maxNew) return wantedTiles
  const nearestNew = new Set([...newTiles].sort((a, b) => distanceTo(a) - distanceTo(b)).slice(0, maxNew))
  return wantedTiles.filter((index) => renderedSet.has(index) || nearestNew.has(index))
}
