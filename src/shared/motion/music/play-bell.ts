import type { Bus } from '#shared/motion/music/bus.ts'
import { fadePerSample, samplesOf } from '#shared/motion/music/bus.ts'
import type { BellSound } from '#shared/motion/music/instrument.ts'
import { SAMPLE_RATE } from '#shared/motion/music/music.ts'
import { hzOfPitch } from '#shared/motion/music/scale.ts'
import type { Note } from '#shared/motion/music/score.ts'
import { SINE, TABLE_SIZE } from '#shared/motion/music/wavetable.ts'

/** How far left and right stand apart, so that a mono sound has width. */
const SIDE_DETUNE = 0.0007
const FULL_BEND_BELOW_HZ = 500

/** Adds one bell, celesta or electric piano tone to a bus: a sine whose phase another sine bends. */
export function playBell({ left, right }: Bus, sound: BellSound, note: Note, pan: number): void {
  const start = samplesOf(note.startS)
  const held = samplesOf(note.lengthS)
  const release = samplesOf(sound.releaseS)
  const length = Math.min(held + release, left.length - start)
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
    const gone = i < held ? 1 : 1 - (i - held) / release
    const loud = level * gone * gone * Math.min(1, i / attack)
    const one = SINE[(phase * (1 - SIDE_DETUNE) + turn) & mask] ?? 0
    const other = SINE[(phase * (1 + SIDE_DETUNE) + turn) & mask] ?? 0
    left[start + i] = (left[start + i] ?? 0) + loud * one * leftGain
    right[start + i] = (right[start + i] ?? 0) + loud * other * rightGain
    level *= fade
    bend *= bendFade
  }
}
