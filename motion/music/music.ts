/** Samples per second of every soundtrack. */
export const SAMPLE_RATE = 48_000

export interface MusicRequest {
  readonly mood: Mood
  readonly seconds: number
  readonly seed: number
}

/** A piece of music: two channels of samples in -1..1, equally long. */
export interface Music {
  readonly left: Float32Array<ArrayBuffer>
  readonly right: Float32Array<ArrayBuffer>
}

/** The moods of soundtracks. */
export const MOODS = ['calm', 'dreamy', 'tense', 'playful', 'epic', 'nostalgic', 'dark', 'upbeat', 'romantic', 'mysterious'] as const
export type Mood = (typeof MOODS)[number]
