import type { MotionPlan } from '#shared/motion/motion-plan.ts'
import type { Picture, Size } from '#shared/motion/picture.ts'
import type { FrameScore } from './choose-poster.ts'

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

interface FrameRun {
  readonly firstFrame: number
  readonly frameCount: number
}

/** The longest run that a worker encodes: its bytes wait in memory. */
const MAX_RUN_FRAMES = 240
/** The shortest: each run begins with a key frame, and many in a row show as a pulse. */
const MIN_RUN_FRAMES = 24

/** Splits frames 0 to `total` - 1 into at most `parts` runs of nearly the same length, in order. */
export function splitFrames(total: number, parts: number): FrameRun[] {
  const used = Math.min(parts, total)
  return Array.from({ length: used }, (_, part) => {
    const firstFrame = Math.floor((total * part) / used)
    return { firstFrame, frameCount: Math.floor((total * (part + 1)) / used) - firstFrame }
  })
}

/** Splits frames into runs to encode: as many for each worker, neither so long that they fill memory nor so short that they show. */
export function splitForWorkers(total: number, workers: number): FrameRun[] {
  const used = Math.min(workers, Math.max(1, Math.floor(total / MIN_RUN_FRAMES)))
  return splitFrames(total, used * Math.ceil(total / (used * MAX_RUN_FRAMES)))
}
