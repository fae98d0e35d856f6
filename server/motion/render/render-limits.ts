/**
 * How long a worker, or ffmpeg, may go without finishing a frame before it counts as hung, in ms: on an idle machine a frame takes well
 * under a second. Rule: docs/motion.md, "Rendering".
 */
export const FRAME_LIMIT_MS = 90_000
/** The time for a worker to react to a stop, in ms. */
export const STOP_GRACE_MS = 5_000
/** How often the share of a video that is done is reported, in ms. */
export const PROGRESS_EVERY_MS = 500
/** The time before an idle worker, which keeps its memory, is ended, in ms. */
export const WORKER_IDLE_MS = 60_000
/** The time limit of decoding and scaling a picture, in s. */
export const DECODE_LIMIT_SECONDS = 30
/** The JavaScript heap of one worker in MiB; pixels are outside it. */
export const WORKER_HEAP_MIB = 256
/** The time limit of composing and encoding a soundtrack, in ms. */
export const MUSIC_LIMIT_MS = 60_000

/** Schedules a callback; returns a function that cancels it. */
export type StartTimer = (onTime: () => void, delayMs: number) => () => void

export const startTimer: StartTimer = (onTime, delayMs) => {
  const timer = setTimeout(onTime, delayMs)
  return () => clearTimeout(timer)
}
