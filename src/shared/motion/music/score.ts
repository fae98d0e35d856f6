import type { ScaleName } from '#shared/motion/music/scale.ts'

/** A tone to play. Times in seconds from the start of the piece, pitch in semitones (69 = 440 Hz), strength 0..1. */
export interface Note {
  readonly startS: number
  readonly lengthS: number
  readonly pitch: number
  readonly strength: number
}

export const DRUMS = ['kick', 'boom', 'clap', 'hat', 'shaker', 'tick'] as const
export type Drum = (typeof DRUMS)[number]

/** A drum hit. */
export interface Hit {
  readonly drum: Drum
  readonly startS: number
  readonly strength: number
}

/** The notes of a whole piece. */
export interface Score {
  readonly beatsPerMinute: number
  /** Pitch of the scale's first step. */
  readonly tonic: number
  readonly scale: ScaleName
  /** The start of each chord. */
  readonly chordStartsS: readonly number[]
  readonly pad: readonly Note[]
  readonly bass: readonly Note[]
  readonly figure: readonly Note[]
  readonly melody: readonly Note[]
  readonly drums: readonly Hit[]
}
