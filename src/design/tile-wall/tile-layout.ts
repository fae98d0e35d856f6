/** The position of a tile: `start` and `end` in px from the top of the wall, and its column (`lane`), from 0. */
export interface TileBox {
  readonly index: number
  readonly lane: number
  readonly start: number
  readonly end: number
}

/** The measures from which the wall is laid out, in px. */
export interface WallSize {
  readonly lanes: number
  readonly tileWidth: number
  readonly gap: number
  /** The height of the area below each picture. */
  readonly foot: number
  /** The distance from the top of the page to the wall. */
  readonly top: number
}

/** Lays tiles out in masonry columns: each tile is added to the shortest column. The ratios are known, so nothing is measured. */
export function layOutTiles(ratios: readonly number[], { lanes, tileWidth, gap, foot }: WallSize): readonly TileBox[] {
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

/** The indexes of the tiles that overlap a vertical range of the wall. */
export function tilesBetween(boxes: readonly TileBox[], from: number, to: number): readonly number[] {
  return boxes.filter(({ start, end }) => end > from && start < to).map(({ index }) => index)
}

/** The tile whose top is nearest to a height of the wall, without tiles that end above it; undefined if there is none. */
export function tileAtLine(boxes: readonly TileBox[], line: number): TileBox | undefined {
  let nearest: TileBox | undefined
  for (const box of boxes) {
    if (box.end <= line) continue
    if (nearest === undefined || Math.abs(box.start - line) < Math.abs(nearest.start - line)) nearest = box
  }
  return nearest
}

/** The index of the tile to which a key moves; at an edge the current one, undefined for other keys. */
export function tileByKey(boxes: readonly TileBox[], current: number, key: string): number | undefined {
  const last = boxes.length - 1
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, current - 1)
    case 'ArrowRight':
      return Math.min(last, current + 1)
    case 'ArrowUp':
      return nextInLane(boxes, current, -1)
    case 'ArrowDown':
      return nextInLane(boxes, current, 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

function nextInLane(boxes: readonly TileBox[], current: number, step: 1 | -1): number {
  const lane = boxes[current]?.lane
  for (let index = current + step; index >= 0 && index < boxes.length; index += step) {
    if (boxes[index]?.lane === lane) return index
  }
  return current
}
