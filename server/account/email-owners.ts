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
  await deleteOutdated(tx, eq(accountEmail.canonical, canonical))
  const claimed = await tx
    .insert(accountEmail)
    .values({ canonical, accountId, email: address })
    .onConflictDoNothing()
    .returning({ canonical: accountEmail.canonical })
  if (claimed.length === 0) return false
  await tx.delete(accountEmail).where(and(eq(accountEmail.accountId, accountId), ne(accountEmail.canonical, canonical)))
  return true
}

/** Deletes rows of accounts whose address an earlier build changed or erased. */
async function deleteOutdated(db: Database | Transaction, which?: SQL): Promise<void> {
  const isCurrent = and(eq(account.id, accountEmail.accountId), eq(account.email, accountEmail.email))
  const current = db.select({ id: account.id }).from(account).where(isCurrent)
  await db.delete(accountEmail).where(and(which, notExists(current)))
}

/** Whether an account should change its address: the address is no longer accepted, or another account has its canonical form. */
export async function needsOtherEmail(db: Database | Transaction, { id, email }: { readonly id: string; readonly email: string }) {
  const isOthers = and(eq(accountEmail.canonical, canonicalEmail(email)), ne(accountEmail.accountId, id))
  const isCurrent = and(eq(accountEmail.accountId, account.id), eq(accountEmail.email, account.email))
  const others = await db.select({ id: account.id }).from(accountEmail).innerJoin(account, isCurrent).where(isOthers)
  return others.length > 0 || readEmail(email) === null
}

/**
 * Sets the canonical addresses of accounts from earlier builds, oldest first. Each batch is one transaction, so runs may be interrupted,
 * repeated and concurrent. An account whose canonical address belongs to another account is retried in each run. Rejects on stop.
 */
export async function claimFormerEmails(db: Database, secret: string, stopping?: AbortSignal): Promise<void> {
  await deleteOutdated(db)
  let last: { readonly id: string; readonly createdAtMs: number } | undefined = { id: '', createdAtMs: -1 }
  while (last !== undefined) {
    stopping?.throwIfAborted()
    last = await claimBatch(db, secret, last)
  }
}

async function claimBatch(db: Database, secret: string, after: { readonly id: string; readonly createdAtMs: number }) {
  return db.transaction(async (tx) => {
    const { id, email, createdAtMs } = account
    const isCurrent = and(eq(accountEmail.accountId, id), eq(accountEmail.email, email))
    const current = tx.select({ canonical: accountEmail.canonical }).from(accountEmail).where(isCurrent)
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
      return read === null ? [] : [{ canonical: read.canonical, accountId: row.id, email: row.email }]
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
  const welcomed = await tx
    .select()
    .from(mailboxWelcome)
    .where(inArray(mailboxWelcome.mailboxHash, [...welcomes.keys()]))
  const welcomeRows = welcomed.map(({ mailboxHash: hash, welcomedAtMs }) => ({ mailboxHash: welcomes.get(hash) ?? hash, welcomedAtMs }))
  if (welcomeRows.length > 0) await tx.insert(mailboxWelcome).values(welcomeRows).onConflictDoNothing()
  const trials = renewedHashes('trial', emails, secret)
  const used = await tx
    .select()
    .from(trialUse)
    .where(inArray(trialUse.emailHash, [...trials.keys()]))
  const trialRows = used.map(({ emailHash, usedAtMs }) => ({ emailHash: trials.get(emailHash) ?? emailHash, usedAtMs }))
  if (trialRows.length > 0) await tx.insert(trialUse).values(trialRows).onConflictDoNothing()
  const promotions = renewedHashes('promotion', emails, secret)
  const redeemed = await tx
    .selectDistinct({ hash: promotionRedemption.mailboxHash })
    .from(promotionRedemption)
    .where(inArray(promotionRedemption.mailboxHash, [...promotions.keys()]))
  for (const { hash } of redeemed) {
    const renewed = { mailboxHash: promotions.get(hash) ?? hash }
    await tx.update(promotionRedemption).set(renewed).where(eq(promotionRedemption.mailboxHash, hash))
  }
}

/** The former and the new hash of each address whose two hashes differ. */
function renewedHashes(use: MailboxUse, emails: readonly string[], secret: string): ReadonlyMap<string, string> {
  const pairs = emails.map((email) => [formerMailboxHash(use, email, secret), mailboxHash(use, email, secret)] as const)
  return new Map(pairs.filter(([former, renewed]) => former !== renewed))
}
