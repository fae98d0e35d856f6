import type { ReactElement } from 'react'
import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { Prose } from '#src/ui/prose.tsx'
import { cleanArticle } from './clean-article.ts'
import { ownLinkTarget } from './own-link-target.ts'

/** The text of an article; its links within the app change the screen, not the page. */
export function ArticleText({ html }: { readonly html: string }): ReactElement {
  const [, navigate] = useLocation()
  const fill = useCallback(
    (place: HTMLDivElement) => {
      place.replaceChildren(cleanArticle(html))
      const lead = (press: MouseEvent) => {
        const target = ownLinkTarget(press)
        if (target === undefined) return
        press.preventDefault()
        navigate(target)
      }
      place.addEventListener('click', lead)
      return () => place.removeEventListener('click', lead)
    },
    [html, navigate],
  )
  return <Prose ref={fill} isLarge />
}
