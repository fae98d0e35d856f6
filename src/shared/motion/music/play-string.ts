import type { Bus } from '#shared/motion/music/bus.ts'
import { fadePerSample, power, samplesOf } from '#shared/motion/music/bus.ts'
import type { StringSound } from '#shared/motion/music/instrument.ts'
import { SAMPLE_RATE } from '#shared/motion/music/music.ts'
import { hzOfPitch } from '#shared/motion/music/scale.ts'
import type { Note } from '#shared/motion/music/score.ts'

/** What the average of two neighbours delays, in samples. */
const AVERAGE_DELAY = 0.5
const LOUDNESS = 1.6

/** Noise for one turn of the string; a duller pluck is smoothed more. */
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

/** Adds one plucked string to a bus: noise runs round a ring as long as the wave and is smoothed a little at each turn. */
export function playString({ left, right }: Bus, sound: StringSound, note: Note, pan: number, random: () => number): void {
  const start = samplesOf(note.startS)
  const held = samplesOf(note.lengthS)
  const release = samplesOf(sound.releaseS)
  const length = Math.min(held + release, left.length - start)
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
    const gone = i < held ? 1 : 1 - (i - held) / release
    const value = out * note.strength * gone * gone
    left[start + i] = (left[start + i] ?? 0) + value * leftGain
    right[start + i] = (right[start + i] ?? 0) + value * rightGain
  }
}
