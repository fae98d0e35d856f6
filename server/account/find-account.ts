import { type Database, type Transaction, and, eq, inArray, account, accountEmail } from '#server/database/database.ts'
import { type CallAnswer, type CallRequest, ok } from '#server/verbs/verb.ts'
import type { emailRegistered } from '#shared/api/auth.ts'
import { LIMITS, callerKey, countTry } from '#server/verbs/rate-limit.ts'
import { canonicalEmail, readEmail } from '#server/addresses/email-address.ts'

interface FoundAccount {
  readonly id: string
  /** The address in its stored spelling, which receives mail. */
  readonly email: string
  readonly passwordHash: string | null
}

/**
 * The account of an address in any spelling, with its password hash. An account that shares its canonical address with an older account is
 * found only by its stored spelling.
 */
export async function findAccount(db: Database | Transaction, email: string): Promise<FoundAccount | undefined> {
  const accountColumns = { id: account.id, email: account.email, passwordHash: account.passwordHash }
  const spellings = [email, readEmail(email)?.address ?? email]
  const spelledAccounts = await db.select(accountColumns).from(account).where(inArray(account.email, spellings))
  const isCurrent = and(eq(accountEmail.accountId, account.id), eq(accountEmail.email, account.email))
  const [owner] = await db
    .select(accountColumns)
    .from(accountEmail)
    .innerJoin(account, isCurrent)
    .where(eq(accountEmail.canonical, canonicalEmail(email)))
  return spelledAccounts.find((row) => row.email === email) ?? owner ?? spelledAccounts[0]
}

/** Whether an account has this address. No other call reveals this to a caller who cannot read the mailbox. */
export async function isRegistered({ ctx, input }: CallRequest<typeof emailRegistered>): Promise<CallAnswer<typeof emailRegistered>> {
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.registeredByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  return ok({ registered: (await findAccount(ctx.db, input.email)) !== undefined })
}

/** Lock an account before anything else that belongs to it, or two changes can deadlock. */
export async function lockAccount(tx: Transaction, accountId: string): Promise<void> {
  await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('no key update')
}
