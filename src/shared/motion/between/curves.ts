/** 0 below 0, 1 above 1, a smooth step between. */
export function smoothStep(x: number): number {
  const part = Math.max(0, Math.min(1, x))
  return part * part * (3 - 2 * part)
}

/** 0 at -1 and 1 and outside, 1 at 0, without a corner. */
export function hill(x: number): number {
  const rest = Math.max(0, 1 - x * x)
  return rest * rest
}
