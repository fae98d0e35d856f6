import type { SeedArticle } from '#server/providers/articles/open-articles.ts'
import type { ArticleCard } from '#shared/api/articles.ts'
import { mediaUrl } from '#server/services/context/media-name.ts'

/** An article as lists show it. */
export function toCard({ seoUrl, title, tags, summary, publishedAt, readMinutes, cover }: SeedArticle): ArticleCard {
  const picture = cover?.pictures[0]
  return {
    seoUrl,
    title,
    articleLabels: tags.map(({ tagTitle }) => tagTitle),
    summary,
    publishedAt,
    readMinutes,
    cover: picture === undefined ? null : { firstImageUrl: mediaUrl(picture.name), width: picture.width, height: picture.height },
  }
}
