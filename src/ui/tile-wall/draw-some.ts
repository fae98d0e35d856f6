/** The tiles to draw next: those that are wanted and drawn already, and of the others so many at most, the nearest first. */
export function drawSome(
  drawn: readonly number[],
  wanted: readonly number[],
  most: number,
  awayFrom: (index: number) => number,
): readonly number[] {
  const known = new Set(drawn)
  const fresh = wanted.filter((index) => !known.has(index))
  if (fresh.length <= most) return wanted
  const next = new Set([...fresh].sort((a, b) => awayFrom(a) - awayFrom(b)).slice(0, most))
  return wanted.filter((index) => known.has(index) || next.has(index))
}
