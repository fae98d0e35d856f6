import type { Bus } from '#shared/motion/music/bus.ts'
import { fadePerSample, samplesOf } from '#shared/motion/music/bus.ts'
import type { ToneSound } from '#shared/motion/music/instrument.ts'
import { SAMPLE_RATE } from '#shared/motion/music/music.ts'
import { hzOfPitch } from '#shared/motion/music/scale.ts'
import type { Note } from '#shared/motion/music/score.ts'
import { makeTable, SINE, TABLE_SIZE } from '#shared/motion/music/wavetable.ts'

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

/** Detuned copies from left to right; a single one stands in the middle. */
function voicesOf(sound: ToneSound, hz: number, pan: number, random: () => number): Voice[] {
  return Array.from({ length: sound.voices }, (_, i) => {
    const side = sound.voices === 1 ? 0 : (2 * i) / (sound.voices - 1) - 1
    const place = Math.max(-1, Math.min(1, pan + side * SPREAD))
    const loudness = 1 / Math.sqrt(sound.voices)
    return {
      hz: hz * (1 + side * sound.detuneCents * CENT),
      left: Math.sqrt((1 - place) / 2) * loudness,
      right: Math.sqrt((1 + place) / 2) * loudness,
      phase: random() * TABLE_SIZE,
    }
  })
}

/** Loudness of a held, dying or released tone, sample by sample. */
function makeEnvelope(sound: ToneSound, note: Note, length: number): Float32Array {
  const held = samplesOf(note.lengthS)
  const attack = Math.max(1, Math.min(samplesOf(sound.attackS), held))
  const decay = sound.decayS === null ? 1 : fadePerSample(sound.decayS)
  const release = samplesOf(sound.releaseS)
  const envelope = new Float32Array(length)
  let level = note.strength
  for (let i = 0; i < length; i++) {
    const rise = i < attack ? i / attack : 1
    const fall = i < held ? 1 : 1 - (i - held) / release
    envelope[i] = level * rise * (2 - rise) * fall * fall
    level *= decay
  }
  return envelope
}

/** The tone's frequency from a moment on: a slow sway that begins after a while. */
function strideAt(sound: ToneSound, voice: Voice, seconds: number): number {
  const still = (voice.hz * TABLE_SIZE) / SAMPLE_RATE
  if (sound.vibratoCents === 0 || seconds < VIBRATO_FROM_S) return still
  const turn = (seconds * VIBRATO_HZ) % 1
  const sway = (SINE[Math.floor(turn * TABLE_SIZE)] ?? 0) * Math.min(1, seconds - VIBRATO_FROM_S)
  return still * (1 + sway * sound.vibratoCents * CENT)
}

/** Adds one tone to a bus. */
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
