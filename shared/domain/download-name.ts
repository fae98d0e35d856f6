import { isoDay } from './relative-time.ts'

const MAX_WORDS_LENGTH = 40
const SHORT_ID_LENGTH = 6
/** Longer than any result of `downloadName`, in UTF-16 units. */
const MAX_NAME_LENGTH = 120
const NAME_PATTERN = /^[\p{L}\p{M}\p{N}-]+\.mp4$/u
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Me}]/gu
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/gu
const LONE_MARKS = /(^|-)\p{M}+/gu

interface NameSource {
  readonly id: string
  readonly prompt: string
  readonly templateName: string | null
  readonly createdAt: number
}

/**
 * A readable file name: the first words of the prompt, otherwise the effect's name, then the day (UTC) and a short id.
 * Rule: docs/pictures.md, "Media".
 */
export function downloadName({ id, prompt, templateName, createdAt }: NameSource): string {
  const words = fileSlug(prompt) || fileSlug(templateName ?? '') || 'kinora'
  return `${words}-${isoDay(createdAt)}-${id.slice(0, SHORT_ID_LENGTH)}.mp4`
}

/** Whether `downloadName` could have returned the text: letters, marks, digits and hyphens of any script. */
export function isDownloadName(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH && NAME_PATTERN.test(text)
}

function fileSlug(text: string): string {
  const words = text.normalize('NFKC').toLowerCase().replace(INVISIBLE, '').replace(BETWEEN_WORDS, '-').replace(LONE_MARKS, '$1')
  return Array.from(words)
    .slice(0, MAX_WORDS_LENGTH)
    .join('')
    .replace(/^-+|-+$/g, '')
}

/** Known video file extensions. Rule: docs/creations.md, "Actions". */
export const VIDEO_EXTENSIONS = ['mp4', 'webm', 'ogg', 'ogv', 'mov', 'avi', 'wmv', 'mkv'] as const

type VideoExtension = (typeof VIDEO_EXTENSIONS)[number]

/** The extension of a video's address, without its query; undefined if it is unknown. */
export function videoExtension(url: string): VideoExtension | undefined {
  const ending = /\.([a-z0-9]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase()
  return VIDEO_EXTENSIONS.find((extension) => extension === ending)
}
