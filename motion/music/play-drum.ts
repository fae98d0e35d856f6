import { type Bus, fadePerSample, toSampleCount } from './bus.ts'
import { SAMPLE_RATE } from './music.ts'
import type { Drum, Hit } from './score.ts'
import { SINE, TABLE_SIZE } from './wavetable.ts'

/** A falling tone, band-limited noise, or both. Levels 0..1, filter coefficients per sample. */
interface DrumSound {
  readonly tone: number
  readonly fromHz: number
  readonly toHz: number
  readonly fallS: number
  readonly toneS: number
  readonly noise: number
  readonly noiseS: number
  readonly riseS: number
  readonly low: number
  readonly high: number
  readonly pan: number
}

const SILENT_TONE = { tone: 0, fromHz: 0, toHz: 0, fallS: 1, toneS: 0 } as const

const SOUNDS: Record<Drum, DrumSound> = {
  kick: {
    tone: 1,
    fromHz: 150,
    toHz: 48,
    fallS: 0.09,
    toneS: 0.42,
    noise: 0.08,
    noiseS: 0.02,
    riseS: 0.0005,
    low: 0.02,
    high: 0.4,
    pan: 0,
  },
  boom: { tone: 1, fromHz: 92, toHz: 41, fallS: 0.3, toneS: 1.5, noise: 0.22, noiseS: 0.3, riseS: 0.002, low: 0.004, high: 0.06, pan: 0 },
  clap: { ...SILENT_TONE, noise: 0.8, noiseS: 0.24, riseS: 0.002, low: 0.12, high: 0.45, pan: 0.12 },
  hat: { ...SILENT_TONE, noise: 0.5, noiseS: 0.09, riseS: 0.0005, low: 0.6, high: 0.95, pan: 0.3 },
  shaker: { ...SILENT_TONE, noise: 0.36, noiseS: 0.13, riseS: 0.018, low: 0.5, high: 0.85, pan: -0.35 },
  tick: {
    tone: 0.3,
    fromHz: 1900,
    toHz: 1500,
    fallS: 0.02,
    toneS: 0.05,
    noise: 0.2,
    noiseS: 0.02,
    riseS: 0.0005,
    low: 0.3,
    high: 0.8,
    pan: 0.2,
  },
}

/** Adds one hit to a bus. */
export function playDrum({ left, right }: Bus, { drum, startS, strength }: Hit, random: () => number): void {
  const sound = SOUNDS[drum]
  const start = toSampleCount(startS)
  const length = Math.min(toSampleCount(Math.max(sound.toneS, sound.noiseS)), left.length - start)
  const [toneFade, pitchFade] = [fadePerSample(sound.toneS), fadePerSample(sound.fallS)]
  const noiseFade = fadePerSample(sound.noiseS)
  const riseSamples = Math.max(1, toSampleCount(sound.riseS))
  const [leftGain, rightGain] = [Math.sqrt((1 - sound.pan) / 2), Math.sqrt((1 + sound.pan) / 2)]
  let [tone, noise, hzAboveEnd, phase] = [sound.tone * strength, sound.noise * strength, sound.fromHz - sound.toHz, 0]
  let [lowFiltered, highFiltered] = [0, 0]
  for (let i = 0; i < length; i++) {
    highFiltered += sound.high * (random() * 2 - 1 - highFiltered)
    lowFiltered += sound.low * (highFiltered - lowFiltered)
    phase = (phase + ((sound.toHz + hzAboveEnd) * TABLE_SIZE) / SAMPLE_RATE) % TABLE_SIZE
    const fadeOut = Math.min(1, (length - i) / riseSamples)
    const value = (tone * (SINE[phase | 0] ?? 0) + noise * (highFiltered - lowFiltered)) * Math.min(1, i / riseSamples) * fadeOut
    left[start + i] = (left[start + i] ?? 0) + value * leftGain
    right[start + i] = (right[start + i] ?? 0) + value * rightGain
    tone *= toneFade
    noise *= noiseFade
    hzAboveEnd *= pitchFade
  }
}
