import type { ImageProblem } from './image-contract.ts'
import type { MotionPlan } from '#motion/motion-plan.ts'
import type { Result } from '#shared/result.ts'

export interface SketchPicture {
  /** Pictures with the same key have the same bytes, so the worker decodes them once. */
  readonly key: string
  readonly blob: Blob
}

/** A sketch: the video's own plan and its upright pictures. */
export interface SketchOrder {
  /** Orders with the same key describe the same sketch. If this sketch is paused, it resumes at the frame where it was paused. */
  readonly key: string
  readonly pictures: readonly SketchPicture[]
  readonly plan: MotionPlan
}

/** play: in a loop, from the first frame or from the frame where the sketch was paused; still: only the middle frame. */
export type SketchMode = 'play' | 'still'

/** The result of a request. `passed_over`: a newer request arrived before the first frame of this one. */
export type SketchStart = 'drawn' | 'passed_over'

/**
 * The image worker's sketch calls. The worker draws frames on transferred canvases, so that no pixels are copied between threads. One
 * sketch runs at a time; a new request ends the previous sketch.
 */
export interface SketchCalls {
  /** Registers a transferred canvas under a name. */
  receiveCanvas(name: string, canvas: OffscreenCanvas): Promise<void>
  /** Resolves when the first frame is drawn. */
  draw(name: string, order: SketchOrder, mode: SketchMode): Promise<Result<SketchStart, ImageProblem>>
  /** Frames of a plan side by side, as a JPEG. The running sketch continues. */
  strip(order: SketchOrder): Promise<Result<Blob, ImageProblem>>
  /** Pauses the running sketch at its current frame. */
  rest(): Promise<void>
  dropCanvas(name: string): Promise<void>
}
