import { FRAMES_PER_SECOND } from './generation-options.ts'

/** The longer side of a sketch's frame, in px. */
export const SKETCH_SIDE_PX = 384
/** The longer side of a sketch's frame on a slow device, in px. */
export const SMALL_SKETCH_SIDE_PX = 240
/** The resolution of a saved sketch. */
export const SKETCH_VIDEO_RESOLUTION = '480p'
/** The number of frames in a camera move's film strip. */
export const STRIP_FRAMES = 16
/** The size of each frame in the film strip, in px. */
export const STRIP_SIZE = { width: 112, height: 84 } as const
/** The length of the camera move in the film strip, in seconds. */
export const STRIP_SECONDS = 6
/** The debounce time of the sketch after a change of the prompt or a slider, in ms. */
export const SKETCH_SETTLES_MS = 300
/** How long the last frame is shown before the loop restarts, in ms. */
export const SKETCH_HOLD_MS = 900
/** The idle time after which the sketch worker ends, in ms. */
export const SKETCH_IDLE_MS = 10_000
/** The time limit of the first frame, in ms. */
export const SKETCH_FIRST_FRAME_MS = 20_000
/** The page disables sketches after this many crashes. */
export const SKETCH_MAX_CRASHES = 3

/** The number of frames whose mean cost decides whether a sketch is drawn smaller or at a lower rate. */
export const PACE_FRAMES = 12
/** Above this mean cost of a frame, in ms, frames are drawn smaller, or every other frame is drawn if they cannot be smaller. */
export const HALF_RATE_ABOVE_MS = 28
/** Above this mean cost of a frame, in ms, the sketch ends on its middle frame. */
export const STILL_ABOVE_MS = 65

const FRAME_MS = 1000 / FRAMES_PER_SECOND
/** A frame that is due within this time, in ms, is already shown, because clocks are not exact. */
const ON_TIME_MS = 0.01

interface Size {
  readonly width: number
  readonly height: number
}

/** The size in px of a sketch: the picture's ratio, sides even. Rule: docs/motion.md, "Sketch". */
export function sketchFrame(picture: Size, longerSide = SKETCH_SIDE_PX): Size {
  const scale = longerSide / Math.max(picture.width, picture.height)
  const evenSide = (side: number) => Math.max(2, 2 * Math.round((side * scale) / 2))
  return { width: evenSide(picture.width), height: evenSide(picture.height) }
}

/** The frame that a still sketch shows. */
export function middleFrame(frameCount: number): number {
  return Math.floor(frameCount / 2)
}

/**
 * The frame at a time since the start, and the ms until the next one. `step` 2 shows every other frame. The last frame is shown for
 * `SKETCH_HOLD_MS`, then the loop restarts.
 */
export function sketchMoment(elapsedMs: number, frameCount: number, step: 1 | 2): { readonly frame: number; readonly nextInMs: number } {
  const lastMs = (frameCount - 1) * FRAME_MS
  const loopMs = lastMs + SKETCH_HOLD_MS
  const atMs = elapsedMs % loopMs
  const msUntil = (ms: number) => Math.max(ON_TIME_MS, ms - atMs)
  if (atMs + ON_TIME_MS >= lastMs) return { frame: frameCount - 1, nextInMs: msUntil(loopMs) }
  const frame = Math.floor((atMs + ON_TIME_MS) / FRAME_MS / step) * step
  return { frame, nextInMs: msUntil(Math.min(frame + step, frameCount - 1) * FRAME_MS) }
}
