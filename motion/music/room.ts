import { type Bus, fadePerSample, makeBus, power } from './bus.ts'

/**
 * Lengths of the eight delays in samples: prime, so that their echoes never coincide, and longer than a block, because a whole block is
 * read before it is written.
 */
const DELAYS = [1433, 1601, 1867, 2053, 2251, 2399, 2617, 2903] as const
const BLOCK_SIZE = 1024
const RING_SIZE = 4096
const ALL_PASS_DELAYS = [113, 337, 569] as const
const ALL_PASS_GAIN = 0.6
/** The loss of treble each time that the sound passes through a delay. */
const DAMPING = 0.34
/** The factor of each of the eight delay lines when they are mixed by sums and differences: 1 / √8 preserves their energy. */
const LINE_GAIN = 0.35355339059327373

/** A short chain of all-pass filters: flat in frequency, but diffuse in time. */
function diffuse(samples: Float32Array): Float32Array {
  const diffused = samples.slice()
  const delayInputs = new Float32Array(samples.length)
  for (const length of ALL_PASS_DELAYS) {
    for (let i = 0; i < diffused.length; i++) {
      const delayed = i < length ? 0 : (delayInputs[i - length] ?? 0)
      const input = (diffused[i] ?? 0) + ALL_PASS_GAIN * delayed
      delayInputs[i] = input
      diffused[i] = delayed - ALL_PASS_GAIN * input
    }
  }
  return diffused
}

interface Line {
  readonly delay: number
  readonly gain: number
  readonly ring: Float32Array
  /** The output of the delay in the current block. */
  readonly output: Float32Array
  dampedSample: number
}

function readDelay(line: Line, from: number, count: number): void {
  const { ring, output, delay } = line
  let dampedSample = line.dampedSample
  for (let i = 0; i < count; i++) {
    const sample = ring[(from + i - delay) & (RING_SIZE - 1)] ?? 0
    dampedSample = sample + DAMPING * (dampedSample - sample)
    output[i] = dampedSample
  }
  line.dampedSample = dampedSample
}

function addAndSubtract(sums: Float32Array, differences: Float32Array): void {
  for (let i = 0; i < BLOCK_SIZE; i++) {
    const a = sums[i] ?? 0
    const b = differences[i] ?? 0
    sums[i] = a + b
    differences[i] = a - b
  }
}

/** Mixes all lines with each other in three rounds (a Hadamard matrix). */
function mixLines(lines: readonly Line[]): void {
  for (let step = 1; step < lines.length; step *= 2) {
    for (const [i, line] of lines.entries()) {
      const partner = lines[i + step]
      if (partner && Math.floor(i / step) % 2 === 0) addAndSubtract(line.output, partner.output)
    }
  }
}

function feedLine({ ring, output, gain }: Line, samples: Float32Array, from: number, count: number): void {
  for (let i = 0; i < count; i++) ring[(from + i) & (RING_SIZE - 1)] = (samples[from + i] ?? 0) + (output[i] ?? 0) * gain
}

function addLineOutput(samples: Float32Array, line: Line, sign: number, from: number, count: number): void {
  for (let i = 0; i < count; i++) samples[from + i] = (samples[from + i] ?? 0) + sign * (line.output[i] ?? 0)
}

/** The reverb of a bus. It decays to a thousandth within `seconds`. */
export function makeRoom(bus: Bus, seconds: number): Bus {
  const length = bus.left.length
  const room = makeBus(length)
  const [left, right] = [diffuse(bus.left), diffuse(bus.right)]
  const lines = DELAYS.map((delay): Line => {
    const gain = power(fadePerSample(seconds), delay) * LINE_GAIN
    return { delay, gain, ring: new Float32Array(RING_SIZE), output: new Float32Array(BLOCK_SIZE), dampedSample: 0 }
  })
  for (let from = 0; from < length; from += BLOCK_SIZE) {
    const count = Math.min(BLOCK_SIZE, length - from)
    for (const [i, line] of lines.entries()) {
      readDelay(line, from, count)
      addLineOutput(i % 2 === 0 ? room.left : room.right, line, i % 4 < 2 ? 1 : -1, from, count)
    }
    mixLines(lines)
    for (const [i, line] of lines.entries()) feedLine(line, i % 2 === 0 ? left : right, from, count)
  }
  return room
}
