import type { Context } from '#server/context.ts'
import type { ServiceFailure } from '#server/platform/context/failure.ts'
import type { ClientError } from '#shared/api/client-error.ts'
import { clientError } from '#server/platform/database/tracker-schema.ts'
import { LIMITS, callerKey, countTry } from '#server/platform/context/rate-limit.ts'
import { makeId } from '#server/platform/context/make-id.ts'
import { type Result, ok } from '#shared/result.ts'

const MAX_USER_AGENT = 300

/** Stores and logs a client error under the id shown to the user. Unauthenticated and rate-limited; the sender is not stored. */
export async function recordClientError({ ctx, input }: { ctx: Context; input: ClientError }): Promise<Result<object, ServiceFailure>> {
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.clientErrorByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const userAgent = ctx.caller.userAgent.slice(0, MAX_USER_AGENT)
  await ctx.db.insert(clientError).values({ ...input, id: makeId(), userAgent, createdAtMs: ctx.nowMs() })
  ctx.log.warn({ ...input, userAgent }, 'a page broke')
  ctx.metrics.noteClientError(input.kind)
  return ok({})
}
