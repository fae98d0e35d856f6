/** How many prompts each kind of form remembers. Rule: docs/create.md, "Prompt help". */
export const MAX_KEPT_PROMPTS = 50

/** The prompts with this one as the newest: none twice, none empty, at most MAX_KEPT_PROMPTS. */
export function withPrompt(prompts: readonly string[], prompt: string): readonly string[] {
  const written = prompt.trim()
  if (written === '') return prompts
  return [written, ...prompts.filter((known) => known !== written)].slice(0, MAX_KEPT_PROMPTS)
}

/** One history out of two, the first one's prompts before the other's. */
export function mergedPrompts(newer: readonly string[], older: readonly string[]): readonly string[] {
  return [...new Set([...newer, ...older])].slice(0, MAX_KEPT_PROMPTS)
}

/** The prompts that hold every word of a search, whatever its case. */
export function findPrompts(prompts: readonly string[], search: string): readonly string[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return prompts.filter((prompt) => words.every((word) => prompt.toLowerCase().includes(word)))
}
