import type { Drum, ScaleName } from './score.ts'
import type { Instrument } from './instrument.ts'

/** Notes of one bar: the start and duration of each, in beats. */
export type Rhythm = readonly (readonly [startBeat: number, beats: number])[]

/** The scale steps of a chord, from its root. */
export const CHORD_SHAPES = {
  triad: [0, 2, 4],
  open: [0, 4, 7],
  seventh: [0, 2, 4, 6],
  ninth: [0, 2, 4, 8],
} as const

/** A part of the piece: its instrument, relative level in dB, and sends to room and echo. */
export interface Part {
  readonly instruments: readonly Instrument[]
  readonly levelDb: number
  readonly room: number
  readonly echo: number
}

/** The musical style of a mood. Chords are steps of the scale, 0 is the tonic. */
export interface Style {
  readonly scale: ScaleName
  readonly beatsPerMinute: readonly [min: number, max: number]
  /** The number of beats of a bar, and the number of beats of one chord. */
  readonly barBeats: number
  readonly chordBeats: number
  readonly chords: readonly (readonly number[])[]
  /** Chords that lead to the tonic. */
  readonly cadences: readonly number[]
  readonly shape: keyof typeof CHORD_SHAPES
  /** The delay of the second half of a beat, as a share of the beat. */
  readonly swing: number
  readonly pad: Part
  /** The bass: every second note leaps up by `leap` steps. */
  readonly bass: Part & { readonly leap: number; readonly rhythms: readonly Rhythm[] }
  /** A broken chord in even steps. `shapes` number the chord tones from the lowest. */
  readonly figure: (Part & { readonly stepBeats: number; readonly shapes: readonly (readonly number[])[] }) | null
  readonly melody: Part & { readonly rhythms: readonly Rhythm[]; readonly lowestStep: number }
  readonly drums: { readonly levelDb: number; readonly strokes: Partial<Record<Drum, readonly number[]>> } | null
  /** How far each kick ducks pad and bass, 0..1. */
  readonly duck: number
  readonly roomS: number
}
