/** The folder of all media files. Rule: docs/pictures.md, "Uploads". */
export const MEDIA_BASE = '/media/'
/** The path of a picture of ours. */
const PICTURE_PATH = /^\/media\/[0-9a-f]{32}\.(?:jpg|png|webp)$/

/** Whether this path is a picture's. */
export function isPicturePath(path: string): boolean {
  return PICTURE_PATH.test(path)
}
