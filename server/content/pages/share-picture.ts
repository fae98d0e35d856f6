import type { Art } from '#server/gallery/read-art.ts'
import type { Context } from '#server/context.ts'
import type { Template } from '#shared/api/templates.ts'
import { SHARE_HEIGHT, SHARE_WIDTH } from '#server/gallery/gallery-pictures.ts'
import { findArticle } from '../articles/articles.ts'
import { resourceSlug, type Resource } from '#shared/domain/resource-path.ts'
import { templateSlug } from '#shared/domain/detail-path.ts'

export const SHARE_SIZE = { width: SHARE_WIDTH, height: SHARE_HEIGHT } as const

/** The default link preview picture; `alt` is a text key. */
export const SHARE_PICTURE = { path: '/share.jpg', ...SHARE_SIZE, alt: 'head.share' } as const

/** The kinds of preview pictures in their addresses. */
const ITEMS = 'videos'
const ARTICLES = 'articles'

/** The preview picture of an item. */
export function itemSharePath(template: Pick<Template, 'id' | 'templateSeoPath' | 'templateEnName'>): string {
  return `/share/${ITEMS}/${encodeURIComponent(templateSlug(template) || template.id)}.jpg`
}

/** The preview picture of an article. */
export function articleSharePath(article: Resource): string {
  return `/share/${ARTICLES}/${encodeURIComponent(resourceSlug(article))}.jpg`
}

/** The gallery picture that a preview is made from; only of existing items. */
export function sharedArt({ gallery, articles }: Pick<Context, 'gallery' | 'articles'>, kind: string, slug: string): Art | undefined {
  if (kind === ARTICLES) return findArticle(articles, slug)?.cover?.pictures[0]
  if (kind !== ITEMS) return undefined
  const named = gallery.items.find(
    (item) => (templateSlug({ templateSeoPath: item.seoPath, templateEnName: item.name }) || item.id) === slug,
  )
  return named?.pictures[0]
}
