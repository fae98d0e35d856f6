import type { Transaction } from '#server/database/database.ts'
import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { LoggedIn } from '#shared/api/auth.ts'
import type { Result } from '#shared/result.ts'
import { eq } from 'drizzle-orm'
import { inTransaction } from '#server/database/in-transaction.ts'
import { account } from '#server/database/account-schema.ts'
import { readUserInfo } from '#server/services/account/read-user-info.ts'
import { ok } from '#shared/result.ts'
import { carryOver } from './carry-over.ts'
import { openSession } from './open-session.ts'

/** Lets somebody in: `prove` finds or makes the account, then the visitor's work comes along and a new session begins, all in one transaction. */
export async function enterAccount(
  ctx: Context,
  prove: (tx: Transaction) => Promise<Result<string, ServiceFailure>>,
): Promise<Result<LoggedIn, ServiceFailure>> {
  const entered = await inTransaction(ctx.db, async (tx) => {
    const accountId = await prove(tx)
    if (!accountId.ok) return accountId
    // The account before the owners: in this order everybody locks, so that nobody waits in a circle.
    await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId.value)).for('no key update')
    const carried = await carryOver(tx, ctx, accountId.value)
    const token = await openSession(tx, ctx, accountId.value)
    return ok({ token, carried, userInfo: await readUserInfo(tx, ctx, accountId.value) })
  })
  if (!entered.ok) return entered
  const { token, ...loggedIn } = entered.value
  ctx.setSession(token)
  return ok(loggedIn)
}
