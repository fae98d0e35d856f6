import type { Database, SQL, Transaction } from '#server/database/database.ts'
import { and, asc, eq, gt, inArray, like, ne, notExists, or } from '#server/database/database.ts'
import { account, accountEmail, mailboxWelcome, promotionRedemption, trialUse } from '#server/database/schema.ts'
import { type EmailAddress, canonicalEmail, readEmail } from '#server/addresses/email-address.ts'
import { type MailboxUse, formerMailboxHash, mailboxHash } from '#server/addresses/mailbox-hash.ts'

const ACCOUNTS_AT_ONCE = 500

/**
 * Claims the canonical form of an account's new address; false if another account has it. Change the account's row in the same transaction.
 */
export async function claimEmail(tx: Transaction, accountId: string, { address, canonical }: EmailAddress): Promise<boolean> {
  await deleteOutdatedEmails(tx, eq(accountEmail.canonical, canonical))
  const claimedRows = await tx
    .insert(accountEmail)
    .values({ canonical, accountId, email: address })
    .onConflictDoNothing()
    .returning({ canonical: accountEmail.canonical })
  if (claimedRows.length === 0) return false
  await tx.delete(accountEmail).where(and(eq(accountEmail.accountId, accountId), ne(accountEmail.canonical, canonical)))
  return true
}

/** Deletes rows of accounts whose address an earlier build changed or erased. */
async function deleteOutdatedEmails(db: Database | Transaction, rowFilter?: SQL): Promise<void> {
  const isCurrent = and(eq(account.id, accountEmail.accountId), eq(account.email, accountEmail.email))
  const currentAccounts = db.select({ id: account.id }).from(account).where(isCurrent)
  await db.delete(accountEmail).where(and(rowFilter, notExists(currentAccounts)))
}

/** Whether an account should change its address: the address is no longer accepted, or another account has its canonical form. */
export async function needsOtherEmail(db: Database | Transaction, { id, email }: { readonly id: string; readonly email: string }) {
  const isOfOtherAccount = and(eq(accountEmail.canonical, canonicalEmail(email)), ne(accountEmail.accountId, id))
  const isCurrent = and(eq(accountEmail.accountId, account.id), eq(accountEmail.email, account.email))
  const otherAccounts = await db.select({ id: account.id }).from(accountEmail).innerJoin(account, isCurrent).where(isOfOtherAccount)
  return otherAccounts.length > 0 || readEmail(email) === null
}

/**
 * Sets the canonical addresses of accounts from earlier builds, oldest first. Each batch is one transaction, so runs may be interrupted,
 * repeated and concurrent. An account whose canonical address belongs to another account is retried in each run. Rejects on stop.
 */
export async function claimFormerEmails(db: Database, secret: string, stopSignal?: AbortSignal): Promise<void> {
  await deleteOutdatedEmails(db)
  let lastAccount: { readonly id: string; readonly createdAtMs: number } | undefined = { id: '', createdAtMs: -1 }
  while (lastAccount !== undefined) {
    stopSignal?.throwIfAborted()
    lastAccount = await claimBatch(db, secret, lastAccount)
  }
}

async function claimBatch(db: Database, secret: string, lastAccount: { readonly id: string; readonly createdAtMs: number }) {
  return db.transaction(async (tx) => {
    const { id, email, createdAtMs } = account
    const isCurrent = and(eq(accountEmail.accountId, id), eq(accountEmail.email, email))
    const currentEmails = tx.select({ canonical: accountEmail.canonical }).from(accountEmail).where(isCurrent)
    const isAfterLast = or(gt(createdAtMs, lastAccount.createdAtMs), and(eq(createdAtMs, lastAccount.createdAtMs), gt(id, lastAccount.id)))
    const rows = await tx
      .select({ id, email, createdAtMs })
      .from(account)
      .where(and(isAfterLast, like(email, '%@%'), notExists(currentEmails)))
      .orderBy(asc(createdAtMs), asc(id))
      .limit(ACCOUNTS_AT_ONCE)
      .for('key share')
    if (rows.length === 0) return undefined
    const owners = rows.flatMap((row) => {
      const parsedEmail = readEmail(row.email)
      return parsedEmail === null ? [] : [{ canonical: parsedEmail.canonical, accountId: row.id, email: row.email }]
    })
    if (owners.length > 0) await tx.insert(accountEmail).values(owners).onConflictDoNothing()
    const emails = rows.map((row) => row.email)
    await renewHashes(tx, secret, emails)
    return rows.at(-1)
  })
}

/** Earlier builds stored the grants of a mailbox under a hash per spelling. This moves them to the hash that all spellings share. */
export async function renewHashes(tx: Transaction, secret: string, emails: readonly string[]): Promise<void> {
  const welcomes = renewedHashes('welcome', emails, secret)
  if (welcomes.size === 0) return
  const welcomedRows = await tx
    .select()
    .from(mailboxWelcome)
    .where(inArray(mailboxWelcome.mailboxHash, [...welcomes.keys()]))
  const welcomeRows = welcomedRows.map(({ mailboxHash: hash, welcomedAtMs }) => ({ mailboxHash: welcomes.get(hash) ?? hash, welcomedAtMs }))
  if (welcomeRows.length > 0) await tx.insert(mailboxWelcome).values(welcomeRows).onConflictDoNothing()
  const trials = renewedHashes('trial', emails, secret)
  const usedTrials = await tx
    .select()
    .from(trialUse)
    .where(inArray(trialUse.emailHash, [...trials.keys()]))
  const trialRows = usedTrials.map(({ emailHash, usedAtMs }) => ({ emailHash: trials.get(emailHash) ?? emailHash, usedAtMs }))
  if (trialRows.length > 0) await tx.insert(trialUse).values(trialRows).onConflictDoNothing()
  const promotions = renewedHashes('promotion', emails, secret)
  const redeemedHashes = await tx
    .selectDistinct({ hash: promotionRedemption.mailboxHash })
    .from(promotionRedemption)
    .where(inArray(promotionRedemption.mailboxHash, [...promotions.keys()]))
  for (const { hash } of redeemedHashes) {
    const newHash = { mailboxHash: promotions.get(hash) ?? hash }
    await tx.update(promotionRedemption).set(newHash).where(eq(promotionRedemption.mailboxHash, hash))
  }
}

/** The former and the new hash of each address whose two hashes differ. */
function renewedHashes(use: MailboxUse, emails: readonly string[], secret: string): ReadonlyMap<string, string> {
  const pairs = emails.map((email) => [formerMailboxHash(use, email, secret), mailboxHash(use, email, secret)] as const)
  return new Map(pairs.filter(([former, renewed]) => former !== renewed))
}
