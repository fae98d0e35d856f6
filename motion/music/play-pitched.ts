import { type Bus, fadePerSample, toSampleCount, power } from './bus.ts'
import type { ToneSound, BellSound, StringSound } from './instrument.ts'
import { SAMPLE_RATE } from './music.ts'
import { type Note, hzOfPitch } from './score.ts'
import { makeTable, SINE, TABLE_SIZE } from './wavetable.ts'

const HIGHEST_HZ = 15_000
const CENT_RATIO = 0.00057779
const VIBRATO_HZ = 5.2
const VIBRATO_FROM_S = 0.35
const BLOCK_SIZE = 64
const VOICE_SPREAD = 0.7
const tablesByPartials = new WeakMap<readonly number[], Map<number, Float32Array>>()

function tableOf(partials: readonly number[], hz: number): Float32Array {
  const harmonicCount = Math.max(1, Math.min(partials.length, Math.floor(HIGHEST_HZ / hz)))
  const cachedTables = tablesByPartials.get(partials) ?? new Map<number, Float32Array>()
  tablesByPartials.set(partials, cachedTables)
  const table = cachedTables.get(harmonicCount) ?? makeTable(partials, harmonicCount)
  cachedTables.set(harmonicCount, table)
  return table
}

interface Voice {
  readonly hz: number
  readonly left: number
  readonly right: number
  readonly phase: number
}

/** Detuned voices from left to right; a single voice is in the middle. */
function voicesOf(sound: ToneSound, hz: number, pan: number, random: () => number): Voice[] {
  return Array.from({ length: sound.voices }, (_, i) => {
    const side = sound.voices === 1 ? 0 : (2 * i) / (sound.voices - 1) - 1
    const panPosition = Math.max(-1, Math.min(1, pan + side * VOICE_SPREAD))
    const loudness = 1 / Math.sqrt(sound.voices)
    return {
      hz: hz * (1 + side * sound.detuneCents * CENT_RATIO),
      left: Math.sqrt((1 - panPosition) / 2) * loudness,
      right: Math.sqrt((1 + panPosition) / 2) * loudness,
      phase: random() * TABLE_SIZE,
    }
  })
}

/** The envelope of a sustained, decaying or released tone, sample by sample. */
function makeEnvelope(sound: ToneSound, note: Note, length: number): Float32Array {
  const sustainSamples = toSampleCount(note.lengthS)
  const attackSamples = Math.max(1, Math.min(toSampleCount(sound.attackS), sustainSamples))
  const decay = sound.decayS === null ? 1 : fadePerSample(sound.decayS)
  const releaseSamples = toSampleCount(sound.releaseS)
  const envelope = new Float32Array(length)
  let level = note.strength
  for (let i = 0; i < length; i++) {
    const rise = i < attackSamples ? i / attackSamples : 1
    const fall = i < sustainSamples ? 1 : 1 - (i - sustainSamples) / releaseSamples
    envelope[i] = level * rise * (2 - rise) * fall * fall
    level *= decay
  }
  return envelope
}

/**
 * The step through the wavetable per sample, at a time since the start of the tone. It sets the frequency, with a slow vibrato that starts
 * late.
 */
function strideAt(sound: ToneSound, voice: Voice, seconds: number): number {
  const steadyStride = (voice.hz * TABLE_SIZE) / SAMPLE_RATE
  if (sound.vibratoCents === 0 || seconds < VIBRATO_FROM_S) return steadyStride
  const vibratoPhase = (seconds * VIBRATO_HZ) % 1
  const vibrato = (SINE[Math.floor(vibratoPhase * TABLE_SIZE)] ?? 0) * Math.min(1, seconds - VIBRATO_FROM_S)
  return steadyStride * (1 + vibrato * sound.vibratoCents * CENT_RATIO)
}

/** Adds one wavetable tone to a bus. */
export function playTone(bus: Bus, sound: ToneSound, note: Note, pan: number, random: () => number): void {
  const start = toSampleCount(note.startS)
  const length = Math.min(toSampleCount(note.lengthS) + toSampleCount(sound.releaseS), bus.left.length - start)
  if (length <= 0) return
  const [left, right] = [bus.left.subarray(start, start + length), bus.right.subarray(start, start + length)]
  const hz = hzOfPitch(note.pitch)
  const [body, shine] = [tableOf(sound.body, hz), tableOf(sound.shine, hz)]
  const envelope = makeEnvelope(sound, note, length)
  const shineFade = fadePerSample(sound.shineS)
  for (const voice of voicesOf(sound, hz, pan, random)) {
    const { left: leftGain, right: rightGain } = voice
    let phase = voice.phase
    let shineLevel = note.strength
    for (let blockStart = 0; blockStart < length; blockStart += BLOCK_SIZE) {
      const blockEnd = Math.min(length, blockStart + BLOCK_SIZE)
      const stride = strideAt(sound, voice, blockStart / SAMPLE_RATE)
      for (let i = blockStart; i < blockEnd; i++) {
        const at = phase | 0
        const low = (body[at] ?? 0) + shineLevel * (shine[at] ?? 0)
        const high = (body[at + 1] ?? 0) + shineLevel * (shine[at + 1] ?? 0)
        const value = (envelope[i] ?? 0) * (low + (high - low) * (phase - at))
        left[i] = (left[i] ?? 0) + value * leftGain
        right[i] = (right[i] ?? 0) + value * rightGain
        shineLevel *= shineFade
        phase += stride
        if (phase >= TABLE_SIZE) phase -= TABLE_SIZE
      }
    }
  }
}

