interface Placed {
  readonly id: string
  readonly position: number
}

/** A position before the row `beforeId` and after the one in front of it; behind all rows when there is no such row. `rows` in order. */
export function positionBefore(rows: readonly Placed[], beforeId: string | null): number {
  const index = rows.findIndex(({ id }) => id === beforeId)
  const [before, after] = index === -1 ? [rows.at(-1), undefined] : [rows[index - 1], rows[index]]
  if (before === undefined) return after === undefined ? 0 : after.position - 1
  return after === undefined ? before.position + 1 : (before.position + after.position) / 2
}
