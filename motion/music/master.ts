import { type Bus, toSampleCount } from './bus.ts'

const BLOCK_SIZE = 64
/** The largest change of gain per block: down before a peak, up after it. */
const MAX_GAIN_DROP = 0.12
const MAX_GAIN_RISE = 0.004

/** -16 LUFS, as an energy of `loudnessOf`. */
const TARGET_ENERGY = 0.02945
/** 2.2 dB below full scale: headroom for inter-sample peaks and for the encoder. */
const CEILING = 0.78
const FADE_IN_S = 0.06
const FADE_OUT_S = 1.1
const MAX_FADE_OUT_SHARE = 0.2
/** High-pass coefficient: content below about 25 Hz is inaudible and wastes headroom. */
const RUMBLE_COEFFICIENT = 0.0033

function cutRumble(samples: Float32Array): void {
  let smoothed = 0
  for (let i = 0; i < samples.length; i++) {
    smoothed += RUMBLE_COEFFICIENT * ((samples[i] ?? 0) - smoothed)
    samples[i] = (samples[i] ?? 0) - smoothed
  }
}

/** Fades in from silence, and out to silence exactly at the last sample. */
function fade(samples: Float32Array): void {
  const [fadeInSamples, fadeOutSamples] = [
    toSampleCount(FADE_IN_S),
    Math.min(toSampleCount(FADE_OUT_S), samples.length * MAX_FADE_OUT_SHARE),
  ]
  for (let i = 0; i < samples.length; i++) {
    const part = Math.min(1, i / fadeInSamples, (samples.length - 1 - i) / fadeOutSamples)
    samples[i] = (samples[i] ?? 0) * part * part * (3 - 2 * part)
  }
}

function amplify(samples: Float32Array, gain: number): void {
  for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] ?? 0) * gain
}

/** Masters a mix and overwrites it: fades, the same loudness for all music, no clipping. */
export function masterMix(mix: Bus): void {
  for (const samples of [mix.left, mix.right]) {
    cutRumble(samples)
    fade(samples)
  }
  const energy = loudnessOf(mix)
  if (energy === 0) return
  for (const samples of [mix.left, mix.right]) amplify(samples, Math.sqrt(TARGET_ENERGY / energy))
  limitPeaks(mix, CEILING)
}

/** For each block, the gain that limits its loudest sample to the ceiling. */
function gainsOf({ left, right }: Bus, ceiling: number): number[] {
  return Array.from({ length: Math.ceil(left.length / BLOCK_SIZE) }, (_, block) => {
    let peak = ceiling
    for (let i = block * BLOCK_SIZE; i < Math.min(left.length, (block + 1) * BLOCK_SIZE); i++) {
      peak = Math.max(peak, Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0))
    }
    return ceiling / peak
  })
}

/** Smooth gains at the edges of blocks, never above the limit of either block. */
function edgesOf(gains: readonly number[]): number[] {
  const edgeGains = [...gains, 1].map((gain, i) => Math.min(gain, gains[i - 1] ?? 1))
  for (let i = 1; i < edgeGains.length; i++) edgeGains[i] = Math.min(edgeGains[i] ?? 1, (edgeGains[i - 1] ?? 1) + MAX_GAIN_RISE)
  for (let i = edgeGains.length - 2; i >= 0; i--) edgeGains[i] = Math.min(edgeGains[i] ?? 1, (edgeGains[i + 1] ?? 1) + MAX_GAIN_DROP)
  return edgeGains
}

/** Limits peaks to the ceiling and overwrites the samples. Afterwards no sample is above the ceiling. */
export function limitPeaks(bus: Bus, ceiling: number): void {
  const edgeGains = edgesOf(gainsOf(bus, ceiling))
  for (let i = 0; i < bus.left.length; i++) {
    const block = Math.floor(i / BLOCK_SIZE)
    const startGain = edgeGains[block] ?? 1
    const gain = startGain + ((edgeGains[block + 1] ?? 1) - startGain) * ((i % BLOCK_SIZE) / BLOCK_SIZE)
    bus.left[i] = (bus.left[i] ?? 0) * gain
    bus.right[i] = (bus.right[i] ?? 0) * gain
  }
}

type Filter = readonly [b0: number, b1: number, b2: number, a1: number, a2: number]

/** K-weighting at 48 kHz from ITU-R BS.1770: treble boost, then a high-pass. */
const TREBLE_BOOST: Filter = [1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585]
const HIGH_PASS: Filter = [1, -2, 1, -1.99004745483398, 0.99007225036621]

const HOP_S = 0.1
const HOPS_PER_BLOCK = 4
const ABSOLUTE_GATE = 1.17e-7
const RELATIVE_GATE = 0.1

function filterRow(samples: Float32Array, [b0, b1, b2, a1, a2]: Filter): void {
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i] ?? 0
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    samples[i] = y
  }
}

/** The K-weighted mean energy of each tenth of a second. */
function hopEnergies(samples: Float32Array): number[] {
  const size = toSampleCount(HOP_S)
  const weighted = samples.slice()
  filterRow(weighted, TREBLE_BOOST)
  filterRow(weighted, HIGH_PASS)
  return Array.from({ length: Math.floor(samples.length / size) }, (_, hop) => {
    let energy = 0
    for (let i = hop * size; i < (hop + 1) * size; i++) energy += (weighted[i] ?? 0) * (weighted[i] ?? 0)
    return energy / size
  })
}

function meanAbove(energies: readonly number[], gate: number): number {
  const loudEnergies = energies.filter((energy) => energy > gate)
  return loudEnergies.reduce((sum, energy) => sum + energy, 0) / Math.max(1, loudEnergies.length)
}

/** Gated loudness as energy: 1 is -0.69 LUFS, and a tenth of the energy is 10 LU less. Silence is 0. */
export function loudnessOf({ left, right }: Bus): number {
  const [leftHops, rightHops] = [hopEnergies(left), hopEnergies(right)]
  const hops = leftHops.map((energy, i) => energy + (rightHops[i] ?? 0))
  const blocks = hops
    .slice(0, 1 - HOPS_PER_BLOCK)
    .map((_, i) => hops.slice(i, i + HOPS_PER_BLOCK).reduce((sum, hop) => sum + hop, 0) / HOPS_PER_BLOCK)
  return meanAbove(blocks, Math.max(ABSOLUTE_GATE, meanAbove(blocks, ABSOLUTE_GATE) * RELATIVE_GATE))
}
