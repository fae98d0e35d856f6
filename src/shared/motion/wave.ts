/**
 * The sine of `turns` full turns (0.25 = its top), within 0.0011. Polynomials only: the built-in sine may differ between engines
 * in its last bit, and frames must not.
 */
export function wave(turns: number): number {
  const part = turns - Math.floor(turns)
  const half = part < 0.5 ? part * 2 : part * 2 - 1
  const hill = 4 * half * (1 - half)
  const height = hill * (0.775 + 0.225 * hill)
  return part < 0.5 ? height : -height
}
