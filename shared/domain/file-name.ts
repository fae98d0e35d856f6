import { cutText } from './cut-text.ts'

/** The maximum number of code points of a file's name in calls and stored forms. */
export const FILE_NAME_MAX_LENGTH = 200

const EXTENSION_OF_TYPE: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/avif': '.avif',
  'image/gif': '.gif',
  'video/mp4': '.mp4',
}

/** The extension of a file name. An ending of more than ten letters and digits is no extension. */
const EXTENSION = /\.[a-z0-9]{1,10}$/i
const UNPRINTABLE = /[\p{Cc}\p{Surrogate}]/gu

/** A file name as a label: without control characters, cut to `FILE_NAME_MAX_LENGTH` before its extension. Rule: docs/pictures.md, "Uploads". */
export function shortFileName(name: string): string {
  const printable = name.replaceAll(UNPRINTABLE, '')
  const extension = EXTENSION.exec(printable)?.[0] ?? ''
  const stem = printable.slice(0, printable.length - extension.length)
  return cutText(stem, FILE_NAME_MAX_LENGTH - extension.length) + extension
}

/** A short file name with an extension: its own, otherwise its type's, otherwise '.bin'. Rule: docs/pictures.md, "Uploads". */
export function withExtension(name: string, type: string): string {
  const shortName = shortFileName(name)
  return EXTENSION.test(shortName) ? shortName : shortFileName(shortName + (EXTENSION_OF_TYPE[type] ?? '.bin'))
}
