/**
 * How long a worker, or ffmpeg, may go without finishing a frame before it counts as hung, in ms: a frame takes well under a second
 * where nothing else runs. Rule: docs/motion.md, "Rendering".
 */
export const FRAME_LIMIT_MS = 90_000
/** How long a worker that was asked to stop may take to notice, in ms. */
export const STOP_GRACE_MS = 5_000
/** A worker without work keeps its memory this long, in ms. */
export const WORKER_IDLE_MS = 60_000
/** How long a picture may take to be decoded and scaled, in s. */
export const DECODE_LIMIT_SECONDS = 30
/** JavaScript memory of one worker in MiB; pixels lie outside of it. */
export const WORKER_HEAP_MIB = 256
/** How long composing and encoding a soundtrack may take, in ms. */
export const MUSIC_LIMIT_MS = 60_000

/** Calls back once after a delay, unless it is cancelled by what it returned. */
export type StartTimer = (onTime: () => void, delayMs: number) => () => void

export const startTimer: StartTimer = (onTime, delayMs) => {
  const timer = setTimeout(onTime, delayMs)
  return () => clearTimeout(timer)
}
