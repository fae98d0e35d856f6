import sharp from 'sharp'
import { openMakeOnce } from './make-once.ts'

/** Size in px of the pictures that links are shown with elsewhere. Rule: docs/rules.md, "Heads". */
export const SHARE_WIDTH = 1200
export const SHARE_HEIGHT = 630
const QUALITY = 82
/** Part of every file's name: to be raised when they are drawn otherwise. */
const DRAWING = 1

const BLADE = 'M32 4a28 28 0 0 1 17 5.8L38.6 23A12 12 0 0 0 32 20.6Z'
const BLADES = [0, 45, 90, 135, 180, 225, 270, 315].map((turn) => `<path d="${BLADE}" transform="rotate(${turn} 32 32)"/>`).join('')
/** The mark in a corner, on a shade that keeps it visible on any picture. */
const CORNER = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}">
  <defs><linearGradient id="shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0.55" stop-color="#0b0b0d" stop-opacity="0"/><stop offset="1" stop-color="#0b0b0d" stop-opacity="0.72"/></linearGradient></defs>
  <rect width="100%" height="100%" fill="url(#shade)"/>
  <g transform="translate(48 510) scale(1.125)" fill="#ffb454">${BLADES}<path d="M28.6 26.4v11.2l9.2-5.6Z"/></g>
</svg>`

export interface SharePictures {
  /** The picture as links to it are shown, made when it is asked for the first time. */
  pathOf(picture: { readonly name: string; readonly path: string }): Promise<string>
}

/** Copies of pictures for links elsewhere, cut to what draws the eye, in a folder of their own. */
export function openSharePictures(folder: string): SharePictures {
  const once = openMakeOnce(folder)
  return {
    pathOf: (picture) =>
      once(`${DRAWING}-${picture.name}.jpg`, (file) =>
        sharp(picture.path)
          .resize({ width: SHARE_WIDTH, height: SHARE_HEIGHT, fit: 'cover', position: sharp.strategy.attention })
          .composite([{ input: Buffer.from(CORNER) }])
          .jpeg({ quality: QUALITY, mozjpeg: true })
          .toFile(file),
      ),
  }
}
