import DOMPurify from 'dompurify'
import { articleLink, OUTSIDE_REL } from '#shared/domain/article-link.ts'

const TAGS = ['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'strong', 'em', 'a', 'br', 'hr']

const purify = DOMPurify()
purify.addHook('afterSanitizeAttributes', (element) => {
  if (element.nodeName !== 'A') return
  const link = articleLink(element.getAttribute('href') ?? 'none:')
  element.removeAttribute('href')
  if (link.kind === 'none') return
  element.setAttribute('href', link.href)
  if (link.kind === 'outside') element.setAttribute('rel', OUTSIDE_REL)
})

/** The text of an article as nodes, with nothing in it but words, their order and links. It is never turned into text again. */
export function cleanArticle(html: string): DocumentFragment {
  return purify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href'],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
}