/** The detuning between left and right, so that a mono sound has width. */
const SIDE_DETUNE = 0.0007
const FULL_BEND_BELOW_HZ = 500

/** Adds one bell, celesta or electric piano tone to a bus: a sine whose phase is modulated by another sine. */
export function playBell({ left, right }: Bus, sound: BellSound, note: Note, pan: number): void {
  const start = toSampleCount(note.startS)
  const sustainSamples = toSampleCount(note.lengthS)
  const releaseSamples = toSampleCount(sound.releaseS)
  const length = Math.min(sustainSamples + releaseSamples, left.length - start)
  const stride = (hzOfPitch(note.pitch) * TABLE_SIZE) / SAMPLE_RATE
  const attackSamples = Math.max(1, toSampleCount(sound.attackS))
  const [fade, bendFade] = [fadePerSample(sound.decayS), fadePerSample(sound.bendS)]
  const [leftGain, rightGain] = [Math.sqrt((1 - pan) / 2), Math.sqrt((1 + pan) / 2)]
  const mask = TABLE_SIZE - 1
  let level = note.strength
  let bend = sound.bend * TABLE_SIZE * note.strength * Math.min(1, FULL_BEND_BELOW_HZ / hzOfPitch(note.pitch) + 0.4)
  for (let i = 0; i < length; i++) {
    const modulation = bend * (SINE[(i * stride * sound.ratio) & mask] ?? 0)
    const phase = i * stride
    const releaseLevel = i < sustainSamples ? 1 : 1 - (i - sustainSamples) / releaseSamples
    const amplitude = level * releaseLevel * releaseLevel * Math.min(1, i / attackSamples)
    const leftValue = SINE[(phase * (1 - SIDE_DETUNE) + modulation) & mask] ?? 0
    const rightValue = SINE[(phase * (1 + SIDE_DETUNE) + modulation) & mask] ?? 0
    left[start + i] = (left[start + i] ?? 0) + amplitude * leftValue * leftGain
    right[start + i] = (right[start + i] ?? 0) + amplitude * rightValue * rightGain
    level *= fade
    bend *= bendFade
  }
}

/** The delay of a two-sample average, in samples. */
const AVERAGE_DELAY = 0.5
const PLUCK_GAIN = 1.6

/** Noise for one period of the string; the lower `shine`, the more it is smoothed. */
function makeNoiseRing(length: number, shine: number, random: () => number): Float32Array {
  const ring = new Float32Array(length)
  let smoothed = 0
  let mean = 0
  for (let i = 0; i < length; i++) {
    smoothed += shine * (random() * 2 - 1 - smoothed)
    ring[i] = smoothed
    mean += smoothed / length
  }
  return ring.map((value) => (value - mean) * PLUCK_GAIN)
}

/** Adds one plucked string to a bus: noise in a delay loop as long as the wave, slightly smoothed in each round. */
export function playString({ left, right }: Bus, sound: StringSound, note: Note, pan: number, random: () => number): void {
  const start = toSampleCount(note.startS)
  const sustainSamples = toSampleCount(note.lengthS)
  const releaseSamples = toSampleCount(sound.releaseS)
  const length = Math.min(sustainSamples + releaseSamples, left.length - start)
  const periodSamples = SAMPLE_RATE / hzOfPitch(note.pitch) - AVERAGE_DELAY
  const ringSize = Math.floor(periodSamples)
  const fraction = periodSamples - ringSize
  const tuning = (1 - fraction) / (1 + fraction)
  const fade = power(fadePerSample(sound.decayS), ringSize)
  const ring = makeNoiseRing(ringSize, sound.shine * (0.6 + 0.4 * note.strength), random)
  const [leftGain, rightGain] = [Math.sqrt((1 - pan) / 2), Math.sqrt((1 + pan) / 2)]
  let at = 0
  let [previousInput, filtered, previousRead] = [0, 0, 0]
  for (let i = 0; i < length; i++) {
    const read = ring[at] ?? 0
    const smooth = (read + previousRead) / 2
    previousRead = read
    filtered = tuning * (smooth - filtered) + previousInput
    previousInput = smooth
    ring[at] = filtered * fade
    at = at + 1 === ringSize ? 0 : at + 1
    const releaseLevel = i < sustainSamples ? 1 : 1 - (i - sustainSamples) / releaseSamples
    const value = read * note.strength * releaseLevel * releaseLevel
    left[start + i] = (left[start + i] ?? 0) + value * leftGain
    right[start + i] = (right[start + i] ?? 0) + value * rightGain
  }
}
