/**
 * How long a worker, or ffmpeg, may go without finishing a frame before it counts as hung, in ms: on an idle machine a frame takes well
 * under a second. Rule: docs/motion.md, "Rendering".
 */
export const FRAME_LIMIT_MS = 90_000
/** How often the share of a video that is done is reported, in ms. */
export const PROGRESS_EVERY_MS = 500
/** The time limit of decoding and scaling a picture, in s. */
export const DECODE_LIMIT_SECONDS = 30
/** The time limit of composing and encoding a soundtrack, in ms. */
export const MUSIC_LIMIT_MS = 60_000
