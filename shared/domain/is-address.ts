/** Whether a text is one web or `data:` address and nothing else. Rule: docs/create.md, "Dropped and pasted". */
export function isAddress(words: string): boolean {
  return /^(?:https?:\/\/|data:)\S+$/i.test(words)
}
