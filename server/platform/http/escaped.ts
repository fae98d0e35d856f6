import { splitLinks } from '#shared/domain/split-links.ts'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML, between tags or in an attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}

/** A line with its links. */
export function lineHtml(line: string): string {
  return splitLinks(line)
    .map(({ text, href }) => (href === undefined ? escaped(text) : `<a href="${escaped(href)}">${escaped(text)}</a>`))
    .join('')
}
