/** The built-in renderer's name in requests and answers. */
export const DEFAULT_MODEL = 'kinora-motion-1'

export const DURATIONS = ['4s', '6s', '8s', '10s'] as const
export type Duration = (typeof DURATIONS)[number]
export const DEFAULT_DURATION = '6s' satisfies Duration

export const RESOLUTIONS = ['480p', '720p', '1080p'] as const
export type Resolution = (typeof RESOLUTIONS)[number]
export const DEFAULT_RESOLUTION = '720p' satisfies Resolution

/** The numbers of videos that a commit may request. */
export const VIDEO_COUNTS = [1, 2, 3, 4] as const
/** The default number of videos of a commit. */
export const DEFAULT_VIDEO_COUNT = 1

/** The default fidelity of a video to its picture: 0 lets the video distort the picture freely, 1 hardly at all. */
export const DEFAULT_IMAGE_FIDELITY = 0.5

/** The default soundtrack setting of an effect: 1 adds a soundtrack, 0 adds none. */
export const DEFAULT_AI_MUSIC = 1

/** The largest seed: 31 bits, which fit every database's integer. */
export const MAX_SEED = 0x7fff_ffff

/** The longest accepted prompt, in code points. */
export const MAX_PROMPT_LENGTH = 2000

/** Frames per second of every video. */
export const FRAMES_PER_SECOND = 24

/** The landscape box of each resolution, in px; a portrait picture uses the turned box. */
export const RESOLUTION_BOX: Record<Resolution, { readonly width: number; readonly height: number }> = {
  '480p': { width: 854, height: 480 },
  '720p': { width: 1280, height: 720 },
  '1080p': { width: 1920, height: 1080 },
}

/** The maximum bits of a video's pictures in any second, by resolution. Rule: docs/motion.md, "Rendering". */
export const MAX_VIDEO_BITS_PER_SECOND: Record<Resolution, number> = { '480p': 4_000_000, '720p': 8_000_000, '1080p': 14_000_000 }

/** Seconds of a duration such as '6s'. */
export function durationSeconds(duration: Duration): number {
  return Number.parseInt(duration, 10)
}

/**
 * The size of a video in px: the picture's ratio, fitted into the resolution's box (turned for portrait), with even sides.
 * Rule: docs/create.md, "Size of a video".
 */
export function videoSize(picture: { width: number; height: number }, resolution: Resolution): { width: number; height: number } {
  const box = RESOLUTION_BOX[resolution]
  const isPortrait = picture.height > picture.width
  const boxWidth = isPortrait ? box.height : box.width
  const boxHeight = isPortrait ? box.width : box.height
  const scale = Math.min(boxWidth / picture.width, boxHeight / picture.height)
  const evenSide = (side: number, limit: number) => Math.min(limit, Math.max(2, 2 * Math.round((side * scale) / 2)))
  return { width: evenSide(picture.width, boxWidth), height: evenSide(picture.height, boxHeight) }
}
