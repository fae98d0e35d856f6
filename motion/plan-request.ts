import type { MotionControls } from './controls/motion-controls.ts'
import type { Size } from './pixels.ts'

/** The kinds of videos: a camera move through one picture, a video between two pictures, or a named effect on one picture. */
export type PlanKind = 'move' | 'between' | 'effect'

/** The input of planning one video. */
export interface PlanRequest {
  readonly kind: PlanKind
  readonly prompt: string
  readonly effectId?: string | undefined
  /** The manual controls; they override the prompt. */
  readonly controls?: MotionControls | undefined
  /** The size of the first picture before a crop; only its ratio counts. */
  readonly picture: Size
  readonly seconds: number
  readonly framesPerSecond: number
  /** Whether the pictures' depth is measured; then the camera moves farther. */
  readonly hasDepth?: boolean
  /** 0 distorts the picture freely, 1 hardly at all. */
  readonly imageFidelity: number
  readonly seed: number
  /** The index of the video among the videos of one commit, which share a seed; from 0. */
  readonly variation: number
}
