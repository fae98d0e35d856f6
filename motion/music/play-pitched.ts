import { type Bus, fadePerSample, samplesOf, power } from './bus.ts'
import type { ToneSound, BellSound, StringSound } from './instrument.ts'
import { SAMPLE_RATE } from './music.ts'
import { type Note, hzOfPitch } from './score.ts'
import { makeTable, SINE, TABLE_SIZE } from './wavetable.ts'

const HIGHEST_HZ = 15_000
const CENT = 0.00057779
const VIBRATO_HZ = 5.2
const VIBRATO_FROM_S = 0.35
const BLOCK = 64
const SPREAD = 0.7
const tables = new WeakMap<readonly number[], Map<number, Float32Array>>()

function tableOf(partials: readonly number[], hz: number): Float32Array {
  const highest = Math.max(1, Math.min(partials.length, Math.floor(HIGHEST_HZ / hz)))
  const known = tables.get(partials) ?? new Map<number, Float32Array>()
  tables.set(partials, known)
  const table = known.get(highest) ?? makeTable(partials, highest)
  known.set(highest, table)
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
    const panPosition = Math.max(-1, Math.min(1, pan + side * SPREAD))
    const loudness = 1 / Math.sqrt(sound.voices)
    return {
      hz: hz * (1 + side * sound.detuneCents * CENT),
      left: Math.sqrt((1 - panPosition) / 2) * loudness,
      right: Math.sqrt((1 + panPosition) / 2) * loudness,
      phase: random() * TABLE_SIZE,
    }
  })
}

/** The envelope of a sustained, decaying or released tone, sample by sample. */
function makeEnvelope(sound: ToneSound, note: Note, length: number): Float32Array {
  const sustain = samplesOf(note.lengthS)
  const attack = Math.max(1, Math.min(samplesOf(sound.attackS), sustain))
  const decay = sound.decayS === null ? 1 : fadePerSample(sound.decayS)
  const release = samplesOf(sound.releaseS)
  const envelope = new Float32Array(length)
  let level = note.strength
  for (let i = 0; i < length; i++) {
    const rise = i < attack ? i / attack : 1
    const fall = i < sustain ? 1 : 1 - (i - sustain) / release
    envelope[i] = level * rise * (2 - rise) * fall * fall
    level *= decay
  }
  return envelope
}

/** The step through the wavetable per sample at a time. It sets the tone's frequency, with a slow vibrato that starts late. */
function strideAt(sound: ToneSound, voice: Voice, seconds: number): number {
  const steadyStride = (voice.hz * TABLE_SIZE) / SAMPLE_RATE
  if (sound.vibratoCents === 0 || seconds < VIBRATO_FROM_S) return steadyStride
  const turn = (seconds * VIBRATO_HZ) % 1
  const sway = (SINE[Math.floor(turn * TABLE_SIZE)] ?? 0) * Math.min(1, seconds - VIBRATO_FROM_S)
  return steadyStride * (1 + sway * sound.vibratoCents * CENT)
}

