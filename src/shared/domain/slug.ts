const OTHER_THAN_LETTERS = /[^\p{L}\p{M}\p{N}]+/gu
const EDGE_HYPHENS = /^-+|-+$/g

/** Letters and digits of any script in small letters, with single hyphens between words: a segment of an address. Rule: docs/gallery.md, "Templates". */
export function slugOf(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(OTHER_THAN_LETTERS, '-').replace(EDGE_HYPHENS, '')
}
