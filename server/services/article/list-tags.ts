import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { getArticleTags } from '#shared/api/articles.ts'
import type { CallData } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { ok } from '#shared/result.ts'

/** For everybody: what articles are about. */
export async function listTags({
  ctx,
}: {
  ctx: Pick<Context, 'articles'>
}): Promise<Result<CallData<typeof getArticleTags>, ServiceFailure>> {
  return ok({ data: [...ctx.articles.tags] })
}
