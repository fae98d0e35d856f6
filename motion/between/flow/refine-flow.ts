import type { Affine } from './affine.ts'
import { type Plane, sampleAt } from '#motion/pixels.ts'

/**
 * The flow at each pixel of the picture halfway between the two pictures, in pixels of that middle picture: the shift from the position in
 * the first picture to the position in the second.
 */
export interface Shifts {
  readonly width: number
  readonly height: number
  readonly x: Float32Array
  readonly y: Float32Array
}

/** The maps from pixels of the picture halfway between the two pictures to pixels of each of them, at one pyramid level. */
export interface MiddleMaps {
  readonly toFirst: Affine
  readonly toSecond: Affine
}

const WARP_ROUNDS = 4
const SWEEPS = 12
const OVER_RELAXATION = 1.8
const SMOOTHNESS = 0.9
/**
 * Larger values have less weight: differences between the pictures above the first value (changed contents), and differences between the
 * shifts of neighbouring pixels above the second one (edges of objects).
 */
const DATA_SCALE = 0.35
const EDGE_SCALE = 0.12
/** The weight of the pull towards the global motion. */
const GLOBAL_PULL = 0.01
/** The largest change of a shift in one of the `WARP_ROUNDS`, in pixels. Beyond it, the linearised equations are not valid. */
const FARTHEST_STEP = 1.5

/** Planes with an extra row above and below, so that every pixel has neighbours. The weights to pixels of the extra rows are 0. */
interface Equations {
  readonly shiftX: Float32Array
  readonly shiftY: Float32Array
  readonly baseX: Float32Array
  readonly baseY: Float32Array
  readonly mean: Float32Array
  readonly slopeX: Float32Array
  readonly slopeY: Float32Array
  readonly difference: Float32Array
  readonly dataWeight: Float32Array
  /** The smoothness weights to the right and lower neighbours. */
  readonly rightWeight: Float32Array
  readonly belowWeight: Float32Array
}

function equationsFor({ width, height, x, y }: Shifts): Equations {
  const plane = () => new Float32Array(width * (height + 2))
  const [shiftX, shiftY] = [plane(), plane()]
  shiftX.set(x, width)
  shiftY.set(y, width)
  const [baseX, baseY, mean, slopeX, slopeY] = [plane(), plane(), plane(), plane(), plane()]
  return {
    shiftX,
    shiftY,
    baseX,
    baseY,
    mean,
    slopeX,
    slopeY,
    difference: plane(),
    dataWeight: plane(),
    rightWeight: plane(),
    belowWeight: plane(),
  }
}

/** Samples both pictures along the current flow: their difference, and the mean of their gradients. */
function sampleAlongFlow(first: Plane, second: Plane, maps: MiddleMaps, { width, height }: Shifts, eq: Equations): void {
  const { mean } = eq
  const { toFirst: p, toSecond: q } = maps
  for (let y = 0, at = width; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const halfX = (eq.shiftX[at] ?? 0) / 2
      const halfY = (eq.shiftY[at] ?? 0) / 2
      const ax = p.a * x + p.b * y + p.x0 - halfX
      const ay = p.c * x + p.d * y + p.y0 - halfY
      const bx = q.a * x + q.b * y + q.x0 + halfX
      const by = q.c * x + q.d * y + q.y0 + halfY
      const isSeen =
        ax >= 0 && ay >= 0 && bx >= 0 && by >= 0 && ax < first.width && ay < first.height && bx < second.width && by < second.height
      const seenFirst = sampleAt(first, ax, ay)
      const seenSecond = sampleAt(second, bx, by)
      mean[at] = (seenFirst + seenSecond) / 2
      const difference = seenSecond - seenFirst
      eq.difference[at] = difference
      const part = difference / DATA_SCALE
      eq.dataWeight[at] = isSeen ? 1 / Math.sqrt(1 + part * part) : 0
    }
  }
  for (let y = 0, at = width; y < height; y++) {
    const up = y > 0 ? width : 0
    const down = y < height - 1 ? width : 0
    for (let x = 0; x < width; x++, at++) {
      const left = x > 0 ? 1 : 0
      const right = x < width - 1 ? 1 : 0
      eq.slopeX[at] = ((mean[at + right] ?? 0) - (mean[at - left] ?? 0)) / 2
      eq.slopeY[at] = ((mean[at + down] ?? 0) - (mean[at - up] ?? 0)) / 2
    }
  }
}

