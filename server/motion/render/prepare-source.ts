import { EngineFailure } from '../engine.ts'
import { DECODE_LIMIT_SECONDS, openPicture } from '../open-picture.ts'
import { isAllowedRatio } from '#shared/domain/media-limits.ts'
import { type PictureWindow, windowRect } from '#motion/controls/output-window.ts'
import type { Size, Picture } from '#motion/pixels.ts'

const UNREADABLE_TEXT = "We couldn't read this photo. Try another one."
const TOO_LONG_TEXT = 'This photo is too long and narrow. Try another one.'

/** Throws a failure that the user sees: a picture that cannot be decoded is not a bug. */
export function refuseUnreadable(cause: unknown): never {
  throw new EngineFailure(UNREADABLE_TEXT, { cause })
}

/** The displayed size of a picture in px, with its EXIF orientation applied. */
export async function uprightSize(path: string): Promise<Size> {
  const { autoOrient } = await openPicture(path).metadata().catch(refuseUnreadable)
  if (!isAllowedRatio(autoOrient.width, autoOrient.height)) throw new EngineFailure(TOO_LONG_TEXT)
  return autoOrient
}

/** The picture, or its visible part: upright, in sRGB on white, cropped evenly to fill a size. Its bytes can be shared with workers. */
export async function prepareSource(path: string, { width, height }: Size, window?: PictureWindow): Promise<Picture> {
  const picture = openPicture(path)
  const bytes = await (window === undefined ? picture : picture.extract(await cropRect(path, window)))
    .timeout({ seconds: DECODE_LIMIT_SECONDS })
    .flatten({ background: 'white' })
    .resize(width, height, { fit: 'cover', kernel: 'lanczos3' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer()
    .catch(refuseUnreadable)
  const data = new Uint8Array(new SharedArrayBuffer(bytes.length))
  data.set(bytes)
  return { width, height, data }
}

async function cropRect(path: string, window: PictureWindow) {
  const { x: left, y: top, width, height } = windowRect(await uprightSize(path), window)
  return { left, top, width, height }
}
