/** The folder of all media files. Rule: docs/pictures.md, "Uploads". */
export const MEDIA_BASE = '/media/'
const PICTURE_PATH = /^\/media\/[0-9a-f]{32}\.(?:jpg|png|webp)$/

/** Whether a path belongs to a picture. */
export function isPicturePath(path: string): boolean {
  return PICTURE_PATH.test(path)
}
