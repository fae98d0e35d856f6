import type { Database, Transaction } from '#server/database/database.ts'
import { eq } from 'drizzle-orm'
import { account } from '#server/database/account-schema.ts'

/** The account of an address, with the hash of its password. */
export async function findAccount(
  db: Database | Transaction,
  email: string,
): Promise<{ readonly id: string; readonly passwordHash: string | null } | undefined> {
  const [found] = await db.select({ id: account.id, passwordHash: account.passwordHash }).from(account).where(eq(account.email, email))
  return found
}
