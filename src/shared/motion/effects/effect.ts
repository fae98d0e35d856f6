import type { WeightedMove } from '#shared/motion/camera/shots.ts'
import type { Grade } from '../look/grades.ts'
import type { Distortion, Overlay } from '#shared/motion/motion-plan.ts'
import type { Mood } from '../music/music.ts'
import type { Track } from '#shared/motion/track.ts'

/** What is to be seen in a video of a known length. */
export interface EffectLook {
  readonly moves: readonly WeightedMove[]
  /** The camera's place on its way, 0 its start and 1 its end; without it one eased way. */
  readonly progress?: Track
  readonly distortions?: readonly Distortion[]
  readonly overlays?: readonly Overlay[]
  readonly grade?: Grade
}

/** What the camera is to an effect: `own` is part of it, `open` gives way to the prompt's moves. */
export type EffectCamera = 'own' | 'open'

/** A named look that a person chooses instead of describing one. */
export interface Effect {
  /** Never changes: stored with every video made by it. */
  readonly id: string
  /** English, as shown. */
  readonly name: string
  readonly mood: Mood
  readonly camera: EffectCamera
  /** Beats, bursts and the like are laid out over the video's length. */
  readonly look: (seconds: number) => EffectLook
}
