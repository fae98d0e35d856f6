import type { ReactElement, RefObject } from 'react'
import type { AnchorMemory } from './use-tile-anchor.ts'
import { useMemo, useRef } from 'react'
import { layOutTiles } from './lay-out-tiles.ts'
import { tileAtLine } from './tile-places.ts'
import styles from './tile-wall.module.css'
import { useSeenTiles } from './use-seen-tiles.ts'
import { useTileAnchor } from './use-tile-anchor.ts'
import { useTileFocus } from './use-tile-focus.ts'
import { useWallSize } from './use-wall-size.ts'

interface TileWallProps {
  readonly wall: RefObject<HTMLUListElement | null>
  readonly label: string
  /** What the tiles are known by, in their order, and the width by height of each picture. */
  readonly keys: readonly string[]
  readonly ratios: readonly number[]
  readonly viewKey: string
  readonly memory: AnchorMemory
  /** Its pressable part carries `data-main`, and only the current tile can be reached by Tab. */
  readonly tile: (index: number, width: number, isCurrent: boolean) => ReactElement
}

/** A long list as columns of tiles in the window: only what is in sight is in the page, and nothing moves when pictures arrive. */
export function TileWall({ wall, label, keys, ratios, viewKey, memory, tile }: TileWallProps): ReactElement {
  const probe = useRef<HTMLDivElement>(null)
  const size = useWallSize(wall, probe)
  const { tileWidth, gap, top } = size
  const places = useMemo(() => layOutTiles(ratios, size), [ratios, size])
  const height = useMemo(() => Math.max(0, ...places.map(({ end }) => end)), [places])
  const seen = useSeenTiles(places, top)
  const { focused, ...focusEvents } = useTileFocus(wall, places)
  useTileAnchor({ wall, places, keys, top, viewKey, memory })
  const current =
    focused ??
    tileAtLine(
      seen.flatMap((index) => places[index] ?? []),
      scrollY - top,
    )?.index ??
    0
  const drawn = focused === null || seen.includes(focused) ? seen : [...seen, focused].sort((a, b) => a - b)
  return (
    <>
      <div ref={probe} className={styles['probe']} />
      <ul ref={wall} className={styles['wall']} style={{ height }} aria-label={label} {...focusEvents}>
        {drawn.map((index) => {
          const place = places[index]
          const key = keys[index]
          if (place === undefined || key === undefined) return null
          const style = {
            top: place.start,
            insetInlineStart: place.lane * (tileWidth + gap),
            width: tileWidth,
            height: place.end - place.start,
          }
          return (
            <li key={key} className={styles['tile']} style={style} data-index={index} aria-setsize={keys.length} aria-posinset={index + 1}>
              {tile(index, tileWidth, index === current)}
            </li>
          )
        })}
      </ul>
    </>
  )
}
