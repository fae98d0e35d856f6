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
import { provedQueue } from './login-limits.ts'
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
 * Creates an account for a proved address; the first account of a mailbox gets welcome points. Returns its id; refuses an address of
 * another account. The caller must roll back after a refusal, because the owner's row is written first.
 */
export async function createAccount(
  tx: Transaction,
  ctx: Pick<Context, 'config' | 'nowMs' | 'secret'>,
  facts: NewAccount,
): Promise<Answer<string>> {
  const { id = makeId() } = facts
  const createdAtMs = ctx.nowMs()
  const read = readEmail(facts.email)
  if (read === null) return refuse('H3000', ['email'])
  await tx.insert(owner).values({ id, createdAtMs })
  const made = await tx
    .insert(account)
    .values({ ...facts, id, createdAtMs, email: read.address })
    .onConflictDoNothing()
    .returning({ id: account.id })
  if (made.length === 0 || !(await claimEmail(tx, id, read))) return refuse('EMAIL_TAKEN', ['email'])
  await renewHashes(tx, ctx.secret, [facts.email])
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

/** Creates an account for a proved address and logs in. The proof stays valid if this fails. */
export async function completeSignup({ ctx, input }: CallRequest<typeof call>): Promise<Answer<LoggedIn>> {
  const { registrationToken, firstName, lastName, password } = input
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.signUpByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const proved = await findProof(ctx.db, registrationToken, CODE_TYPES.signUp, ctx.nowMs())
  if (proved === undefined) return refuse('PROOF_EXPIRED')
  if ((await findAccount(ctx.db, proved)) !== undefined) return refuse('EMAIL_TAKEN', ['email'])
  const hashed = await ctx.hashing.hash(password, provedQueue(ctx, proved))
  if (!hashed.ok) return hashed
  return enterAccount(ctx, async (tx) => {
    const email = await consumeProof(tx, registrationToken, CODE_TYPES.signUp, ctx.nowMs())
    if (email === undefined) return refuse('PROOF_EXPIRED')
    return createAccount(tx, ctx, { email, firstName, lastName, passwordHash: hashed.value, googleSub: null })
  })
}
