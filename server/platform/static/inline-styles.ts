import { createHash } from 'node:crypto'

const STYLE_ELEMENT = /<style[^>]*>([^]*?)<\/style>/g
const STYLE_ATTRIBUTE = /\sstyle="([^"]*)"/g

/**
 * What a security policy names so that the styles written in these texts of HTML count, and no others: elements by the hash of their
 * content, attributes too. What scripts set on an element needs none.
 */
export function inlineStyleSources(htmls: readonly string[]): readonly string[] {
  const texts = htmls.flatMap((html) =>
    [STYLE_ELEMENT, STYLE_ATTRIBUTE].flatMap((form) => [...html.matchAll(form)].map(([, text = '']) => text)),
  )
  const hashes = [...new Set(texts.map(unescaped))].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return hashes.length === 0 ? [] : ["'unsafe-hashes'", ...hashes.toSorted()]
}

/** As the browser reads an attribute. In the content of an element nothing of the kind stands. */
function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
