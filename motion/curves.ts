/**
 * The sine of `turns` full turns (maximum at 0.25), within 0.0011. Polynomials only: the last bit of the built-in sine can differ between
 * engines, and frames must not.
 */
export function wave(turns: number): number {
  const part = turns - Math.floor(turns)
  const halfPosition = part < 0.5 ? part * 2 : part * 2 - 1
  const parabola = 4 * halfPosition * (1 - halfPosition)
  const height = parabola * (0.775 + 0.225 * parabola)
  return part < 0.5 ? height : -height
}

/** Integral of the smooth step from 0 to x, for x in 0..1. */
function rampArea(x: number): number {
  return x * x * x * (1 - x / 2)
}

/**
 * Eases a time in 0..1 to a position in 0..1. Speed rises smoothly from zero during `easeIn`, is constant, and falls to zero during
 * `easeOut` (shares of the time, together at most 1, each above 0). Polynomials only, so that all engines agree to the bit.
 */
export function ease(time: number, easeIn: number, easeOut: number): number {
  const totalDistance = 1 - (easeIn + easeOut) / 2
  if (time < easeIn) return (easeIn * rampArea(time / easeIn)) / totalDistance
  if (time <= 1 - easeOut) return (time - easeIn / 2) / totalDistance
  return 1 - (easeOut * rampArea((1 - time) / easeOut)) / totalDistance
}

/** 0 below 0, 1 above 1, in between without a jump in speed. */
export function smoothStep(x: number): number {
  const part = Math.max(0, Math.min(1, x))
  return part * part * (3 - 2 * part)
}
