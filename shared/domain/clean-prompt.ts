import { cutText } from './cut-text.ts'
import { MAX_PROMPT_LENGTH } from './generation-options.ts'

// oxlint-disable-next-line no-control-regex -- control characters are what this finds
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** A prompt without control characters except tab and newline, cut to `MAX_PROMPT_LENGTH`. Rule: docs/platform.md, "Envelope". */
export function cleanPrompt(prompt: string): string {
  return cutText(prompt.replaceAll(CONTROL_CHARACTERS, ''), MAX_PROMPT_LENGTH)
}
