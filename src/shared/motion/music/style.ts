import type { Drum } from '#shared/motion/music/score.ts'
import type { Instrument } from '#shared/motion/music/instrument.ts'
import type { ScaleName } from '#shared/motion/music/scale.ts'

/** Notes of one bar: where each begins and how long it sounds, in beats. */
export type Rhythm = readonly (readonly [startBeat: number, beats: number])[]

/** Which steps of the scale, from its root, a chord takes. */
export const CHORD_SHAPES = {
  triad: [0, 2, 4],
  open: [0, 4, 7],
  seventh: [0, 2, 4, 6],
  ninth: [0, 2, 4, 8],
} as const

/** A part of the piece: who plays, how loud beside the others in dB, and how much of it goes to the room and the echo. */
export interface Part {
  readonly instruments: readonly Instrument[]
  readonly levelDb: number
  readonly room: number
  readonly echo: number
}

/** What makes a mood. Chords are steps of the scale, 0 is the tonic. */
export interface Style {
  readonly scale: ScaleName
  readonly beatsPerMinute: readonly [min: number, max: number]
  /** Beats that a rhythm spans, and beats of one chord. */
  readonly barBeats: number
  readonly chordBeats: number
  readonly chords: readonly (readonly number[])[]
  /** Chords that lead home. */
  readonly cadences: readonly number[]
  readonly shape: keyof typeof CHORD_SHAPES
  /** How late the second half of a beat comes, as a part of the beat. */
  readonly swing: number
  readonly pad: Part
  /** Every second note of the bass leaps up by some steps. */
  readonly bass: Part & { readonly leap: number; readonly rhythms: readonly Rhythm[] }
  /** A broken chord in even steps; its shapes count chord tones from below. */
  readonly figure: (Part & { readonly stepBeats: number; readonly shapes: readonly (readonly number[])[] }) | null
  readonly melody: Part & { readonly rhythms: readonly Rhythm[]; readonly lowestStep: number }
  readonly drums: { readonly levelDb: number; readonly strokes: Partial<Record<Drum, readonly number[]>> } | null
  /** How far each kick pushes pad and bass down, 0..1. */
  readonly duck: number
  readonly roomS: number
}
