import type { Distort, SourcePoint } from './distort.ts'
import { chanceOf, driftAt } from './distort.ts'
import { wave } from '../curves.ts'

function blend(point: SourcePoint, x: number, y: number, part: number): void {
  point.x += (x - point.x) * part
  point.y += (y - point.y) * part
}

/** The left half mirrored to the right, with a wandering seam. */
export const mirror: Distort = ({ seconds, strength, chance, aspect }) => {
  const seam = driftAt(seconds, 0.07, chance) * 0.22 * aspect
  return (point) => blend(point, seam - Math.abs(point.x), point.y, strength)
}

const SECTORS = 6
const TURNS_PER_SECOND = 0.022

/** Mirrors at angles of a sixth of a turn, which rotate slowly over the picture. */
export const kaleidoscope: Distort = ({ seconds, strength, chance }) => {
  const startTurns = seconds * TURNS_PER_SECOND + chance
  const mirrors = Array.from({ length: SECTORS / 2 }, (_, i) => {
    const turns = startTurns + i / SECTORS
    return [wave(turns), wave(turns + 0.25)] as const
  })
  const driftX = driftAt(seconds, 0.08, chance) * 0.2
  const driftY = driftAt(seconds, 0.07, chance + 0.5) * 0.15
  return (point) => {
    let { x, y } = point
    for (const [normalX, normalY] of mirrors) {
      const mirroredDepth = Math.min(0, x * normalX + y * normalY) * 2
      x -= mirroredDepth * normalX
      y -= mirroredDepth * normalY
    }
    blend(point, x + driftX, y + driftY, strength)
  }
}

/** Strength 1 shows the picture twice along each side, alternately upright and mirrored. */
export const tiles: Distort =
  ({ strength, aspect }) =>
  (point) => {
    point.x += (point.x + aspect / 2) * strength
    point.y += (point.y + 0.5) * strength
  }

const GLITCHES_PER_SECOND = 12
const SLICES = 14
const SLICE_LENGTH = 0.22
const SLICE_CHANCE = 0.4
const ROLL_CHANCE = 0.12

/** Slices of the picture jump sideways, and occasionally the whole picture jumps up. */
export const glitch: Distort = ({ seconds, strength, chance }) => {
  const step = Math.floor(seconds * GLITCHES_PER_SECOND)
  const firstSlice = Math.floor(chanceOf(step, chance + 0.3) * SLICES)
  const offsets = Array.from({ length: SLICES * 3 }, (_, slice) => {
    const isMoved = chanceOf(step * 64 + slice, chance) < SLICE_CHANCE
    return isMoved ? (chanceOf(step * 64 + slice, chance + 0.5) - 0.5) * SLICE_LENGTH * strength : 0
  })
  const jumpUp = chanceOf(step, chance + 0.7) < ROLL_CHANCE ? 0.12 * strength : 0
  return (point) => {
    const slice = Math.floor((Math.min(1, Math.max(-1, point.y)) + 1) * SLICES) + firstSlice
    point.x += offsets[slice % offsets.length] ?? 0
    point.y += jumpUp
  }
}
