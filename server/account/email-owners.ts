import type { Database, SQL, Transaction } from '#server/platform/database/database.ts'
import { and, asc, eq, gt, like, ne, notExists, or, sql } from '#server/platform/database/database.ts'
import { account, accountEmail, mailboxWelcome, promotionRedemption, trialUse } from '#server/platform/database/schema.ts'
import { type EmailAddress, emailForm, readEmail } from '#server/platform/mail/email-address.ts'
import { formerMailboxHash, mailboxHash } from '#server/platform/mail/mailbox-hash.ts'

const ACCOUNTS_AT_ONCE = 500

/** Gives an account the form of its new address; false when another account has it. Change the account's own row in the same transaction. */
export async function claimEmail(tx: Transaction, accountId: string, { address, form }: EmailAddress): Promise<boolean> {
  await deleteOutdated(tx, eq(accountEmail.form, form))
  const claimed = await tx
    .insert(accountEmail)
    .values({ form, accountId, email: address })
    .onConflictDoNothing()
    .returning({ form: accountEmail.form })
  if (claimed.length === 0) return false
  await tx.delete(accountEmail).where(and(eq(accountEmail.accountId, accountId), ne(accountEmail.form, form)))
  return true
}

/** Deletes rows of accounts whose address an earlier build has changed or erased. */
async function deleteOutdated(db: Database | Transaction, which?: SQL): Promise<void> {
  const isCurrent = and(eq(account.id, accountEmail.accountId), eq(account.email, accountEmail.email))
  const current = db.select({ id: account.id }).from(account).where(isCurrent)
  await db.delete(accountEmail).where(and(which, notExists(current)))
}

/** Whether an account should change its address: it is no longer accepted, or another account has its form. */
export async function needsOtherEmail(db: Database | Transaction, { id, email }: { readonly id: string; readonly email: string }) {
  const isOthers = and(eq(accountEmail.form, emailForm(email)), ne(accountEmail.accountId, id))
  const isCurrent = and(eq(accountEmail.accountId, account.id), eq(accountEmail.email, account.email))
  const others = await db.select({ id: account.id }).from(accountEmail).innerJoin(account, isCurrent).where(isOthers)
  return others.length > 0 || readEmail(email) === null
}

/**
 * Gives accounts of earlier builds the forms of their addresses, the oldest account first. Each batch is one transaction, so that an interrupted
 * run can be repeated, also beside other processes. An account whose form is taken is tried again with each run.
 */
export async function claimFormerEmails(db: Database, secret: string): Promise<void> {
  await deleteOutdated(db)
  let last: { readonly id: string; readonly createdAtMs: number } | undefined = { id: '', createdAtMs: -1 }
  while (last !== undefined) last = await claimSome(db, secret, last)
}

async function claimSome(db: Database, secret: string, after: { readonly id: string; readonly createdAtMs: number }) {
  return db.transaction(async (tx) => {
    const { id, email, createdAtMs } = account
    const isCurrent = and(eq(accountEmail.accountId, id), eq(accountEmail.email, email))
    const current = tx.select({ form: accountEmail.form }).from(accountEmail).where(isCurrent)
    const isNext = or(gt(createdAtMs, after.createdAtMs), and(eq(createdAtMs, after.createdAtMs), gt(id, after.id)))
    const rows = await tx
      .select({ id, email, createdAtMs })
      .from(account)
      .where(and(isNext, like(email, '%@%'), notExists(current)))
      .orderBy(asc(createdAtMs), asc(id))
      .limit(ACCOUNTS_AT_ONCE)
      .for('key share')
    if (rows.length === 0) return undefined
    const owners = rows.flatMap((row) => {
      const read = readEmail(row.email)
      return read === null ? [] : [{ form: read.form, accountId: row.id, email: row.email }]
    })
    if (owners.length > 0) await tx.insert(accountEmail).values(owners).onConflictDoNothing()
    for (const row of rows) await renewHashes(tx, secret, row.email)
    return rows.at(-1)
  })
}

/** Stores what the mailbox of a spelling was granted by earlier builds under the hash that all of its spellings share. */
export async function renewHashes(tx: Transaction, secret: string, email: string): Promise<void> {
  const hashesOf = (use: 'welcome' | 'trial' | 'promotion') =>
    [formerMailboxHash(use, email, secret), mailboxHash(use, email, secret)] as const
  const [formerWelcome, welcome] = hashesOf('welcome')
  if (formerWelcome === welcome) return
  const [formerTrial, trial] = hashesOf('trial')
  const [formerPromotion, promotion] = hashesOf('promotion')
  const { mailboxHash: welcomed, welcomedAtMs } = mailboxWelcome
  await tx
    .insert(mailboxWelcome)
    .select(
      tx
        .select({ mailboxHash: sql<string>`${welcome}`.as('mailbox_hash'), welcomedAtMs })
        .from(mailboxWelcome)
        .where(eq(welcomed, formerWelcome)),
    )
    .onConflictDoNothing()
  await tx
    .insert(trialUse)
    .select(
      tx
        .select({ emailHash: sql<string>`${trial}`.as('email_hash'), usedAtMs: trialUse.usedAtMs })
        .from(trialUse)
        .where(eq(trialUse.emailHash, formerTrial)),
    )
    .onConflictDoNothing()
  await tx.update(promotionRedemption).set({ mailboxHash: promotion }).where(eq(promotionRedemption.mailboxHash, formerPromotion))
}
