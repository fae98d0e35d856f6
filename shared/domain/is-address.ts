/** Whether a text is exactly one web or `data:` address. Rule: docs/create.md, "Dropped and pasted". */
export function isAddress(words: string): boolean {
  return /^(?:https?:\/\/|data:)\S+$/i.test(words)
}
