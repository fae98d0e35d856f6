import type { BizType } from '#shared/domain/task.ts'
import type { Size } from '#shared/motion/picture.ts'
import type { MotionControls } from './controls/motion-controls.ts'

/** The input of planning one video. */
export interface PlanRequest {
  readonly bizType: BizType
  readonly prompt: string
  /** The effect of a TEMPLATE, else null. */
  readonly templateId: string | null
  /** What is set by hand, before the prompt. */
  readonly controls?: MotionControls | undefined
  /** The first picture, whole; only the ratio counts. */
  readonly picture: Size
  readonly durationSeconds: number
  /** Whether the pictures' depth is measured: then the camera goes farther. */
  readonly hasDepth?: boolean
  /** 0 distorts the picture freely, 1 hardly at all. */
  readonly imageFidelity: number
  readonly seed: number
  /** The index of the video in its commit, from 0. */
  readonly take: number
}
