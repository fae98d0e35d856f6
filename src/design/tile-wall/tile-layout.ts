/** The position of a tile: px from the top of its wall, and its column from 0. */
export interface TileBox {
  readonly index: number
  readonly lane: number
  readonly start: number
  readonly end: number
}

/** The inputs of a layout, in px. */
export interface WallSize {
  readonly lanes: number
  readonly tileWidth: number
  readonly gap: number
  /** Height of the area below each picture. */
  readonly foot: number
  /** Distance from the top of the page to the wall. */
  readonly top: number
}

/** Masonry columns: each tile is added to the shortest column. Sizes are known, so nothing is measured. */
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

/** Tiles that overlap a vertical range of the wall, in order. */
export function tilesBetween(boxes: readonly TileBox[], from: number, to: number): readonly number[] {
  return boxes.filter(({ start, end }) => end > from && start < to).map(({ index }) => index)
}

/** The nearest tile to a height of the wall that extends below it; undefined without one. */
export function tileAtLine(boxes: readonly TileBox[], line: number): TileBox | undefined {
  let nearest: TileBox | undefined
  for (const box of boxes) {
    if (box.end <= line) continue
    if (nearest === undefined || Math.abs(box.start - line) < Math.abs(nearest.start - line)) nearest = box
  }
  return nearest
}

/** The tile that a key moves to; the same one at an edge, undefined for other keys. */
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
