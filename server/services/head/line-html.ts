import { splitLinks } from '#shared/domain/split-links.ts'
import { escaped } from './escaped.ts'

/** A line with its links. */
export function lineHtml(line: string): string {
  return splitLinks(line)
    .map(({ text, href }) => (href === undefined ? escaped(text) : `<a href="${escaped(href)}">${escaped(text)}</a>`))
    .join('')
}
