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

/** Semitones of each step above the tonic. */
export const SCALES = {
  ionian: [0, 2, 4, 5, 7, 9, 11],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  aeolian: [0, 2, 3, 5, 7, 8, 10],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
  harmonicMinor: [0, 2, 3, 5, 7, 8, 11],
} as const
export type ScaleName = keyof typeof SCALES

const STEPS_PER_OCTAVE = 7
const OCTAVE_SEMITONES = 12

/** The pitch (in semitones, 69 = 440 Hz) of a scale step counted from the tonic; steps continue across octaves in both directions. */
export function pitchOfStep(scale: ScaleName, tonic: number, step: number): number {
  const octave = Math.floor(step / STEPS_PER_OCTAVE)
  return tonic + octave * OCTAVE_SEMITONES + (SCALES[scale][step - octave * STEPS_PER_OCTAVE] ?? 0)
}

const SEMITONE_RATIO = 1.0594630943592953
const LOWEST_A_HZ = 13.75
const LOWEST_A_PITCH = 9

/** Hz of a pitch (69 = 440). Multiplications only, so that all engines agree to the bit. */
export function hzOfPitch(pitch: number): number {
  const semitones = pitch - LOWEST_A_PITCH
  const octaves = Math.floor(semitones / OCTAVE_SEMITONES)
  let hz = LOWEST_A_HZ
  for (let i = 0; i < octaves; i++) hz *= 2
  for (let i = 0; i < semitones - octaves * OCTAVE_SEMITONES; i++) hz *= SEMITONE_RATIO
  return hz
}
