import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { getSessions } from '#shared/api/account.ts'
import type { CallData } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { session } from '#server/database/account-schema.ts'
import { requireAccount } from '#server/services/context/require-account.ts'
import { SESSION_KEPT_MS } from '#shared/domain/account-rules.ts'
import { ok } from '#shared/result.ts'

/** Where the account is logged in: the caller's session first, then by when they were used last. */
export async function listSessions({ ctx }: { ctx: Context }): Promise<Result<CallData<typeof getSessions>, ServiceFailure>> {
  const current = await requireAccount(ctx)
  if (!current.ok) return current
  const { id, accountId } = current.value
  const sessions = await ctx.db
    .select({
      id: session.id,
      device: session.device,
      createdAt: session.createdAtMs,
      seenAt: session.seenAtMs,
      isCurrent: sql<boolean>`${session.id} = ${id}`,
    })
    .from(session)
    .where(and(eq(session.accountId, accountId), gt(session.seenAtMs, ctx.nowMs() - SESSION_KEPT_MS)))
    .orderBy(desc(eq(session.id, id)), desc(session.seenAtMs), desc(session.createdAtMs))
  return ok({ sessions })
}
