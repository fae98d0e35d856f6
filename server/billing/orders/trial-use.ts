import type { Database, Transaction } from '#server/platform/database/database.ts'
import { eq } from 'drizzle-orm'
import { account } from '#server/platform/database/account-schema.ts'
import { trialUse } from '#server/platform/database/payment-schema.ts'
import { mailboxHash } from '#server/platform/mail/mailbox-hash.ts'

/** Whether the mailbox of an account has used its free week, in this or another account. */
export async function hadTrial(db: Database | Transaction, secret: string, accountId: string): Promise<boolean> {
  const emailHash = await readMailboxHash(db, secret, accountId)
  const used = await db.select({ usedAtMs: trialUse.usedAtMs }).from(trialUse).where(eq(trialUse.emailHash, emailHash))
  return used.length > 0
}

export async function recordTrial(tx: Transaction, secret: string, accountId: string, nowMs: number): Promise<void> {
  const emailHash = await readMailboxHash(tx, secret, accountId)
  await tx.insert(trialUse).values({ emailHash, usedAtMs: nowMs }).onConflictDoNothing()
}

async function readMailboxHash(db: Database | Transaction, secret: string, accountId: string): Promise<string> {
  const [row] = await db.select({ email: account.email }).from(account).where(eq(account.id, accountId))
  return mailboxHash('trial', row?.email ?? accountId, secret)
}
