import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { endSessions as endCall } from '#shared/api/account.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { and, eq, ne } from 'drizzle-orm'
import { session } from '#server/database/account-schema.ts'
import { refuse } from '#server/services/context/failure.ts'
import { requireAccount } from '#server/services/context/require-account.ts'
import { ok } from '#shared/result.ts'

/** Logs the account out of one place, or of all but this one. A session of somebody else looks like one that is not there. */
export async function endSessions({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof endCall>
}): Promise<Result<{ ended: number }, ServiceFailure>> {
  const current = await requireAccount(ctx)
  if (!current.ok) return current
  const { id, accountId } = current.value
  const which = input.id === undefined ? ne(session.id, id) : eq(session.id, input.id)
  const ended = await ctx.db
    .delete(session)
    .where(and(eq(session.accountId, accountId), which))
    .returning({ id: session.id })
  if (input.id !== undefined && ended.length === 0) return refuse('H4001')
  if (input.id === id) ctx.setSession(null)
  return ok({ ended: ended.length })
}
