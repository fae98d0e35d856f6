import type { Size } from '#shared/motion/picture.ts'

/** Starting a thread, reading a picture's depth or the way between two: granted to every job, in ms. */
const START_MS = 30_000
/** A thirtieth of what one core draws and encodes when nothing else wants it. */
const SLOWEST_PX_PER_MS = 1_000

/** How long a worker may take for so many frames before it counts as hung, in ms. Rule: docs/rules.md, "Rendering". */
export function renderLimitMs(frameCount: number, { width, height }: Size): number {
  return START_MS + Math.ceil((frameCount * width * height) / SLOWEST_PX_PER_MS)
}

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
