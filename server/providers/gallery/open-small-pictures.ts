import type { PosterWidth } from '#shared/domain/poster-widths.ts'
import sharp from 'sharp'
import { openMakeOnce } from './make-once.ts'

const QUALITY = 78

export interface SmallPictures {
  /** The picture in that width, made when it is asked for the first time. */
  pathOf(picture: { readonly name: string; readonly path: string }, width: PosterWidth): Promise<string>
}

/** Smaller copies of pictures in a folder of their own. */
export function openSmallPictures(folder: string): SmallPictures {
  const once = openMakeOnce(folder)
  return {
    pathOf: (picture, width) =>
      once(`${width}-${picture.name}`, (file) => sharp(picture.path).resize({ width }).webp({ quality: QUALITY }).toFile(file)),
  }
}
