const MAX_LENGTH = 80

/** The beginning of a prompt, cut between words. */
export function firstWords(prompt: string): string {
  const words = prompt.trim().replace(/\s+/g, ' ')
  if (words.length <= MAX_LENGTH) return words
  const cut = words.slice(0, MAX_LENGTH)
  const lastSpace = cut.lastIndexOf(' ')
  return `${lastSpace > 0 ? cut.slice(0, lastSpace) : cut}…`
}
