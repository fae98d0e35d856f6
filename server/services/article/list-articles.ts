import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { ArticleList, getArticles } from '#shared/api/articles.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { refuse } from '#server/services/context/failure.ts'
import { ok } from '#shared/result.ts'
import { findTag } from './find-resource.ts'
import { toCard } from './to-card.ts'

/** For everybody: a page of all articles, or of a tag's, the newest first. A page past the end is empty. */
export async function listArticles({
  ctx: { articles },
  input: { seoPath = '', only, curPage, pageSize },
}: {
  ctx: Pick<Context, 'articles'>
  input: CallInput<typeof getArticles>
}): Promise<Result<ArticleList, ServiceFailure>> {
  const tag = seoPath === '' ? null : findTag(articles, seoPath)
  if (tag === undefined) return refuse('H4001')
  const listed = articles.all.filter(({ tags, isHot }) => (tag === null || tags.includes(tag)) && (only !== 'hot' || isHot))
  const page = listed.slice((curPage - 1) * pageSize, curPage * pageSize)
  return ok({ data: page.map(toCard), totalSize: listed.length })
}
