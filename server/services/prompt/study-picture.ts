import type { PictureFacts } from './picture-facts.ts'
import sharp from 'sharp'
import { MAX_AREA_PX } from '#shared/domain/media-limits.ts'
import { findHorizon } from './find-horizon.ts'
import { findSubject } from './find-subject.ts'

/** The picture's longer side as it is studied, in px: what counts is seen from afar. */
const STUDIED_SIDE_PX = 96
/** Luma above which a point of a dark picture is a light, and below which a picture is dark. */
const LAMP_LUMA = 0.72
const LUMA = [0.2126, 0.7152, 0.0722] as const

/** Studies an upright picture of ours. The same bytes give the same facts. Rejects when it does not decode. */
export async function studyPicture(path: string): Promise<PictureFacts> {
  const { data, info } = await sharp(path, { limitInputPixels: MAX_AREA_PX })
    .autoOrient()
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .resize(STUDIED_SIDE_PX, STUDIED_SIDE_PX, { fit: 'inside' })
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const luma = new Float32Array(width * height)
  let warmth = 0
  let saturation = 0
  for (let at = 0; at < luma.length; at++) {
    const [red, green, blue] = [0, 1, 2].map((channel) => (data[at * 3 + channel] ?? 0) / 255) as [number, number, number]
    luma[at] = red * LUMA[0] + green * LUMA[1] + blue * LUMA[2]
    warmth += red - blue
    saturation += Math.max(red, green, blue) - Math.min(red, green, blue)
  }
  const grid = { width, height, luma }
  const brightness = meanOf(luma)
  return {
    ratio: width / height,
    brightness,
    contrast: Math.sqrt(meanOf(luma.map((value) => (value - brightness) ** 2))),
    warmth: warmth / luma.length,
    saturation: saturation / luma.length,
    lamps: luma.filter((value) => value > LAMP_LUMA).length / luma.length,
    horizon: findHorizon(grid),
    subject: findSubject(grid),
  }
}

function meanOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