/** Adds one wavetable tone to a bus. */
export function playTone(bus: Bus, sound: ToneSound, note: Note, pan: number, random: () => number): void {
  const start = samplesOf(note.startS)
  const length = Math.min(samplesOf(note.lengthS) + samplesOf(sound.releaseS), bus.left.length - start)
  if (length <= 0) return
  const [left, right] = [bus.left.subarray(start, start + length), bus.right.subarray(start, start + length)]
  const hz = hzOfPitch(note.pitch)
  const [body, shine] = [tableOf(sound.body, hz), tableOf(sound.shine, hz)]
  const envelope = makeEnvelope(sound, note, length)
  const shineFade = fadePerSample(sound.shineS)
  for (const voice of voicesOf(sound, hz, pan, random)) {
    const { left: leftGain, right: rightGain } = voice
    let phase = voice.phase
    let bright = note.strength
    for (let from = 0; from < length; from += BLOCK) {
      const until = Math.min(length, from + BLOCK)
      const stride = strideAt(sound, voice, from / SAMPLE_RATE)
      for (let i = from; i < until; i++) {
        const at = phase | 0
        const low = (body[at] ?? 0) + bright * (shine[at] ?? 0)
        const high = (body[at + 1] ?? 0) + bright * (shine[at + 1] ?? 0)
        const value = (envelope[i] ?? 0) * (low + (high - low) * (phase - at))
        left[i] = (left[i] ?? 0) + value * leftGain
        right[i] = (right[i] ?? 0) + value * rightGain
        bright *= shineFade
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
  const start = samplesOf(note.startS)
  const sustain = samplesOf(note.lengthS)
  const release = samplesOf(sound.releaseS)
  const length = Math.min(sustain + release, left.length - start)
  const stride = (hzOfPitch(note.pitch) * TABLE_SIZE) / SAMPLE_RATE
  const attack = Math.max(1, samplesOf(sound.attackS))
  const [fade, bendFade] = [fadePerSample(sound.decayS), fadePerSample(sound.bendS)]
  const [leftGain, rightGain] = [Math.sqrt((1 - pan) / 2), Math.sqrt((1 + pan) / 2)]
  const mask = TABLE_SIZE - 1
  let level = note.strength
  let bend = sound.bend * TABLE_SIZE * note.strength * Math.min(1, FULL_BEND_BELOW_HZ / hzOfPitch(note.pitch) + 0.4)
  for (let i = 0; i < length; i++) {
    const turn = bend * (SINE[(i * stride * sound.ratio) & mask] ?? 0)
    const phase = i * stride
    const gone = i < sustain ? 1 : 1 - (i - sustain) / release
    const loud = level * gone * gone * Math.min(1, i / attack)
    const one = SINE[(phase * (1 - SIDE_DETUNE) + turn) & mask] ?? 0
    const other = SINE[(phase * (1 + SIDE_DETUNE) + turn) & mask] ?? 0
    left[start + i] = (left[start + i] ?? 0) + loud * one * leftGain
    right[start + i] = (right[start + i] ?? 0) + loud * other * rightGain
    level *= fade
    bend *= bendFade
  }
}

/** The delay of a two-sample average, in samples. */
const AVERAGE_DELAY = 0.5
const LOUDNESS = 1.6

/** Noise for one period of the string; the lower `shine`, the more it is smoothed. */
function pluck(length: number, shine: number, random: () => number): Float32Array {
  const ring = new Float32Array(length)
  let before = 0
  let mean = 0
  for (let i = 0; i < length; i++) {
    before += shine * (random() * 2 - 1 - before)
    ring[i] = before
    mean += before / length
  }
  return ring.map((value) => (value - mean) * LOUDNESS)
}

/** Adds one plucked string to a bus: noise in a delay loop as long as the wave, slightly smoothed in each round. */
export function playString({ left, right }: Bus, sound: StringSound, note: Note, pan: number, random: () => number): void {
  const start = samplesOf(note.startS)
  const sustain = samplesOf(note.lengthS)
  const release = samplesOf(sound.releaseS)
  const length = Math.min(sustain + release, left.length - start)
  const wave = SAMPLE_RATE / hzOfPitch(note.pitch) - AVERAGE_DELAY
  const size = Math.floor(wave)
  const late = wave - size
  const tuning = (1 - late) / (1 + late)
  const fade = power(fadePerSample(sound.decayS), size)
  const ring = pluck(size, sound.shine * (0.6 + 0.4 * note.strength), random)
  const [leftGain, rightGain] = [Math.sqrt((1 - pan) / 2), Math.sqrt((1 + pan) / 2)]
  let at = 0
  let [passedIn, passedOut, last] = [0, 0, 0]
  for (let i = 0; i < length; i++) {
    const out = ring[at] ?? 0
    const smooth = (out + last) / 2
    last = out
    passedOut = tuning * (smooth - passedOut) + passedIn
    passedIn = smooth
    ring[at] = passedOut * fade
    at = at + 1 === size ? 0 : at + 1
    const gone = i < sustain ? 1 : 1 - (i - sustain) / release
    const value = out * note.strength * gone * gone
    left[start + i] = (left[start + i] ?? 0) + value * leftGain
    right[start + i] = (right[start + i] ?? 0) + value * rightGain
  }
}
