import type { Share } from '#shared/storage/share-record.ts'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import { MAX_SHARED_IMAGES, SHARE_FIELDS } from '#shared/domain/share-rules.ts'

/** What a form takes of a share: its first pictures and its words, or its title where it has none. An address alone is no wish. */
export function readShare(form: FormData, nowMs: number): Share {
  const files = form.getAll(SHARE_FIELDS.images).filter((value) => value instanceof File)
  const images = files.filter(({ type, size }) => type.startsWith('image/') && size > 0).slice(0, MAX_SHARED_IMAGES)
  const wordsOf = (field: string) => {
    const value = form.get(field)
    return typeof value === 'string' ? value.trim() : ''
  }
  const words = wordsOf(SHARE_FIELDS.text) || wordsOf(SHARE_FIELDS.title)
  return { images, words: words.slice(0, MAX_PROMPT_LENGTH), sharedAtMs: nowMs }
}
