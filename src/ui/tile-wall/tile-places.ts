import type { TilePlace } from './lay-out-tiles.ts'

/** The tile nearest to a line of the wall, among those that reach below it; undefined where there is none. */
export function tileAtLine(places: readonly TilePlace[], line: number): TilePlace | undefined {
  let nearest: TilePlace | undefined
  for (const place of places) {
    if (place.end <= line) continue
    if (nearest === undefined || Math.abs(place.start - line) < Math.abs(nearest.start - line)) nearest = place
  }
  return nearest
}

/** The tile that a key leads to; the same one at an edge, undefined for other keys. */
export function tileByKey(places: readonly TilePlace[], current: number, key: string): number | undefined {
  const last = places.length - 1
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, current - 1)
    case 'ArrowRight':
      return Math.min(last, current + 1)
    case 'ArrowUp':
      return nextInLane(places, current, -1)
    case 'ArrowDown':
      return nextInLane(places, current, 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

function nextInLane(places: readonly TilePlace[], current: number, step: 1 | -1): number {
  const lane = places[current]?.lane
  for (let index = current + step; index >= 0 && index < places.length; index += step) {
    if (places[index]?.lane === lane) return index
  }
  return current
}
