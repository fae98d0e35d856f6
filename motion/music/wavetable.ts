/** The number of samples of one period. */
export const TABLE_SIZE = 2048

const QUARTER = TABLE_SIZE / 4
const HALF_PI = 1.5707963267948966

/** The sine of 0..1 quarter turns, to eight digits. */
function quarterSine(part: number): number {
  const x = part * HALF_PI
  const xx = x * x
  return x * (1 - (xx / 6) * (1 - (xx / 20) * (1 - (xx / 42) * (1 - (xx / 72) * (1 - xx / 110)))))
}

function makeSine(): Float32Array {
  return Float32Array.from({ length: TABLE_SIZE + 1 }, (_, i) => {
    const halfPosition = i % (TABLE_SIZE / 2)
    const height = quarterSine((halfPosition <= QUARTER ? halfPosition : TABLE_SIZE / 2 - halfPosition) / QUARTER)
    return i % TABLE_SIZE < TABLE_SIZE / 2 ? height : -height
  })
}

/** One period of a sine, with its first sample repeated at the end. */
export const SINE = makeSine()

/** One period of the first `harmonicCount` harmonics, with its first sample repeated at the end. */
export function makeTable(partials: readonly number[], harmonicCount: number): Float32Array {
  const table = new Float32Array(TABLE_SIZE + 1)
  for (const [i, amplitude] of partials.slice(0, harmonicCount).entries()) {
    if (amplitude === 0) continue
    for (let at = 0; at < table.length; at++) {
      table[at] = (table[at] ?? 0) + amplitude * (SINE[((i + 1) * at) % TABLE_SIZE] ?? 0)
    }
  }
  return table
}
