import type { Context } from '#server/context.ts'
import type { deleteMe as deleteCall } from '#shared/api/account.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { UserInfo } from '#shared/api/user.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import { inTransaction } from '#server/platform/database/in-transaction.ts'
import { account, session } from '#server/platform/database/account-schema.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { requireAccount } from '#server/platform/context/require-owner.ts'
import { lockOwner } from '#server/platform/context/lock-owner.ts'
import { stopRenewals } from '#server/billing/membership/stop-renewals.ts'
import { closeOpenOrders } from '#server/billing/orders/end-payments.ts'
import { DELETION_GRACE_MS } from '#shared/domain/account-rules.ts'
import { type Result, ok } from '#shared/result.ts'
import { readUserInfo } from './me.ts'

/** Schedules the erasure, cancels plans and open checkouts and ends all other sessions. A repeated call does not move the date. */
export async function deleteMe({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof deleteCall>
}): Promise<Result<UserInfo, ServiceFailure>> {
  const current = await requireAccount(ctx)
  if (!current.ok) return current
  const { id, accountId } = current.value
  return inTransaction<UserInfo, ServiceFailure>(ctx.db, async (tx) => {
    const marked = await tx
      .update(account)
      .set({ deletesAtMs: sql`coalesce(${account.deletesAtMs}, ${ctx.nowMs() + DELETION_GRACE_MS})` })
      .where(and(eq(account.id, accountId), eq(account.email, input.confirmation)))
      .returning({ id: account.id })
    if (marked.length === 0) return refuse('H3000', ['confirmation'])
    await lockOwner(tx, accountId)
    await stopRenewals(tx, accountId, 'period_end', ctx.nowMs())
    await closeOpenOrders(tx, accountId, ctx.nowMs())
    await tx.delete(session).where(and(eq(session.accountId, accountId), ne(session.id, id)))
    return ok(await readUserInfo(tx, ctx, accountId))
  })
}