function smoothnessBetween({ shiftX, shiftY }: Equations, from: number, to: number): number {
  const dx = ((shiftX[to] ?? 0) - (shiftX[from] ?? 0)) / EDGE_SCALE
  const dy = ((shiftY[to] ?? 0) - (shiftY[from] ?? 0)) / EDGE_SCALE
  return SMOOTHNESS / Math.sqrt(1 + dx * dx + dy * dy)
}

function weighNeighbours(eq: Equations, { width, height }: Shifts): void {
  for (let y = 0, at = width; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      eq.rightWeight[at] = x < width - 1 ? smoothnessBetween(eq, at, at + 1) : 0
      eq.belowWeight[at] = y < height - 1 ? smoothnessBetween(eq, at, at + width) : 0
    }
  }
}

/** One sweep of successive over-relaxation on the linearised equations: it changes the shift of each pixel once. */
function sweep(eq: Equations, { width, height }: Shifts): void {
  const { shiftX: sx, shiftY: sy, baseX, baseY, slopeX, slopeY, difference, dataWeight, rightWeight: toRight, belowWeight: toBelow } = eq
  for (let at = width, end = width * (height + 1); at < end; at++) {
    const right = toRight[at] ?? 0
    const below = toBelow[at] ?? 0
    const left = toRight[at - 1] ?? 0
    const above = toBelow[at - width] ?? 0
    const weightSum = right + below + left + above + GLOBAL_PULL
    const pullX = right * (sx[at + 1] ?? 0) + below * (sx[at + width] ?? 0) + left * (sx[at - 1] ?? 0) + above * (sx[at - width] ?? 0)
    const pullY = right * (sy[at + 1] ?? 0) + below * (sy[at + width] ?? 0) + left * (sy[at - 1] ?? 0) + above * (sy[at - width] ?? 0)
    const gx = slopeX[at] ?? 0
    const gy = slopeY[at] ?? 0
    const weight = dataWeight[at] ?? 0
    const constant = (difference[at] ?? 0) - gx * (baseX[at] ?? 0) - gy * (baseY[at] ?? 0)
    const oldX = sx[at] ?? 0
    const oldY = sy[at] ?? 0
    const nextX = oldX + OVER_RELAXATION * ((pullX - weight * gx * (constant + gy * oldY)) / (weightSum + weight * gx * gx) - oldX)
    sx[at] = nextX
    sy[at] = oldY + OVER_RELAXATION * ((pullY - weight * gy * (constant + gx * nextX)) / (weightSum + weight * gy * gy) - oldY)
  }
}

function clampToBase(values: Float32Array, base: Float32Array): void {
  for (let i = 0; i < values.length; i++) {
    const start = base[i] ?? 0
    values[i] = start + Math.max(-FARTHEST_STEP, Math.min(FARTHEST_STEP, (values[i] ?? 0) - start))
  }
}

/** Refines a flow: two pictures (structure at one pyramid level) agree best along it, and neighbouring pixels have similar shifts. */
export function refineFlow(first: Plane, second: Plane, maps: MiddleMaps, start: Shifts): Shifts {
  const { width, height } = start
  const eq = equationsFor(start)
  for (let warp = 0; warp < WARP_ROUNDS; warp++) {
    eq.baseX.set(eq.shiftX)
    eq.baseY.set(eq.shiftY)
    sampleAlongFlow(first, second, maps, start, eq)
    weighNeighbours(eq, start)
    for (let i = 0; i < SWEEPS; i++) sweep(eq, start)
    clampToBase(eq.shiftX, eq.baseX)
    clampToBase(eq.shiftY, eq.baseY)
  }
  const withoutExtraRows = (values: Float32Array) => values.slice(width, width * (height + 1))
  return { width, height, x: withoutExtraRows(eq.shiftX), y: withoutExtraRows(eq.shiftY) }
}
