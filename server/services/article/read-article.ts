import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { Article, getArticle } from '#shared/api/articles.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { refuse } from '#server/services/context/failure.ts'
import { ok } from '#shared/result.ts'
import { findArticle } from './find-resource.ts'
import { toCard } from './to-card.ts'

/** For everybody: one article with its text. */
export async function readArticle({
  ctx,
  input,
}: {
  ctx: Pick<Context, 'articles'>
  input: CallInput<typeof getArticle>
}): Promise<Result<Article, ServiceFailure>> {
  const article = findArticle(ctx.articles, input.seoPath)
  return article === undefined ? refuse('H4001') : ok({ ...toCard(article), articleContent: article.html })
}
