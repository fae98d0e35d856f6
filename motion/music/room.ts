import { type Bus, fadePerSample, makeBus, power } from './bus.ts'

/** Lengths of the eight delays in samples: prime, so that their echoes never coincide, and longer than a block. */
const DELAYS = [1433, 1601, 1867, 2053, 2251, 2399, 2617, 2903] as const
const BLOCK = 1024
const RING = 4096
const SPREADERS = [113, 337, 569] as const
const SPREAD = 0.6
/** The loss of treble in each pass. */
const DAMPING = 0.34
/** The factor of each delay line when eight lines are added with signs. 1 / √8 preserves their energy. */
const MIX = 0.35355339059327373

/** A short chain of all-pass filters: flat in frequency, but diffuse in time. */
function spread(row: Float32Array): Float32Array {
  const out = row.slice()
  const fed = new Float32Array(row.length)
  for (const length of SPREADERS) {
    for (let i = 0; i < out.length; i++) {
      const delayed = i < length ? 0 : (fed[i - length] ?? 0)
      const now = (out[i] ?? 0) + SPREAD * delayed
      fed[i] = now
      out[i] = delayed - SPREAD * now
    }
  }
  return out
}

interface Line {
  readonly delay: number
  readonly gain: number
  readonly ring: Float32Array
  /** The output of the delay in the current block. */
  readonly output: Float32Array
  damped: number
}

function readDelay(line: Line, from: number, count: number): void {
  const { ring, output, delay } = line
  let damped = line.damped
  for (let i = 0; i < count; i++) {
    const now = ring[(from + i - delay) & (RING - 1)] ?? 0
    damped = now + DAMPING * (damped - now)
    output[i] = damped
  }
  line.damped = damped
}

function crossAdd(one: Float32Array, other: Float32Array): void {
  for (let i = 0; i < BLOCK; i++) {
    const a = one[i] ?? 0
    const b = other[i] ?? 0
    one[i] = a + b
    other[i] = a - b
  }
}

/** Mixes all lines with each other in three rounds (a Hadamard matrix). */
function mixLines(lines: readonly Line[]): void {
  for (let step = 1; step < lines.length; step *= 2) {
    for (const [i, line] of lines.entries()) {
      const partner = lines[i + step]
      if (partner && Math.floor(i / step) % 2 === 0) crossAdd(line.output, partner.output)
    }
  }
}

function feed({ ring, output, gain }: Line, row: Float32Array, from: number, count: number): void {
  for (let i = 0; i < count; i++) ring[(from + i) & (RING - 1)] = (row[from + i] ?? 0) + (output[i] ?? 0) * gain
}

function collect(row: Float32Array, line: Line, sign: number, from: number, count: number): void {
  for (let i = 0; i < count; i++) row[from + i] = (row[from + i] ?? 0) + sign * (line.output[i] ?? 0)
}

/** The reverb of a bus. It decays to a thousandth within `seconds`. */
export function makeRoom(bus: Bus, seconds: number): Bus {
  const length = bus.left.length
  const out = makeBus(length)
  const [left, right] = [spread(bus.left), spread(bus.right)]
  const lines = DELAYS.map((delay): Line => {
    const gain = power(fadePerSample(seconds), delay) * MIX
    return { delay, gain, ring: new Float32Array(RING), output: new Float32Array(BLOCK), damped: 0 }
  })
  for (let from = 0; from < length; from += BLOCK) {
    const count = Math.min(BLOCK, length - from)
    for (const [i, line] of lines.entries()) {
      readDelay(line, from, count)
      collect(i % 2 === 0 ? out.left : out.right, line, i % 4 < 2 ? 1 : -1, from, count)
    }
    mixLines(lines)
    for (const [i, line] of lines.entries()) feed(line, i % 2 === 0 ? left : right, from, count)
  }
  return out
}
