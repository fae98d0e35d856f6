import type { Database, Transaction } from '#server/database/database.ts'
import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { account } from '#server/database/account-schema.ts'
import { trialAddress } from './trial-address.ts'

/** An account's address, hidden by a key, so that the free week is known to be used even after the account is gone. */
export async function readEmailHash(db: Database | Transaction, secret: string, accountId: string): Promise<string> {
  const [row] = await db.select({ email: account.email }).from(account).where(eq(account.id, accountId))
  return createHmac('sha256', secret)
    .update(`trial ${trialAddress(row?.email ?? accountId)}`)
    .digest('hex')
}
