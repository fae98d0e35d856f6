// oxlint-disable-next-line no-control-regex -- control characters are what this finds
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** A prompt without control characters, as a paste may bring them; tab and newline stay. Rule: docs/rules.md, "Envelope". */
export function cleanPrompt(prompt: string): string {
  return prompt.replaceAll(CONTROL, '')
}
