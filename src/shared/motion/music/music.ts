import type { Mood } from '#shared/motion/music/mood.ts'

/** Samples per second of every soundtrack. */
export const SAMPLE_RATE = 48_000

export interface MusicRequest {
  readonly mood: Mood
  readonly seconds: number
  readonly seed: number
}

/** A piece of music: two rows of samples in -1..1, equally long. */
export interface Music {
  readonly left: Float32Array<ArrayBuffer>
  readonly right: Float32Array<ArrayBuffer>
}
