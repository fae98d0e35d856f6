import type { Article, ArticleList, ArticleTag } from '#shared/api/articles.ts'
import { resourceSlug } from '#shared/domain/detail-path.ts'

export type WholeArticle = Article & { readonly articleContent: string }

/** What an address below `/resource` shows: an article or a tag. */
export interface TopicResult {
  readonly isArticleDetail: boolean
  readonly isTagDetail: boolean
  readonly pageDetail: WholeArticle | null
  readonly tagDetail: ArticleTag | null
  /** The first page of the articles with this tag; for an article, with its first tag. */
  readonly firstPage: ArticleList | null
}

interface TopicParts {
  readonly slug: string
  readonly tags: readonly ArticleTag[]
  readonly detail: Article | undefined
  readonly firstPage: ArticleList | undefined
}

/**
 * Decides what an address shows. If a tag and an article have the same address, the tag is shown. An article without text does not
 * count. Rule: docs/content.md, "Articles".
 */
export function topicResult({ slug, tags, detail, firstPage }: TopicParts): TopicResult {
  const tagDetail = tagOf(slug, tags) ?? null
  const pageDetail = tagDetail === null && detail !== undefined ? withText(detail) : null
  return {
    isArticleDetail: pageDetail !== null,
    isTagDetail: tagDetail !== null,
    pageDetail,
    tagDetail,
    firstPage: firstPage ?? null,
  }
}

/** The tag with this address, in upper or lower case. */
export function tagOf(slug: string, tags: readonly ArticleTag[]): ArticleTag | undefined {
  return tags.find((tag) => resourceSlug(tag) === slug.toLowerCase())
}

function withText(article: Article): WholeArticle | null {
  const { articleContent = '' } = article
  return articleContent.trim() === '' ? null : { ...article, articleContent }
}
