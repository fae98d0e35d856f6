const SPACE = /\s+/g

/**
 * A text on one line of at most `maxChars` characters, cut behind a whole word where it has one, with an ellipsis where something was left out.
 * Rule: docs/rules.md, "Heads".
 */
export function firstWords(text: string, maxChars: number): string {
  const line = text.replace(SPACE, ' ').trim()
  const letters = Array.from(line)
  if (letters.length <= maxChars) return line
  const kept = letters.slice(0, maxChars).join('')
  const lastSpace = kept.lastIndexOf(' ')
  return `${(lastSpace > 0 ? kept.slice(0, lastSpace) : kept).replace(/[\s,.;:!?–-]+$/u, '')}…`
}
