import { createHash } from 'node:crypto'

const STYLE_ELEMENT = /<style[^>]*>([^]*?)<\/style>/g
const STYLE_ATTRIBUTE = /\sstyle="([^"]*)"/g

/** Policy hashes of all inline styles in these HTML texts: elements by their content, attributes too. Styles set by scripts need none. */
export function inlineStyleSources(htmls: readonly string[]): readonly string[] {
  const texts = htmls.flatMap((html) =>
    [STYLE_ELEMENT, STYLE_ATTRIBUTE].flatMap((form) => [...html.matchAll(form)].map(([, text = '']) => text)),
  )
  const hashes = [...new Set(texts.map(unescaped))].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return hashes.length === 0 ? [] : ["'unsafe-hashes'", ...hashes.toSorted()]
}

/** Decodes an attribute value; element content has no entities here. */
function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
