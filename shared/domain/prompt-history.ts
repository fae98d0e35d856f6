import { toSearchForm } from './comparable-text.ts'

/** The maximum number of stored prompts per kind of form. Rule: docs/create.md, "Prompt help". */
export const MAX_STORED_PROMPTS = 50

/** Adds a prompt as the newest. Removes duplicates, empty prompts, and prompts above the limit. */
export function withPrompt(prompts: readonly string[], prompt: string): readonly string[] {
  const trimmedPrompt = prompt.trim()
  if (trimmedPrompt === '') return prompts
  return [trimmedPrompt, ...prompts.filter((known) => known !== trimmedPrompt)].slice(0, MAX_STORED_PROMPTS)
}

/** Merges two histories, the first one's prompts first. */
export function mergePrompts(newer: readonly string[], older: readonly string[]): readonly string[] {
  return [...new Set([...newer, ...older])].slice(0, MAX_STORED_PROMPTS)
}

/** Prompts that contain every word of a search, in any case. */
export function findPrompts(prompts: readonly string[], search: string): readonly string[] {
  const words = toSearchForm(search).split(/\s+/).filter(Boolean)
  return prompts.filter((prompt) => words.every((word) => toSearchForm(prompt).includes(word)))
}
