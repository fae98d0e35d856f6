/** Where a tile stands: px from the top of its wall, and its column from 0. */
export interface TilePlace {
  readonly index: number
  readonly lane: number
  readonly start: number
  readonly end: number
}

/** What a layout depends on, in px. */
export interface WallSize {
  readonly lanes: number
  readonly tileWidth: number
  readonly gap: number
  /** Height of what stands below each picture. */
  readonly foot: number
  /** From the top of the page to the wall. */
  readonly top: number
}

/** Columns of tiles, each as high as its picture: every tile goes where the column is shortest. Sizes are known, so nothing is measured. */
export function layOutTiles(ratios: readonly number[], { lanes, tileWidth, gap, foot }: WallSize): readonly TilePlace[] {
  if (lanes === 0) return []
  const ends = Array.from({ length: lanes }, () => -gap)
  return ratios.map((ratio, index) => {
    const lane = ends.indexOf(Math.min(...ends))
    const start = (ends[lane] ?? 0) + gap
    const end = start + Math.round(tileWidth / ratio) + foot
    ends[lane] = end
    return { index, lane, start, end }
  })
}

/** Tiles that reach into a stretch of the wall, in their order. */
export function tilesBetween(places: readonly TilePlace[], from: number, to: number): readonly number[] {
  return places.filter(({ start, end }) => end > from && start < to).map(({ index }) => index)
}
