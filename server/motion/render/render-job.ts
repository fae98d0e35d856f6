import type { MotionPlan } from '#motion/motion-plan.ts'
import type { Size, SourcePicture } from '#motion/pixels.ts'

/** A video as its workers receive it. The bytes of `sources` and `stop` are shared, not copied. */
export interface VideoParts {
  /** Identifies the video: a worker caches its preparation of the last video. */
  readonly id: string
  readonly plan: MotionPlan
  readonly sources: readonly SourcePicture[]
  /** The size of a frame, in px. */
  readonly frame: Size
  /** The maximum bits of any second. */
  readonly maxBitsPerSecond: number
  /** An integer in shared memory. Any value but 0 stops the workers before their next frame. */
  readonly stop: Int32Array
}

/** `encode` returns an MP4 that starts with a key frame, `draw` the frames as I420, `picture` one frame as RGBA. */
export interface RenderTask extends FrameRun {
  readonly kind: 'encode' | 'draw' | 'picture'
}

export interface RenderJob {
  readonly video: VideoParts
  readonly task: RenderTask
  /** Two integers in shared memory: the number of finished frames, and the number of frames that are encoded again. */
  readonly progress: Int32Array
}

export interface RenderAnswer {
  /** The bytes of the frames; null if the worker was stopped. */
  readonly bytes: Uint8Array<ArrayBuffer> | null
  /** The scores of the run's poster candidates. */
  readonly scores: readonly FrameScore[]
}

export const PROGRESS_WORDS = 2

interface FrameRun {
  readonly firstFrame: number
  readonly frameCount: number
}

/** The longest run of a worker, in frames: the bytes of a run stay in memory. */
const MAX_RUN_FRAMES = 240
/** The shortest run, in frames. Each run begins with a key frame, and several key frames in a row are visible as a pulse. */
const MIN_RUN_FRAMES = 24

/** Splits frames 0 to `total` - 1 into at most `parts` runs of nearly the same length, in order. */
export function splitFrames(total: number, parts: number): FrameRun[] {
  const partCount = Math.min(parts, total)
  return Array.from({ length: partCount }, (_, part) => {
    const firstFrame = Math.floor((total * part) / partCount)
    return { firstFrame, frameCount: Math.floor((total * (part + 1)) / partCount) - firstFrame }
  })
}

/** Splits frames into runs to encode: the same number per worker, short enough for memory and long enough to hide key frames. */
export function splitForWorkers(total: number, workers: number): FrameRun[] {
  const usedWorkers = Math.min(workers, Math.max(1, Math.floor(total / MIN_RUN_FRAMES)))
  return splitFrames(total, usedWorkers * Math.ceil(total / (usedWorkers * MAX_RUN_FRAMES)))
}

/** How well a frame suits as the poster: 1 resembles a source picture; near 0 is black, white or blurred. */
export interface FrameScore {
  readonly index: number
  readonly score: number
}

const POSTER_CANDIDATES = 7

/** Whether a frame is scored: a few, evenly spaced, including the first and the last. */
export function isPosterCandidate(index: number, frameCount: number): boolean {
  const step = (frameCount - 1) / (POSTER_CANDIDATES - 1)
  return Math.round(Math.round(index / step) * step) === index || index === 0
}

/** The share by which the scores of the first and the last frame are reduced: among nearly equal frames, the middle one wins. */
const MIDDLE_WEIGHT = 0.06

/** Chooses the frame with the best score for the poster. Scores decrease slightly with the distance from the middle. */
export function choosePoster(scores: readonly FrameScore[], frameCount: number): number {
  const middle = (frameCount - 1) / 2
  const weightedScore = ({ index, score }: FrameScore) => score * (1 - (MIDDLE_WEIGHT * Math.abs(index - middle)) / Math.max(1, middle))
  const [firstScore, ...otherScores] = scores
  if (!firstScore) return 0
  return otherScores.reduce((best, nextScore) => (weightedScore(nextScore) > weightedScore(best) ? nextScore : best), firstScore).index
}

/**
 * How long a worker or ffmpeg may run without finishing a frame before it counts as hung, in ms. On an idle machine a frame needs well
 * under a second. Rule: docs/motion.md, "Rendering".
 */
export const FRAME_LIMIT_MS = 90_000
/** The interval in which the progress of a video is reported, in ms. */
export const PROGRESS_EVERY_MS = 500
export const MUSIC_LIMIT_MS = 60_000
