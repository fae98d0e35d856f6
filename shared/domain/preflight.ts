import type { Rect, Size } from './media-limits.ts'
import { DEFAULT_RESOLUTION, RESOLUTION_BOX } from './generation-options.ts'

/** Metrics of a picture reduced to at most 512 px on its longest side, with luma from 0 to 255. */
export interface PictureMetrics {
  /** Sharpness of the finest details, independent of contrast; null if blur cannot be judged. */
  readonly sharpness: number | null
  /** Mean luma. */
  readonly brightness: number
  /** The luma that 2 % of the pixels exceed. */
  readonly highlights: number
  /** All pixels have one colour. */
  readonly isPlain: boolean
}

/** If the shorter side of a picture is below this, in px, the default resolution enlarges the picture more than twice. */
export const SMALL_BELOW_PX = RESOLUTION_BOX[DEFAULT_RESOLUTION].height / 2
/** Below this sharpness a picture counts as blurred, because even its sharpest details are very soft. */
export const BLURRED_BELOW = 0.12
/** A picture is very dark if its mean luma is below this and its highlights are below `DARK_HIGHLIGHTS_BELOW`. */
export const DARK_BRIGHTNESS_BELOW = 30
/** The limit of the highlights of a very dark picture. */
export const DARK_HIGHLIGHTS_BELOW = 80
/** The smallest allowed quotient of the start frame's ratio and the end frame's ratio. */
export const FRAME_RATIO_MIN = 0.8
/** The largest allowed quotient of the start frame's ratio and the end frame's ratio. */
export const FRAME_RATIO_MAX = 1.25

const REMEDIES = {
  too_small: 'replace',
  plain: 'replace',
  blurred: 'replace',
  dark: 'brighten',
  ratios_apart: 'crop_to_match',
} as const

export type PreflightCode = keyof typeof REMEDIES
export type PreflightRemedy = (typeof REMEDIES)[PreflightCode]

/** A likely quality problem and its remedy, shown before points are spent. */
export interface PreflightFinding {
  readonly code: PreflightCode
  readonly remedy: PreflightRemedy
}

/** Problems of a picture with these metrics and size in px, most important first. Rule: docs/create.md, "Pre-flight". */
export function checkPicture(metrics: PictureMetrics, width: number, height: number): readonly PreflightFinding[] {
  const isSmall = Math.min(width, height) < SMALL_BELOW_PX
  if (metrics.isPlain) return [...(isSmall ? [toFinding('too_small')] : []), toFinding('plain')]
  const isDark = metrics.brightness < DARK_BRIGHTNESS_BELOW && metrics.highlights < DARK_HIGHLIGHTS_BELOW
  return [
    ...(isSmall ? [toFinding('too_small')] : []),
    ...(metrics.sharpness !== null && metrics.sharpness < BLURRED_BELOW ? [toFinding('blurred')] : []),
    ...(isDark ? [toFinding('dark')] : []),
  ]
}

/** The finding for two frames, sizes in px, whose ratios are too different for one video. */
export function checkFrames(start: Size, end: Size): readonly PreflightFinding[] {
  const startProduct = start.width * end.height
  const endProduct = end.width * start.height
  const isApart = startProduct < endProduct * FRAME_RATIO_MIN || startProduct > endProduct * FRAME_RATIO_MAX
  return isApart ? [toFinding('ratios_apart')] : []
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

function toFinding(code: PreflightCode): PreflightFinding {
  return { code, remedy: REMEDIES[code] }
}

function wholeWithin(length: number, limit: number): number {
  return Math.max(1, Math.min(limit, Math.round(length)))
}
