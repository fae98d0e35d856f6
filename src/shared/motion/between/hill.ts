/** 0 at -1 and 1 and outside, 1 at 0, without a corner. */
export function hill(x: number): number {
  const rest = Math.max(0, 1 - x * x)
  return rest * rest
}
