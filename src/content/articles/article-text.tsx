import DOMPurify from 'dompurify'
import { useCallback } from 'react'
import { useLocation } from '#src/routing/routes.ts'
import { Prose } from '#src/design/prose.tsx'
import { articleLink, OUTSIDE_REL } from '#shared/domain/article-rules.ts'

/** The text of an article. Its links to this app open without a page load. */
export function ArticleText({ html }: { readonly html: string }) {
  const [, navigate] = useLocation()
  const fillElement = useCallback(
    (element: HTMLDivElement) => {
      element.replaceChildren(cleanArticle(html))
      const followLink = (event: MouseEvent) => {
        const target = ownLinkTarget(event)
        if (target === undefined) return
        event.preventDefault()
        navigate(target)
      }
      element.addEventListener('click', followLink)
      return () => element.removeEventListener('click', followLink)
    },
    [html, navigate],
  )
  return <Prose ref={fillElement} isLarge />
}

type LinkClick = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented' | 'target'>

/**
 * The path in this app to which a plain click leads. Undefined if the click has a modifier key or another mouse button, if it was handled
 * already, or if it is not on a link to this app.
 */
function ownLinkTarget(event: LinkClick): string | undefined {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (!isPlain || event.defaultPrevented || !(event.target instanceof Element)) return undefined
  const link = event.target.closest('a[href]')
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return undefined
  return link.pathname + link.search + link.hash
}

const ALLOWED_TAGS = ['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'strong', 'em', 'a', 'br', 'hr']

const purify = DOMPurify()
purify.addHook('afterSanitizeAttributes', (element) => {
  if (element.nodeName !== 'A') return
  const link = articleLink(element.getAttribute('href') ?? 'none:')
  element.removeAttribute('href')
  if (link.kind === 'none') return
  element.setAttribute('href', link.href)
  if (link.kind === 'outside') element.setAttribute('rel', OUTSIDE_REL)
})

/** The text of an article as sanitised DOM nodes: text, structure and links only. The nodes are never turned into HTML again. */
export function cleanArticle(html: string): DocumentFragment {
  return purify.sanitize(html, {
    ALLOWED_TAGS: ALLOWED_TAGS,
    ALLOWED_ATTR: ['href'],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
}
