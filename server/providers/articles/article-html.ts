import { micromark } from 'micromark'
import { articleLink, OUTSIDE_REL } from '#shared/domain/article-link.ts'

/** Tags within a text, and pictures, stay the letters that they are. */
const TEXT_ONLY = { disable: { null: ['htmlFlow', 'htmlText', 'labelStartImage', 'codeIndented'] } }
/** The only tags with an address; whatever else looks like one has its signs escaped. */
const LINK = /<a href="([^"]*)"[^>]*>/g
const SIGNS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** Markdown as HTML without anything in it that could run, draw or lead astray. Rule: docs/rules.md, "Articles". */
export function articleHtml(markdown: string): string {
  return micromark(markdown, { extensions: [TEXT_ONLY] }).replace(LINK, (_, href: string) => linkTag(href))
}

function linkTag(escapedHref: string): string {
  const link = articleLink(escapedHref.replace(/&(?:amp|lt|gt|quot);/g, (sign) => SIGNS[sign] ?? sign))
  if (link.kind === 'none') return '<a>'
  const href = link.href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return link.kind === 'own' ? `<a href="${href}">` : `<a href="${href}" rel="${OUTSIDE_REL}">`
}
