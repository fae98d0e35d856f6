import { type Affine, inPixels, STILL } from './affine.ts'
import type { Plane } from '#motion/pixels.ts'

/** Half-angle tangents of the tested rotations: 0, 4 and 8 degrees in both directions. */
const HALF_TANGENTS = [0, -0.035, 0.035, -0.07, 0.07]
const ZOOMS = [1, 0.87, 1.15, 0.76, 1.32, 0.66, 1.52, 0.57, 1.75, 0.5, 2]
/** The largest tested shift, as a share of each side, and the step from one tested shift to the next, in pixels. */
const FARTHEST_SHIFT = 0.36
const SHIFT_STEP = 2
const POINT_STEP = 2
/**
 * A map is rejected if the overlap of the pictures is less than the first share of both pictures, or less than the second share of the
 * second picture.
 */
const MIN_COVER = 0.5
const MIN_OVERLAP = 0.2
/** The share of a score that depends on the overlap: a map with full overlap scores higher than an equally good map with a partial one. */
const COVER_BONUS = 0.3
const FINALIST_COUNT = 6
const REFINING_STEPS = 8

interface Guess {
  readonly halfTangent: number
  readonly zoom: number
  /** The shift in picture heights. */
  readonly x: number
  readonly y: number
}

interface ScoredGuess {
  readonly guess: Guess
  readonly score: number
}

function mapOf({ halfTangent, zoom, x, y }: Guess): Affine {
  const square = halfTangent * halfTangent
  const cosine = (zoom * (1 - square)) / (1 + square)
  const sine = (zoom * 2 * halfTangent) / (1 + square)
  return { a: cosine, b: -sine, c: sine, d: cosine, x0: x, y0: y }
}

/**
 * How well the second picture matches the mapped first one: their correlation (-1 to 1), reduced for a partial overlap; 0 if the overlap is
 * too small.
 */
export function matchScore(first: Plane, second: Plane, map: Affine, step: number): number {
  const { a, b, c, d, x0, y0 } = inPixels(map, second, first)
  let [productSum, firstSquareSum, secondSquareSum, overlapCount, totalCount] = [0, 0, 0, 0, 0]
  for (let y = 0; y < second.height; y += step) {
    for (let x = 0; x < second.width; x += step) {
      totalCount++
      const px = Math.floor(a * x + b * y + x0 + 0.5)
      const py = Math.floor(c * x + d * y + y0 + 0.5)
      if (px < 0 || py < 0 || px >= first.width || py >= first.height) continue
      const p = first.values[py * first.width + px] ?? 0
      const q = second.values[y * second.width + x] ?? 0
      productSum += p * q
      firstSquareSum += p * p
      secondSquareSum += q * q
      overlapCount++
    }
  }
  const overlapPart = overlapCount / totalCount
  const cover = Math.max(overlapPart, overlapPart * Math.abs(map.a * map.d - map.b * map.c))
  if (overlapPart < MIN_OVERLAP || cover < MIN_COVER) return 0
  const likeness = productSum / Math.sqrt(firstSquareSum * secondSquareSum + 1e-9)
  return likeness * (1 - COVER_BONUS + COVER_BONUS * Math.min(1, cover))
}

function bestScored(scored: readonly ScoredGuess[], count: number): readonly ScoredGuess[] {
  return [...scored].sort((p, q) => q.score - p.score).slice(0, count)
}

function searchGuesses(first: Plane, second: Plane): readonly ScoredGuess[] {
  const winners: ScoredGuess[] = []
  const reach = { x: Math.floor(first.width * FARTHEST_SHIFT), y: Math.floor(first.height * FARTHEST_SHIFT) }
  for (const zoom of ZOOMS) {
    for (const halfTangent of HALF_TANGENTS) {
      let winner: ScoredGuess = { guess: { halfTangent, zoom, x: 0, y: 0 }, score: 0 }
      for (let y = -reach.y; y <= reach.y; y += SHIFT_STEP) {
        for (let x = -reach.x; x <= reach.x; x += SHIFT_STEP) {
          const guess = { halfTangent, zoom, x: x / first.height, y: y / first.height }
          const score = matchScore(first, second, mapOf(guess), POINT_STEP)
          if (score > winner.score) winner = { guess, score }
        }
      }
      winners.push(winner)
    }
  }
  return bestScored(winners, FINALIST_COUNT)
}

/** Hill climbing in shift, zoom and rotation with decreasing steps. */
function climbHill(first: Plane, second: Plane, start: Guess): ScoredGuess {
  let top: ScoredGuess = { guess: start, score: matchScore(first, second, mapOf(start), 1) }
  let reach = 1
  for (let round = 0; round < REFINING_STEPS; round++) {
    const previousTop = top
    for (const [dx, dy, zoom, turn] of CLIMB_DIRECTIONS) {
      const guess = {
        x: top.guess.x + (dx * reach * 1.5) / first.height,
        y: top.guess.y + (dy * reach * 1.5) / first.height,
        zoom: top.guess.zoom * (1 + zoom * reach * 0.06),
        halfTangent: top.guess.halfTangent + turn * reach * 0.016,
      }
      const score = matchScore(first, second, mapOf(guess), 1)
      if (score > top.score) top = { guess, score }
    }
    if (top === previousTop) reach /= 2
  }
  return top
}

/** The changes that `climbHill` tests: shift in x and y, zoom, rotation. */
const CLIMB_DIRECTIONS = [
  [1, 0, 0, 0],
  [-1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, -1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, -1, 0],
  [0, 0, 0, 1],
  [0, 0, 0, -1],
] as const

/** The best shift, zoom and rotation from the second picture to the first, by the local contrast of both at a coarse pyramid level. */
export function findSimilarity(first: Plane, second: Plane): { readonly map: Affine; readonly score: number } {
  const stillScore = matchScore(first, second, STILL, 1)
  const [top] = bestScored(
    searchGuesses(first, second).map(({ guess }) => climbHill(first, second, guess)),
    1,
  )
  return top && top.score > stillScore ? { map: mapOf(top.guess), score: top.score } : { map: STILL, score: stillScore }
}
