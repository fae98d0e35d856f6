import type { Creation } from '#shared/api/generation.ts'

const MAX_WORDS_LENGTH = 40
const SHORT_ID_LENGTH = 6

/** A readable file name: the first words of the prompt, the day, a short id. */
export function downloadName({ id, prompt, createdAt }: Pick<Creation, 'id' | 'prompt' | 'createdAt'>): string {
  const words = prompt
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MAX_WORDS_LENGTH)
    .replace(/^-+|-+$/g, '')
  const day = new Date(createdAt).toISOString().slice(0, 10)
  return `${words === '' ? 'kinora' : words}-${day}-${id.slice(0, SHORT_ID_LENGTH)}.mp4`
}
