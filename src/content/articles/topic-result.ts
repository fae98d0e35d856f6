import type { Article, ArticleList, ArticleTag } from '#shared/api/articles.ts'
import { resourceSlug } from '#shared/domain/detail-path.ts'

export type WholeArticle = Article & { readonly articleContent: string }

/** The subject of an address below `/resource`. */
export interface TopicResult {
  readonly isArticleDetail: boolean
  readonly isTagDetail: boolean
  readonly pageDetail: WholeArticle | null
  readonly tagDetail: ArticleTag | null
  /** The first page of the tag's articles, or of an article's first tag. */
  readonly firstPage: ArticleList | null
}

interface TopicParts {
  readonly slug: string
  readonly tags: readonly ArticleTag[]
  readonly detail: Article | undefined
  readonly firstPage: ArticleList | undefined
}

/** A tag has priority over an article of the same address. An article without text does not count. Rule: docs/content.md, "Articles". */
export function topicResult({ slug, tags, detail, firstPage }: TopicParts): TopicResult {
  const tagDetail = tagOf(slug, tags) ?? null
  const pageDetail = tagDetail === null && detail !== undefined ? asWhole(detail) : null
  return {
    isArticleDetail: pageDetail !== null,
    isTagDetail: tagDetail !== null,
    pageDetail,
    tagDetail,
    firstPage: firstPage ?? null,
  }
}

/** The tag at an address, in any case of letters. */
export function tagOf(slug: string, tags: readonly ArticleTag[]): ArticleTag | undefined {
  return tags.find((tag) => resourceSlug(tag) === slug.toLowerCase())
}

function asWhole(article: Article): WholeArticle | null {
  const { articleContent = '' } = article
  return articleContent.trim() === '' ? null : { ...article, articleContent }
}
