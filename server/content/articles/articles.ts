import { type Answer, type CallAnswer, type CallRequest, type Context, ok, refuse } from '#server/verbs/verb.ts'
import type { ArticleList, getArticles, Article, getArticle, getArticleTags, ArticleTag, ArticleCard } from '#shared/api/articles.ts'
import { resourceSlug } from '#shared/domain/detail-path.ts'
import { mediaUrl } from '#server/media-store/media-name.ts'
import type { Articles, LoadedArticle } from './open-articles.ts'

/** Public: a page of all articles, or of the articles with a tag, newest first. A page past the end is empty. */
export async function listArticles({
  ctx: { articles },
  input: { seoPath = '', only, curPage, pageSize },
}: CallRequest<typeof getArticles, 'articles'>): Promise<Answer<ArticleList>> {
  const tag = seoPath === '' ? null : findTag(articles, seoPath)
  if (tag === undefined) return refuse('H4001')
  const matchingArticles = articles.all.filter(({ tags, isHot }) => (tag === null || tags.includes(tag)) && (only !== 'hot' || isHot))
  const page = matchingArticles.slice((curPage - 1) * pageSize, curPage * pageSize)
  return ok({ data: page.map(toCard), totalSize: matchingArticles.length })
}

/** Public: one article with its text. */
export async function readArticle({ ctx, input }: CallRequest<typeof getArticle, 'articles'>): Promise<Answer<Article>> {
  const article = findArticle(ctx.articles, input.seoPath)
  return article === undefined ? refuse('H4001') : ok({ ...toCard(article), articleContent: article.html })
}

/** Public: the tags that have articles. */
export async function listTags({ ctx }: { ctx: Pick<Context, 'articles'> }): Promise<CallAnswer<typeof getArticleTags>> {
  return ok({ data: [...ctx.articles.tags] })
}

/** The tag at an address below `/resource`, case-insensitive. */
export function findTag({ tags }: Articles, seoPath: string): ArticleTag | undefined {
  return tags.find((tag) => resourceSlug(tag) === seoPath.toLowerCase())
}

/** The article at an address below `/resource`, case-insensitive. */
export function findArticle({ all }: Articles, seoPath: string): LoadedArticle | undefined {
  return all.find((article) => resourceSlug(article) === seoPath.toLowerCase())
}

export function toCard({ seoUrl, title, tags, summary, publishedAt, readMinutes, cover }: LoadedArticle): ArticleCard {
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
