import type { ImageProblem } from '#shared/contract/image-contract.ts'
import type { MotionPlan } from '#shared/motion/motion-plan.ts'
import type { Result } from '#shared/result.ts'

export interface SketchPicture {
  /** The same key means the same bytes: the worker decodes them once. */
  readonly key: string
  readonly blob: Blob
}

/** What is to be sketched: the video's own plan, and its pictures, upright. */
export interface SketchOrder {
  /** The same key means the same order: a sketch that rested goes on where it was. */
  readonly key: string
  readonly pictures: readonly SketchPicture[]
  readonly plan: MotionPlan
}

/** play: from the first frame, again and again; still: the middle frame alone. */
export type SketchMode = 'play' | 'still'

/** What became of an order. `passed_over`: a newer one came before its first frame. */
export type SketchStart = 'drawn' | 'passed_over'

/**
 * The image worker's calls for sketches. Frames are drawn on canvases whose control was handed over, so no pixel crosses. One sketch runs at
 * a time: each order ends the one before.
 */
export interface SketchCalls {
  /** Takes a canvas over under a name. */
  takeCanvas(name: string, canvas: OffscreenCanvas): Promise<void>
  /** Answers when its first frame stands on the canvas. */
  draw(name: string, order: SketchOrder, mode: SketchMode): Promise<Result<SketchStart, ImageProblem>>
  /** The frame stands where it is. */
  rest(): Promise<void>
  dropCanvas(name: string): Promise<void>
}
