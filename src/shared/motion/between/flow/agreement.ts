import { compose, inPixels, invert, mix, STILL } from '#shared/motion/between/flow/affine.ts'
import type { PairMotion } from '#shared/motion/between/flow/find-motion.ts'
import { type Plane, sampleAt, boxBlur, makePlane, mapPlanes } from '#shared/motion/plane.ts'

/** How similar two aligned pictures are. */
export interface Agreement {
  /** The similarity around each pixel of the middle picture, 0 to 1. */
  readonly local: Plane
  /** The mean of `local` where both pictures are visible. */
  readonly mean: number
  /** The share of the middle picture where both are visible. */
  readonly shared: number
}

/** The radius of the comparison window, in pixels of the middle picture. */
const RADIUS = 4
/** Detail below this (luma 0..1) counts as noise: flat areas agree with anything of their brightness. */
const NOISE = 0.015

/** Compares two pictures (luma 0..1) along a motion. */
export function agreementOf(first: Plane, second: Plane, { whole, rest }: PairMotion): Agreement {
  const { width, height } = rest
  const middle = mix(STILL, whole, 0.5)
  const p = inPixels(middle, rest, first)
  const q = inPixels(compose(invert(whole), middle), rest, second)
  const half = first.height / height / 2
  const seen = new Uint8Array(width * height)
  const look = (plane: Plane, { a, b, c, d, x0, y0 }: typeof p, side: number) =>
    makePlane(width, height, (x, y, i) => {
      const px = a * x + b * y + x0 + side * half * (rest.x[i] ?? 0)
      const py = c * x + d * y + y0 + side * half * (rest.y[i] ?? 0)
      if (px >= 0 && py >= 0 && px <= plane.width - 1 && py <= plane.height - 1) seen[i] = (seen[i] ?? 0) + 1
      return sampleAt(plane, px, py)
    })
  const [one, two] = [look(first, p, -1), look(second, q, 1)]
  const local = localAgreement(one, two)
  let [sum, count] = [0, 0]
  for (let i = 0; i < seen.length; i++) {
    if (seen[i] !== 2) continue
    sum += local.values[i] ?? 0
    count++
  }
  return { local, mean: count > 0 ? sum / count : 0, shared: count / seen.length }
}

/** Twice the shared detail over the sum of both details, in a window; invariant to brightness. */
function localAgreement(one: Plane, two: Plane): Plane {
  const product = (a: Plane, b: Plane) =>
    boxBlur(
      mapPlanes(a, b, (p, q) => p * q),
      RADIUS,
    )
  const over = (plane: Plane) => mapPlanes(plane, boxBlur(plane, RADIUS), (value, mean) => value - mean)
  const [a, b] = [over(one), over(two)]
  const [ab, aa, bb] = [product(a, b), product(a, a), product(b, b)]
  const floor = NOISE * NOISE
  return makePlane(one.width, one.height, (_x, _y, i) => {
    const shared = 2 * (ab.values[i] ?? 0) + floor
    return Math.max(0, shared / ((aa.values[i] ?? 0) + (bb.values[i] ?? 0) + floor))
  })
}
