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
  const laneEnds = Array.from({ length: lanes }, () => -gap)
  return ratios.map((ratio, index) => {
    const lane = laneEnds.indexOf(Math.min(...laneEnds))
    const start = (laneEnds[lane] ?? 0) + gap
    const end = start + Math.round(tileWidth / ratio) + foot
    laneEnds[lane] = end
    return { index, lane, start, end }
  })
}

/** The indexes of the tiles that overlap a vertical range of the wall. */
export function tilesBetween(boxes: readonly TileBox[], fromPx: number, toPx: number): readonly number[] {
  return boxes.filter(({ start, end }) => end > fromPx && start < toPx).map(({ index }) => index)
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
export function tileByKey(boxes: readonly TileBox[], currentIndex: number, key: string): number | undefined {
  const lastIndex = boxes.length - 1
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, currentIndex - 1)
    case 'ArrowRight':
      return Math.min(lastIndex, currentIndex + 1)
    case 'ArrowUp':
      return nextInLane(boxes, currentIndex, -1)
    case 'ArrowDown':
      return nextInLane(boxes, currentIndex, 1)
    case 'Home':
      return 0
    case 'End':
      return lastIndex
    default:
      return undefined
  }
}

function nextInLane(boxes: readonly TileBox[], currentIndex: number, step: 1 | -1): number {
  const lane = boxes[currentIndex]?.lane
  for (let index = currentIndex + step; index >= 0 && index < boxes.length; index += step) {
    if (boxes[index]?.lane === lane) return index
  }
  return currentIndex
}
