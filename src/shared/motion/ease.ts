/** Integral of the smooth step from 0 to x, for x in 0..1. */
function rampArea(x: number): number {
  return x * x * x * (1 - x / 2)
}

/**
 * Eases a time in 0..1 to a place in 0..1: speed rises smoothly from zero during `easeIn`, holds, and falls to zero during
 * `easeOut` (parts of the whole, together at most 1, each above 0). Polynomials only, so every JavaScript engine agrees to the bit.
 */
export function ease(time: number, easeIn: number, easeOut: number): number {
  const whole = 1 - (easeIn + easeOut) / 2
  if (time < easeIn) return (easeIn * rampArea(time / easeIn)) / whole
  if (time <= 1 - easeOut) return (time - easeIn / 2) / whole
  return 1 - (easeOut * rampArea((1 - time) / easeOut)) / whole
}
