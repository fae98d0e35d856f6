import { withExtension } from '#shared/domain/file-name.ts'

/** The file name of what was cut out of a picture: 'IMG_0042.HEIC' gives 'IMG_0042-cropped.jpg'. */
export function cutName(name: string): string {
  const stem = name.replace(/\.[^.]*$/, '').trim()
  return withExtension(`${stem === '' ? 'picture' : stem}-cropped`, 'image/jpeg')
}
