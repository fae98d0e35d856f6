/** Text and what parts it, in turns. */
const PARTING = /([,.;!?\n]+)/

/** Whether a word or phrase stands in a prompt as a part of its own, between commas or full stops. Rule: docs/create.md, "Prompt help". */
export function hasPromptWord(prompt: string, word: string): boolean {
  return placeOf(prompt.split(PARTING), word) !== -1
}

/** Adds a word as a part of its own, or takes away just that part; all else stays as it was written. */
export function togglePromptWord(prompt: string, word: string): string {
  const pieces = prompt.split(PARTING)
  const place = placeOf(pieces, word)
  return place === -1 ? withWord(prompt.trimEnd(), word) : withoutPiece(pieces, place)
}

function placeOf(pieces: readonly string[], word: string): number {
  const wanted = word.toLowerCase()
  return pieces.findIndex((piece) => piece.trim().toLowerCase() === wanted)
}

function withWord(written: string, word: string): string {
  if (written === '') return word
  return /[,.;!?]$/.test(written) ? `${written} ${word}` : `${written}, ${word}`
}

function withoutPiece(pieces: readonly string[], place: number): string {
  const isComma = (piece: string | undefined) => piece?.trim() === ','
  const from = isComma(pieces[place - 1]) ? place - 1 : place
  const to = from === place && isComma(pieces[place + 1]) ? place + 1 : place
  return [...pieces.slice(0, from), ...pieces.slice(to + 1)].join('').trim()
}

/** The words for a prompt that are shown first, in the language the renderer reads. */
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

// oxlint-disable-next-line no-control-regex -- control characters are what this finds
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** A prompt without control characters, as a paste may bring them; tab and newline stay. Rule: docs/platform.md, "Envelope". */
export function cleanPrompt(prompt: string): string {
  return prompt.replaceAll(CONTROL, '')
}
