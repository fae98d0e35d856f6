import type { Bus } from '#shared/motion/music/bus.ts'
import { fadePerSample, makeBus, power } from '#shared/motion/music/bus.ts'

/** Lengths of the eight delays in samples: prime, so that their echoes never fall together. */
const DELAYS = [1433, 1601, 1867, 2053, 2251, 2399, 2617, 2903] as const
const SPREADERS = [113, 337, 569] as const
const SPREAD = 0.6
/** How much of the treble each turn loses. */
const DAMPING = 0.34
const LINES = DELAYS.length
/** Keeps the energy of a turn: eight lines added with signs. */
const MIX = 0.35355339059327373

/** A short chain of all-pass delays: the same loudness at all pitches, but blurred in time. */
function spread(row: Float32Array): Float32Array {
  let now = row
  for (const length of SPREADERS) {
    const ring = new Float32Array(length)
    const before = now
    const after = new Float32Array(row.length)
    for (let i = 0, at = 0; i < after.length; i++, at = at + 1 === length ? 0 : at + 1) {
      const held = ring[at] ?? 0
      const fed = (before[i] ?? 0) + SPREAD * held
      ring[at] = fed
      after[i] = held - SPREAD * fed
    }
    now = after
  }
  return now
}

/** Adds each line to and from each other one, in three rounds (a Hadamard matrix). */
function mixLines(lines: Float64Array): void {
  for (let step = 1; step < LINES; step *= 2) {
    for (let from = 0; from < LINES; from += 2 * step) {
      for (let i = from; i < from + step; i++) {
        const one = lines[i] ?? 0
        const other = lines[i + step] ?? 0
        lines[i] = one + other
        lines[i + step] = one - other
      }
    }
  }
}

/** The sound of a room around a bus; it dies to a thousandth in some seconds. */
export function makeRoom(bus: Bus, seconds: number): Bus {
  const length = bus.left.length
  const out = makeBus(length)
  const [left, right] = [spread(bus.left), spread(bus.right)]
  const rings = DELAYS.map((size) => new Float32Array(size))
  const gains = Float64Array.from(DELAYS, (size) => power(fadePerSample(seconds), size) * MIX)
  const [damped, lines] = [new Float64Array(LINES), new Float64Array(LINES)]
  const places = new Int32Array(LINES)
  for (let i = 0; i < length; i++) {
    for (let line = 0; line < LINES; line++) {
      const heard = rings[line]?.[places[line] ?? 0] ?? 0
      damped[line] = heard + DAMPING * ((damped[line] ?? 0) - heard)
      lines[line] = damped[line] ?? 0
    }
    out.left[i] = (lines[0] ?? 0) - (lines[2] ?? 0) + (lines[4] ?? 0) - (lines[6] ?? 0)
    out.right[i] = (lines[1] ?? 0) - (lines[3] ?? 0) + (lines[5] ?? 0) - (lines[7] ?? 0)
    mixLines(lines)
    for (let line = 0; line < LINES; line++) {
      const ring = rings[line]
      const at = places[line] ?? 0
      if (!ring) continue
      ring[at] = (line % 2 === 0 ? (left[i] ?? 0) : (right[i] ?? 0)) + (lines[line] ?? 0) * (gains[line] ?? 0)
      places[line] = at + 1 === ring.length ? 0 : at + 1
    }
  }
  return out
}
