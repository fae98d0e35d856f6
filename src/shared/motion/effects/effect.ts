import type { WeightedMove } from '#shared/motion/camera/shots.ts'
import type { Grade } from '../look/grades.ts'
import type { Distortion, Overlay } from '#shared/motion/motion-plan.ts'
import type { Mood } from '../music/music.ts'
import type { Track } from '#shared/motion/keyframes.ts'

/** The look of a video of a known length. */
export interface EffectLook {
  readonly moves: readonly WeightedMove[]
  /** The camera's progress on its path, 0 its start and 1 its end; by default one eased move. */
  readonly progress?: Track
  readonly distortions?: readonly Distortion[]
  readonly overlays?: readonly Overlay[]
  readonly grade?: Grade
}

/** `own`: the camera is part of the effect; `open`: the prompt's moves replace it. */
export type EffectCamera = 'own' | 'open'

/** A named look that can be chosen instead of a prompt. */
export interface Effect {
  /** Never changes: stored with every video made by it. */
  readonly id: string
  /** English, as displayed. */
  readonly name: string
  readonly mood: Mood
  readonly camera: EffectCamera
  /** Depends on the video's length, because beats and bursts are distributed over it. */
  readonly look: (seconds: number) => EffectLook
}
