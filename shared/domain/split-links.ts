/** A piece of a text; with `href` it is a link. */
export interface TextPiece {
  readonly text: string
  readonly href?: string
}

const LINK = /\[([^\]]+)\]\(((?:\/(?!\/)|mailto:)[^)\s]*)\)/g

/**
 * A text with `[words](/path)`, split into pieces. Only paths of this site and mail addresses become links.
 * Rule: docs/content.md, "Legal texts".
 */
export function splitLinks(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const { 0: linkText, 1: words = '', 2: href = '', index } of text.matchAll(LINK)) {
    if (index > end) pieces.push({ text: text.slice(end, index) })
    pieces.push({ text: words, href })
    end = index + linkText.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}
