import type { Rect, Size } from './media-limits.ts'
import { DEFAULT_RESOLUTION, RESOLUTION_BOX } from './generation-options.ts'

/** What a look at a picture measured, with its longest side reduced to 512 px at most and on a luma of 0 to 255. */
export interface PictureMetrics {
  /** How fine the sharpest details are, whatever their contrast; null where nothing in the picture lets a blur be told. */
  readonly sharpness: number | null
  /** Mean luma. */
  readonly brightness: number
  /** The luma that one px in fifty exceeds. */
  readonly highlights: number
}

/** A video of the ordinary resolution makes a picture with a shorter side more than twice as large, and each px of it more than four. */
export const SMALL_BELOW_PX = RESOLUTION_BOX[DEFAULT_RESOLUTION].height / 2
/** With a lower sharpness even the sharpest details are very soft. */
export const BLURRED_BELOW = 0.12
/** A picture is very dark when its mean luma and its highlights are both below these. */
export const DARK_BRIGHTNESS_BELOW = 30
export const DARK_HIGHLIGHTS_BELOW = 80
/** The ratio of the start frame divided by that of the end frame lies between these two. */
export const FRAME_RATIO_MIN = 0.8
export const FRAME_RATIO_MAX = 1.25

const REMEDIES = {
  too_small: 'replace',
  blurred: 'replace',
  dark: 'brighten',
  ratios_apart: 'crop_to_match',
} as const

export type PreflightCode = keyof typeof REMEDIES
export type PreflightRemedy = (typeof REMEDIES)[PreflightCode]

/** Something that may spoil a video, told before credits are spent, and what helps. */
export interface PreflightFinding {
  readonly code: PreflightCode
  readonly remedy: PreflightRemedy
}

/** What may go wrong with a picture of this look and size in px, the most telling first. Rule: docs/create.md, "Pre-flight". */
export function checkPicture(look: PictureMetrics, width: number, height: number): readonly PreflightFinding[] {
  const isDark = look.brightness < DARK_BRIGHTNESS_BELOW && look.highlights < DARK_HIGHLIGHTS_BELOW
  return [
    ...(Math.min(width, height) < SMALL_BELOW_PX ? [found('too_small')] : []),
    ...(look.sharpness !== null && look.sharpness < BLURRED_BELOW ? [found('blurred')] : []),
    ...(isDark ? [found('dark')] : []),
  ]
}

/** Whether two frames, sizes in px, are too different in shape to become one video. */
export function checkFrames(start: Size, end: Size): readonly PreflightFinding[] {
  const startShare = start.width * end.height
  const endShare = end.width * start.height
  const isApart = startShare < endShare * FRAME_RATIO_MIN || startShare > endShare * FRAME_RATIO_MAX
  return isApart ? [found('ratios_apart')] : []
}

/** The largest centred part of a picture with this ratio (width divided by height), in whole px. */
export function partOfRatio({ width, height }: Size, ratio: number): Rect {
  const isTooWide = width > height * ratio
  const partWidth = isTooWide ? wholeWithin(height * ratio, width) : width
  const partHeight = isTooWide ? height : wholeWithin(width / ratio, height)
  return {
    x: Math.floor((width - partWidth) / 2),
    y: Math.floor((height - partHeight) / 2),
    width: partWidth,
    height: partHeight,
  }
}

function found(code: PreflightCode): PreflightFinding {
  return { code, remedy: REMEDIES[code] }
}

function wholeWithin(length: number, limit: number): number {
  return Math.max(1, Math.min(limit, Math.round(length)))
}
