import type { Transaction } from '#server/platform/database/database.ts'
import type { Context } from '#server/context.ts'
import { account, mailboxWelcome } from '#server/platform/database/account-schema.ts'
import { owner } from '#server/platform/database/schema.ts'
import { mailboxHash } from '#server/platform/mail/mailbox-hash.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { makeId } from '#server/platform/context/make-id.ts'
import { appendEntries } from '#server/billing/ledger/ledger.ts'
import { type Result, ok } from '#shared/result.ts'

interface NewAccount {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string | null
  readonly googleSub: string | null
}

/** Creates an account for a proved address; the first one of a mailbox gets welcome points. Returns its id, or EMAIL_TAKEN. */
export async function createAccount(
  tx: Transaction,
  ctx: Pick<Context, 'config' | 'nowMs' | 'secret'>,
  facts: NewAccount,
): Promise<Result<string, ServiceFailure>> {
  const id = makeId()
  const createdAtMs = ctx.nowMs()
  await tx.insert(owner).values({ id, createdAtMs })
  const made = await tx
    .insert(account)
    .values({ ...facts, id, createdAtMs })
    .onConflictDoNothing()
    .returning({ id: account.id })
  if (made.length === 0) return refuse('EMAIL_TAKEN', ['email'])
  const points = ctx.config.welcomePointsAccount
  if (points > 0 && (await isFirstOfMailbox(tx, facts.email, ctx.secret, createdAtMs)))
    await appendEntries(tx, id, [{ kind: 'grant', amount: points, note: 'Welcome points' }], createdAtMs)
  return ok(id)
}

async function isFirstOfMailbox(tx: Transaction, email: string, secret: string, nowMs: number): Promise<boolean> {
  const welcomed = await tx
    .insert(mailboxWelcome)
    .values({ mailboxHash: mailboxHash('welcome', email, secret), welcomedAtMs: nowMs })
    .onConflictDoNothing()
    .returning({ mailboxHash: mailboxWelcome.mailboxHash })
  return welcomed.length > 0
}
