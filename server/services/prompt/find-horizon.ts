import type { LumaGrid } from './picture-facts.ts'

/** A horizon lies neither at the top nor at the bottom. */
const HIGHEST = 0.15
const LOWEST = 0.85
/** The step in luma, or in detail, between above and below that makes a line a horizon. */
const LEAST_STEP = 0.12
/** Rows that a line is seen over. */
const REACH = 4

/** How far down the strongest line across the whole picture lies, 0..1, with more light or more calm above it; null where there is none. */
export function findHorizon({ width, height, luma }: LumaGrid): number | null {
  const rows = Array.from({ length: height }, (_, y) => rowOf(luma.subarray(y * width, (y + 1) * width)))
  const side = (from: number, to: number, key: keyof Row) => mean(rows.slice(Math.max(0, from), to).map((row) => row[key]))
  let best = { step: 0, y: 0 }
  for (let y = Math.ceil(height * HIGHEST); y <= height * LOWEST; y++) {
    const darkening = side(y - REACH, y, 'light') - side(y, y + REACH, 'light')
    const roughening = 2 * (side(0, y, 'detail') < 0.02 ? side(y, height, 'detail') - side(0, y, 'detail') : 0)
    const step = Math.max(0, darkening) + Math.max(0, roughening)
    if (step > best.step) best = { step, y }
  }
  return best.step < LEAST_STEP ? null : best.y / height
}

interface Row {
  readonly light: number
  readonly detail: number
}

function rowOf(luma: Float32Array): Row {
  const light = mean([...luma])
  let detail = 0
  for (let x = 1; x < luma.length; x++) detail += Math.abs((luma[x] ?? 0) - (luma[x - 1] ?? 0))
  return { light, detail: detail / Math.max(1, luma.length - 1) }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
