/** 0 below 0, 1 above 1, a way between without a jump in speed. */
export function smoothStep(x: number): number {
  const part = Math.max(0, Math.min(1, x))
  return part * part * (3 - 2 * part)
}
