import type { Size } from '#shared/motion/picture.ts'
import type { MotionPlan } from '#shared/motion/motion-plan.ts'
import type { Picture } from '#shared/motion/picture.ts'

/** A run of frames for one worker. The bytes of `sources` and `stop` are shared, not copied. */
export interface SegmentJob {
  readonly plan: MotionPlan
  readonly sources: readonly Picture[]
  readonly frame: Size
  readonly firstFrame: number
  readonly frameCount: number
  /** One word; anything but 0 asks the worker to give up before its next frame. */
  readonly stop: Int32Array
}

/** What a worker answers: its frames as an MP4 that starts with a key frame, or null when it was asked to stop. */
export interface SegmentAnswer {
  readonly mp4: Uint8Array<ArrayBuffer> | null
  /** The first frame as RGBA, from the worker that drew frame 0. */
  readonly firstPixels: Uint8Array<ArrayBuffer> | null
}
