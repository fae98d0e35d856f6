/** The words for a prompt that are shown first, in the language the renderer reads. Rule: docs/rules.md, "Prompt help". */
export const FIRST_PROMPT_WORDS: readonly string[] = [
  'slow push in',
  'pull back to reveal',
  'orbit to the left',
  'orbit to the right',
  'pan to the right',
  'tilt up to the sky',
  'camera rises',
  'dolly zoom',
]
