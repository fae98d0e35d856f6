import type { Stage } from '#shared/motion/between/stage.ts'
import type { BetweenScene } from '#shared/motion/motion-plan.ts'
import type { Plane } from '#shared/motion/plane.ts'

/** What a transition knows of its two pictures. */
export interface TransitionInput {
  readonly stage: Stage
  readonly scene: BetweenScene
  /** Decides on shapes that are drawn by lot. */
  readonly seed: number
  /** Depth of each picture, 0 far to 1 near. */
  readonly depths: readonly [Plane, Plane]
}

/** Draws a frame of a transition at a time, 0 the first picture, 1 the second. */
export type Transition = (input: TransitionInput) => (time: number) => void
