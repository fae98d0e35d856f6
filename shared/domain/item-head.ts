/** The longest part of a prompt in a creation's title, in characters. Rule: docs/platform.md, "Heads". */
export const TITLE_WORDS_CHARS = 40
/** The longest description, in characters. */
export const DESCRIPTION_CHARS = 160

/** A creation's title: the first words of its prompt; '' without a prompt. */
export function creationName(prompt: string): string {
  return firstWords(prompt, TITLE_WORDS_CHARS)
}

/** An item's description: its prompt, shortened. */
export function itemDescription(prompt: string): string {
  return firstWords(prompt, DESCRIPTION_CHARS)
}

const SPACE = /\s+/g

/**
 * A text on one line of at most `maxChars` characters. It is cut after a whole word if possible, and then has an ellipsis.
 * Rule: docs/platform.md, "Heads".
 */
export function firstWords(text: string, maxChars: number): string {
  const line = text.replace(SPACE, ' ').trim()
  const letters = Array.from(line)
  if (letters.length <= maxChars) return line
  const shortened = letters.slice(0, maxChars).join('')
  const lastSpace = shortened.lastIndexOf(' ')
  return `${(lastSpace > 0 ? shortened.slice(0, lastSpace) : shortened).replace(/[\s,.;:!?–-]+$/u, '')}…`
}
