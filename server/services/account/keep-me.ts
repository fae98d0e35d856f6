import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { UserInfo } from '#shared/api/user.ts'
import type { Result } from '#shared/result.ts'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { account } from '#server/database/account-schema.ts'
import { refuse } from '#server/services/context/failure.ts'
import { requireAccount } from '#server/services/context/require-account.ts'
import { ok } from '#shared/result.ts'
import { readUserInfo } from './read-user-info.ts'

/**
 * Takes the deletion back while there is time; H4021 afterwards, though the erasing may only be about to begin. What was called off with
 * it stays so: a plan runs to its end and can be bought anew.
 */
export async function keepMe({ ctx }: { ctx: Context }): Promise<Result<UserInfo, ServiceFailure>> {
  const current = await requireAccount(ctx)
  if (!current.ok) return current
  const { accountId } = current.value
  const isInTime = or(isNull(account.deletesAtMs), gt(account.deletesAtMs, ctx.nowMs()))
  const kept = await ctx.db
    .update(account)
    .set({ deletesAtMs: null })
    .where(and(eq(account.id, accountId), isInTime))
    .returning({ id: account.id })
  return kept.length === 0 ? refuse('H4021') : ok(await readUserInfo(ctx.db, ctx, accountId))
}
