import type { Bus } from '#shared/motion/music/bus.ts'
import { samplesOf } from '#shared/motion/music/bus.ts'

type Filter = readonly [b0: number, b1: number, b2: number, a1: number, a2: number]

/** How loud the ear finds pitches at 48 kHz, as ITU-R BS.1770 gives it: treble raised, then deep bass taken out. */
const TREBLE: Filter = [1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585]
const DEEP: Filter = [1, -2, 1, -1.99004745483398, 0.99007225036621]

const HOP_S = 0.1
const HOPS_PER_BLOCK = 4
const ABSOLUTE_GATE = 1.17e-7
const RELATIVE_GATE = 0.1

function filterRow(row: Float32Array, [b0, b1, b2, a1, a2]: Filter): void {
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  for (let i = 0; i < row.length; i++) {
    const x = row[i] ?? 0
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    row[i] = y
  }
}

/** Mean energy of each tenth of a second. */
function hopsOf(row: Float32Array): number[] {
  const size = samplesOf(HOP_S)
  const weighted = row.slice()
  filterRow(weighted, TREBLE)
  filterRow(weighted, DEEP)
  return Array.from({ length: Math.floor(row.length / size) }, (_, hop) => {
    let energy = 0
    for (let i = hop * size; i < (hop + 1) * size; i++) energy += (weighted[i] ?? 0) * (weighted[i] ?? 0)
    return energy / size
  })
}

function meanAbove(energies: readonly number[], gate: number): number {
  const loud = energies.filter((energy) => energy > gate)
  return loud.reduce((sum, energy) => sum + energy, 0) / Math.max(1, loud.length)
}

/** Gated loudness as energy: 1 is -0.69 LUFS, each tenth 10 LU less. Silence is 0. */
export function loudnessOf({ left, right }: Bus): number {
  const [ofLeft, ofRight] = [hopsOf(left), hopsOf(right)]
  const hops = ofLeft.map((energy, i) => energy + (ofRight[i] ?? 0))
  const blocks = hops
    .slice(0, 1 - HOPS_PER_BLOCK)
    .map((_, i) => hops.slice(i, i + HOPS_PER_BLOCK).reduce((sum, hop) => sum + hop, 0) / HOPS_PER_BLOCK)
  return meanAbove(blocks, Math.max(ABSOLUTE_GATE, meanAbove(blocks, ABSOLUTE_GATE) * RELATIVE_GATE))
}
