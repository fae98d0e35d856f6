import sharp from 'sharp'
import { refuseUnreadable, uprightSize } from '#server/motion/render/prepare-source.ts'
import type { Size } from '#motion/pixels.ts'
import { type EngineRequest, EngineFailure } from '#server/motion/engine.ts'
import { PICTURE_TEXT } from './call-remote.ts'

/** The longer side of sent pictures, in px: more than the largest video needs. */
const MAX_SIDE_PX = 2048
const JPEG_QUALITY = 92
export const SENT_TYPE = 'image/jpeg'

/** The pictures of a request as they are sent. They are part of the order, so they are never stored at a public address. */
export interface SentPictures {
  readonly firstPicture: Buffer
  /** The second picture, or the first picture if the request has no other. */
  readonly lastPicture: Buffer
  /** The size of the first picture before scaling. */
  readonly size: Size
}

export async function makeSentPictures({ imagePaths }: EngineRequest): Promise<SentPictures> {
  const [firstPath, lastPath = firstPath] = imagePaths
  if (firstPath === undefined || lastPath === undefined) throw new EngineFailure(PICTURE_TEXT)
  const size = await uprightSize(firstPath)
  const firstJpeg = await toJpeg(firstPath)
  return { firstPicture: firstJpeg, lastPicture: lastPath === firstPath ? firstJpeg : await toJpeg(lastPath), size }
}

async function toJpeg(path: string): Promise<Buffer> {
  const picture = sharp(path).autoOrient().flatten({ background: 'white' })
  const resized = picture.resize(MAX_SIDE_PX, MAX_SIDE_PX, { fit: 'inside', withoutEnlargement: true }).toColourspace('srgb')
  return resized.jpeg({ quality: JPEG_QUALITY }).toBuffer().catch(refuseUnreadable)
}

export function dataAddress(picture: Buffer): string {
  return `data:${SENT_TYPE};base64,${picture.toString('base64')}`
}

/** The supported ratio that crops the picture least. */
export function nearestRatio<Ratio extends string>({ width, height }: Size, ratios: readonly [Ratio, ...Ratio[]]): Ratio {
  const distance = (ratio: string) => {
    const [ratioWidth = 1, ratioHeight = 1] = ratio.split(':').map(Number)
    return Math.abs(Math.log((width * ratioHeight) / (height * ratioWidth)))
  }
  return ratios.toSorted((a, b) => distance(a) - distance(b))[0] ?? ratios[0]
}
