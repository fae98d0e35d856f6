/** The separators between the parts of a prompt. The group in the pattern adds the separators to the result of `split`. */
const SEPARATORS = /([,.;!?\n]+)/

/** Whether a phrase is a separate part of a prompt, between commas or full stops. Rule: docs/create.md, "Prompt help". */
export function hasPromptWord(prompt: string, word: string): boolean {
  return wordIndex(prompt.split(SEPARATORS), word) !== -1
}

/** Adds a phrase as a separate part, or removes that part. The rest stays unchanged. */
export function togglePromptWord(prompt: string, word: string): string {
  const pieces = prompt.split(SEPARATORS)
  const index = wordIndex(pieces, word)
  return index === -1 ? withWord(prompt.trimEnd(), word) : withoutPiece(pieces, index)
}

function wordIndex(pieces: readonly string[], word: string): number {
  const wantedPhrase = word.toLowerCase()
  return pieces.findIndex((piece) => piece.trim().toLowerCase() === wantedPhrase)
}

function withWord(trimmedPrompt: string, word: string): string {
  if (trimmedPrompt === '') return word
  return /[,.;!?]$/.test(trimmedPrompt) ? `${trimmedPrompt} ${word}` : `${trimmedPrompt}, ${word}`
}

function withoutPiece(pieces: readonly string[], index: number): string {
  const isComma = (piece: string | undefined) => piece?.trim() === ','
  const from = isComma(pieces[index - 1]) ? index - 1 : index
  const to = from === index && isComma(pieces[index + 1]) ? index + 1 : index
  return [...pieces.slice(0, from), ...pieces.slice(to + 1)].join('').trim()
}

/** The phrases that the form offers first. The renderer understands them. */
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

/**
 * The phrases that the form for a video between two pictures shows until the server's prompt words are loaded. They are the first of those
 * words that have an effect on such a video, so that the shown words do not change.
 */
export const FIRST_FRAME_WORDS: readonly string[] = [
  'very slow motion of the camera',
  'fast camera move',
  'snowfall',
  'soft rain',
  'drifting fog',
  'glowing embers',
  'falling petals',
  'confetti',
]
