import { type Transaction, account, mailboxWelcome, owner } from '#server/database/database.ts'
import { type CallRequest, type Context, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import { readEmail } from '#server/addresses/email-address.ts'
import { mailboxHash } from '#server/addresses/mailbox-hash.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { appendEntries } from '#server/billing/ledger.ts'
import { type completeSignup as call, type LoggedIn, CODE_TYPES } from '#shared/api/auth.ts'
import { findProof, consumeProof } from './email-code.ts'
import { enterAccount } from './enter-account.ts'
import { claimEmail, renewHashes } from './email-owners.ts'
import { findAccount } from './find-account.ts'
import { accountQueue } from './login-limits.ts'
import { LIMITS, callerKey, countTry } from '#server/verbs/rate-limit.ts'

declare module '#server/verbs/services.ts' {
  interface ServiceConfig {
    readonly welcomePointsAccount: number
  }
}

interface NewAccount {
  /** The id of the new account; a new id is created if it is missing. */
  readonly id?: string
  /** The address as the user entered it. */
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string | null
  readonly googleSub: string | null
}

/**
 * Creates an account for a proved address; the first account of a mailbox gets welcome points. Returns the account's id; refuses an address
 * of another account. The caller must roll back after a refusal, because the owner's row is written first.
 */
export async function createAccount(
  tx: Transaction,
  ctx: Pick<Context, 'config' | 'nowMs' | 'secret'>,
  newAccount: NewAccount,
): Promise<Answer<string>> {
  const { id = makeId() } = newAccount
  const createdAtMs = ctx.nowMs()
  const parsedEmail = readEmail(newAccount.email)
  if (parsedEmail === null) return refuse('H3000', ['email'])
  await tx.insert(owner).values({ id, createdAtMs })
  const insertedAccounts = await tx
    .insert(account)
    .values({ ...newAccount, id, createdAtMs, email: parsedEmail.address })
    .onConflictDoNothing()
    .returning({ id: account.id })
  if (insertedAccounts.length === 0 || !(await claimEmail(tx, id, parsedEmail))) return refuse('EMAIL_TAKEN', ['email'])
  await renewHashes(tx, ctx.secret, [newAccount.email])
  const points = ctx.config.welcomePointsAccount
  if (points > 0 && (await claimMailboxWelcome(tx, newAccount.email, ctx.secret, createdAtMs)))
    await appendEntries(tx, id, [{ kind: 'grant', amount: points, note: 'Welcome points' }], createdAtMs)
  return ok(id)
}

async function claimMailboxWelcome(tx: Transaction, email: string, secret: string, nowMs: number): Promise<boolean> {
  const insertedWelcomes = await tx
    .insert(mailboxWelcome)
    .values({ mailboxHash: mailboxHash('welcome', email, secret), welcomedAtMs: nowMs })
    .onConflictDoNothing()
    .returning({ mailboxHash: mailboxWelcome.mailboxHash })
  return insertedWelcomes.length > 0
}

/** Creates an account for a proved address and logs in. The proof stays valid if this fails. */
export async function completeSignup({ ctx, input }: CallRequest<typeof call>): Promise<Answer<LoggedIn>> {
  const { registrationToken, firstName, lastName, password } = input
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.signUpByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const provedEmail = await findProof(ctx.db, registrationToken, CODE_TYPES.signUp, ctx.nowMs())
  if (provedEmail === undefined) return refuse('PROOF_EXPIRED')
  if ((await findAccount(ctx.db, provedEmail)) !== undefined) return refuse('EMAIL_TAKEN', ['email'])
  const newHash = await ctx.hashing.hash(password, accountQueue(ctx, provedEmail))
  if (!newHash.ok) return newHash
  return enterAccount(ctx, async (tx) => {
    const email = await consumeProof(tx, registrationToken, CODE_TYPES.signUp, ctx.nowMs())
    if (email === undefined) return refuse('PROOF_EXPIRED')
    return createAccount(tx, ctx, { email, firstName, lastName, passwordHash: newHash.value, googleSub: null })
  })
}
