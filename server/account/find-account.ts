import { type Database, type Transaction, eq, account } from '#server/platform/database/database.ts'
import { type CallAnswer, type CallRequest, ok } from '#server/context.ts'
import type { emailRegistered } from '#shared/api/auth.ts'
import { LIMITS, callerKey, countTry } from '#server/platform/context/rate-limit.ts'

/** The account of an address, with the hash of its password. */
export async function findAccount(
  db: Database | Transaction,
  email: string,
): Promise<{ readonly id: string; readonly passwordHash: string | null } | undefined> {
  const [found] = await db.select({ id: account.id, passwordHash: account.passwordHash }).from(account).where(eq(account.email, email))
  return found
}

/** Whether there is an account with this address: the one call that tells. */
export async function isRegistered({ ctx, input }: CallRequest<typeof emailRegistered>): Promise<CallAnswer<typeof emailRegistered>> {
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.registeredByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  return ok({ registered: (await findAccount(ctx.db, input.email)) !== undefined })
}

/** Lock an account before anything else that belongs to it, or two changes can deadlock. */
export async function lockAccount(tx: Transaction, accountId: string): Promise<void> {
  await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('no key update')
}
