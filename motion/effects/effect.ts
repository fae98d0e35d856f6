import type { WeightedMove } from '#motion/camera/shots.ts'
import type { Track, Key } from '#motion/keyframes.ts'
import type { Distortion, Overlay } from '#motion/motion-plan.ts'
import { makeRandom } from '#motion/random.ts'
import type { Grade } from '../vocabulary/grades.ts'
import type { Mood } from '../music/music.ts'

/** The visible properties of a video of a known length. */
export interface EffectStyle {
  readonly moves: readonly WeightedMove[]
  /** The camera's progress on its path, 0 its start and 1 its end; by default one eased move. */
  readonly progress?: Track
  readonly distortions?: readonly Distortion[]
  readonly overlays?: readonly Overlay[]
  readonly grade?: Grade
}

/** `own`: the effect determines the camera; `open`: the moves of the prompt replace the effect's moves. */
type EffectCamera = 'own' | 'open'

/** A named style that the user can choose instead of a prompt. */
export interface Effect {
  /** An id that never changes, because every video of the effect stores it. */
  readonly id: string
  /** The displayed name, in English. */
  readonly name: string
  readonly mood: Mood
  readonly camera: EffectCamera
  /** The style depends on the video's length, because beats and bursts are distributed over it. */
  readonly makeStyle: (seconds: number) => EffectStyle
}

const SECONDS_PER_MINUTE = 60

/**
 * Repeats a beat through a video. The times of its keys are shares of one beat. The beat is lengthened, so that a whole number of beats
 * fills the video.
 */
function repeatBeat(periodSeconds: number, seconds: number, beat: readonly Key[]): Track {
  const count = Math.max(1, Math.floor(seconds / periodSeconds))
  return Array.from({ length: count }, (_, i) => beat.map(({ at, value }) => ({ at: (i + at) / count, value }))).flat()
}

const HEARTBEAT: readonly Key[] = [
  { at: 0.12, value: 0 },
  { at: 0.22, value: 1 },
  { at: 0.36, value: 0.25 },
  { at: 0.47, value: 0.7 },
  { at: 0.75, value: 0 },
]

/** Two beats, the second weaker, then a pause. A whole number of these patterns fills the video. */
export function heartbeat(perMinute: number, seconds: number): Track {
  return repeatBeat(SECONDS_PER_MINUTE / perMinute, seconds, HEARTBEAT)
}

const BEAT: readonly Key[] = [
  { at: 0.05, value: 0 },
  { at: 0.2, value: 1 },
  { at: 0.85, value: 0 },
]

/** A quick rise and a slower fall on every beat. */
export function beats(perMinute: number, seconds: number): Track {
  return repeatBeat(SECONDS_PER_MINUTE / perMinute, seconds, BEAT)
}

const BOUNCE: readonly Key[] = [
  { at: 0.08, value: 0 },
  { at: 0.24, value: -1 },
  { at: 0.46, value: 1 },
  { at: 0.68, value: -0.4 },
  { at: 0.86, value: 0 },
]

/** A movement down, up and back to rest on every beat. */
export function bounces(perMinute: number, seconds: number): Track {
  return repeatBeat(SECONDS_PER_MINUTE / perMinute, seconds, BOUNCE)
}

/** Zero except a rise to 1 and a fall around each given time (shares of the video). */
export function bursts(times: readonly number[], rise: number, fall: number): Track {
  return times.flatMap((at) => [
    { at: Math.max(0, at - rise), value: 0 },
    { at, value: 1 },
    { at: Math.min(1, at + fall), value: 0 },
  ])
}

/** A track from one value to another, constant before and after. */
export function ramp(from: number, to: number, startAt = 0, endAt = 1): Track {
  return [
    { at: startAt, value: from },
    { at: endAt, value: to },
  ]
}

/** Values at even times, smoothly interpolated. */
export function evenKeys(...values: readonly number[]): Track {
  return values.map((value, i) => ({ at: i / Math.max(1, values.length - 1), value }))
}

/** Random values between two limits, like firelight or an old lamp; the same in every video of this length. */
export function flicker(seconds: number, perSecond: number, low: number, high: number): Track {
  const count = Math.max(2, Math.round(seconds * perSecond))
  const random = makeRandom(count)
  return Array.from({ length: count + 1 }, (_, i) => ({ at: i / count, value: low + (high - low) * random() }))
}
