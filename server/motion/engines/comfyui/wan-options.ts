import { WORDED_CONTROLS } from '../control-words.ts'
import type { Offer } from '../to-parameters.ts'
import type { Size } from '#motion/pixels.ts'
import { type Duration, type Resolution, durationSeconds, videoSize } from '#shared/domain/generation-options.ts'

/** The model's name in the API. */
export const WAN_MODEL = 'wan-2.2'
/** The limits of Wan 2.2: at most 720p, and quality declines in longer clips. */
export const WAN_OFFER = {
  title: 'Wan 2.2',
  bestAt: 'People and objects move as you describe, in short videos',
  durations: ['4s', '6s'],
  resolutions: ['480p', '720p'],
  offers: () => true,
  controls: WORDED_CONTROLS,
} as const satisfies Offer

/** The frame rate of Wan's training data. */
export const WAN_FPS = 16
/** The sides of a clip are multiples of this, in px. */
const SIDE_STEP = 16
const LEAST_GUIDANCE = 2
const MOST_GUIDANCE = 5

/** The number of frames of a clip: 4 × k + 1, as the model requires. The last frame is at the end of the last second. */
export function wanFrames(duration: Duration): number {
  return 4 * Math.round((durationSeconds(duration) * WAN_FPS) / 4) + 1
}

/** The size of a clip in px: the size of built-in videos, rounded to the model's grid. */
export function wanSize(picture: Size, resolution: Resolution): Size {
  const { width, height } = videoSize(picture, resolution)
  const toGrid = (side: number) => Math.max(SIDE_STEP, Math.floor(side / SIDE_STEP) * SIDE_STEP)
  return { width: toGrid(width), height: toGrid(height) }
}

/** The guidance scale of the prompt: a higher image fidelity needs a lower scale. */
export function wanGuidance(imageFidelity: number): number {
  return MOST_GUIDANCE - (MOST_GUIDANCE - LEAST_GUIDANCE) * imageFidelity
}
