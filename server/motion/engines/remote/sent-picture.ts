import sharp from 'sharp'
import { refuseUnreadable, uprightSize } from '#server/motion/render/prepare-source.ts'
import type { Size } from '#motion/pixels.ts'
import { type EngineRequest, EngineFailure } from '#server/motion/engine.ts'
import { PICTURE_TEXT } from './call-remote.ts'

/** The longer side of sent pictures, in px: more than the largest video needs. */
const MAX_SIDE_PX = 2048
const QUALITY = 92
export const SENT_TYPE = 'image/jpeg'

/** The pictures of a request as they are sent. They are part of the order, so they are never stored at a public address. */
export interface SentPictures {
  readonly first: Buffer
  /** The second picture, or the first picture if the request has no other. */
  readonly last: Buffer
  /** The size of the first picture before scaling. */
  readonly size: Size
}

export async function sentPictures({ imagePaths }: EngineRequest): Promise<SentPictures> {
  const [first, last = first] = imagePaths
  if (first === undefined || last === undefined) throw new EngineFailure(PICTURE_TEXT)
  const size = await uprightSize(first)
  const sent = await toJpeg(first)
  return { first: sent, last: last === first ? sent : await toJpeg(last), size }
}

async function toJpeg(path: string): Promise<Buffer> {
  const picture = sharp(path).autoOrient().flatten({ background: 'white' })
  const fitted = picture.resize(MAX_SIDE_PX, MAX_SIDE_PX, { fit: 'inside', withoutEnlargement: true }).toColourspace('srgb')
  return fitted.jpeg({ quality: QUALITY }).toBuffer().catch(refuseUnreadable)
}

export function dataAddress(picture: Buffer): string {
  return `data:${SENT_TYPE};base64,${picture.toString('base64')}`
}

/** The supported ratio that crops the picture least. */
export function nearestRatio<Ratio extends string>({ width, height }: Size, ratios: readonly [Ratio, ...Ratio[]]): Ratio {
  const distance = (ratio: string) => {
    const [across = 1, down = 1] = ratio.split(':').map(Number)
    return Math.abs(Math.log((width * down) / (height * across)))
  }
  return ratios.toSorted((a, b) => distance(a) - distance(b))[0] ?? ratios[0]
}
