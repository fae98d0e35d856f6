const TINY = 1e-9

/** Solves as many linear equations as unknowns (each row: factors, then the right side) in place; null when they don't decide. */
export function solve(rows: readonly Float64Array[]): readonly number[] | null {
  const order = [...rows]
  const count = order.length
  for (let column = 0; column < count; column++) {
    let pivot = column
    for (let row = column + 1; row < count; row++) {
      if (Math.abs(order[row]?.[column] ?? 0) > Math.abs(order[pivot]?.[column] ?? 0)) pivot = row
    }
    const [top, other] = [order[pivot], order[column]]
    if (!top || !other || Math.abs(top[column] ?? 0) < TINY) return null
    order[pivot] = other
    order[column] = top
    for (const row of order) {
      if (row === top) continue
      const factor = (row[column] ?? 0) / (top[column] ?? 1)
      for (let i = column; i <= count; i++) row[i] = (row[i] ?? 0) - factor * (top[i] ?? 0)
    }
  }
  return order.map((row, index) => (row[count] ?? 0) / (row[index] ?? 1))
}
