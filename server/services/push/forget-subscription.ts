import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { unsubscribePush } from '#shared/api/push.ts'
import type { Result } from '#shared/result.ts'
import { and, eq } from 'drizzle-orm'
import { pushSubscription } from '#server/database/push-schema.ts'
import { requireOwner } from '#server/services/context/require-owner.ts'
import { ok } from '#shared/result.ts'

/** Nothing is brought to this browser any more, also not what is on its way. */
export async function forgetSubscription({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof unsubscribePush>
}): Promise<Result<object, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  await ctx.db.delete(pushSubscription).where(and(eq(pushSubscription.endpoint, input.endpoint), eq(pushSubscription.ownerId, owner.value)))
  return ok({})
}
