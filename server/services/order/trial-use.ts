import type { Database, Transaction } from '#server/database/database.ts'
import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { account } from '#server/database/account-schema.ts'
import { trialUse } from '#server/database/payment-schema.ts'
import { mailboxOf } from '#server/services/account/mailbox-of.ts'

/** Whether the mailbox of an account has had its free week, in this account or in another one. */
export async function hadTrial(db: Database | Transaction, secret: string, accountId: string): Promise<boolean> {
  const emailHash = await readEmailHash(db, secret, accountId)
  const used = await db.select({ usedAtMs: trialUse.usedAtMs }).from(trialUse).where(eq(trialUse.emailHash, emailHash))
  return used.length > 0
}

export async function noteTrial(tx: Transaction, secret: string, accountId: string, nowMs: number): Promise<void> {
  const emailHash = await readEmailHash(tx, secret, accountId)
  await tx.insert(trialUse).values({ emailHash, usedAtMs: nowMs }).onConflictDoNothing()
}

/** An account's mailbox, hidden by a key, so that the free week is known to be used even after the account is gone. */
async function readEmailHash(db: Database | Transaction, secret: string, accountId: string): Promise<string> {
  const [row] = await db.select({ email: account.email }).from(account).where(eq(account.id, accountId))
  return createHmac('sha256', secret)
    .update(`trial ${mailboxOf(row?.email ?? accountId)}`)
    .digest('hex')
}
