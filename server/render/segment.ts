import type { FrameScore } from '#server/render/choose-poster.ts'
import type { FrameRun } from '#server/render/split-frames.ts'
import type { MotionPlan } from '#shared/motion/motion-plan.ts'
import type { Picture, Size } from '#shared/motion/picture.ts'

/** A video as its workers need it. The bytes of `sources` and `stop` are shared, not copied. */
export interface VideoParts {
  /** Tells videos apart: a worker keeps what it made ready for the last one. */
  readonly id: string
  readonly plan: MotionPlan
  readonly sources: readonly Picture[]
  readonly frame: Size
  /** One word; anything but 0 asks the workers to give up before their next frame. */
  readonly stop: Int32Array
}

/** `encode` answers with an MP4 that starts with a key frame, `draw` with the frames as I420, `picture` with one frame as RGBA. */
export interface RenderTask extends FrameRun {
  readonly kind: 'encode' | 'draw' | 'picture'
}

export interface RenderJob {
  readonly video: VideoParts
  readonly task: RenderTask
  /** One shared word that counts the frames that are done. */
  readonly progress: Int32Array
}

export interface RenderAnswer {
  /** Null when the worker was asked to stop. */
  readonly bytes: Uint8Array<ArrayBuffer> | null
  /** What the run's candidates for the poster are worth. */
  readonly scores: readonly FrameScore[]
}
