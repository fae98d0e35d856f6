import type { TilePlace } from './lay-out-tiles.ts'
import { tileAtLine } from './tile-places.ts'

/** A tile and how far below the top of the window it stands, in px. */
export interface TileAnchor {
  readonly key: string
  readonly offset: number
}

/** What is looked at where a page is scrolled to; null at its top. */
export function anchorOf(places: readonly TilePlace[], keys: readonly string[], wallTop: number, scrollTop: number): TileAnchor | null {
  if (scrollTop <= 1) return null
  const place = tileAtLine(places, scrollTop - wallTop)
  const key = place === undefined ? undefined : keys[place.index]
  return place === undefined || key === undefined ? null : { key, offset: Math.round(wallTop + place.start - scrollTop) }
}

/** Where a page has to be scrolled to for a tile to stand there again; null when it is gone. */
export function topOf({ key, offset }: TileAnchor, places: readonly TilePlace[], keys: readonly string[], wallTop: number): number | null {
  const place = places[keys.indexOf(key)]
  return place === undefined ? null : wallTop + place.start - offset
}
