import sharp, { type Sharp } from 'sharp'
import { MAX_INPUT_PX } from '#shared/domain/media-limits.ts'

/** The time limit of decoding and scaling a picture, in s. */
export const DECODE_LIMIT_SECONDS = 30

/** A picture file with its EXIF orientation applied. Decoding rejects truncated and oversized files. */
export function openPicture(path: string): Sharp {
  return sharp(path, { limitInputPixels: MAX_INPUT_PX, failOn: 'truncated' }).autoOrient()
}
