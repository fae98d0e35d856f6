import { firstWords } from '#shared/domain/first-words.ts'

/** How many characters of a creation's words name it in the title. Rule: docs/rules.md, "Heads". */
export const TITLE_WORDS_CHARS = 40
/** How many characters a description has at most. Rule: docs/rules.md, "Heads". */
export const DESCRIPTION_CHARS = 160

/** What the title calls a creation: the first of its words; '' where it has none. Rule: docs/rules.md, "Heads". */
export function creationName(prompt: string): string {
  return firstWords(prompt, TITLE_WORDS_CHARS)
}

/** An item's description: its prompt, shortened. Rule: docs/rules.md, "Heads". */
export function itemDescription(prompt: string): string {
  return firstWords(prompt, DESCRIPTION_CHARS)
}
