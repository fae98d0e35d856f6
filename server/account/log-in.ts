import { type CallRequest, type Context, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import type { GooglePerson } from './google/google-login.ts'
import type * as auth from '#shared/api/auth.ts'
import { type SQL, type Transaction, and, eq, isNull, account } from '#server/database/database.ts'
import { familiarityOf } from '#server/verbs/known-callers.ts'
import { enterAccount } from './enter-account.ts'
import { findAccount, lockAccount } from './find-account.ts'
import { findChallenge, consumeChallenge } from './login-challenges.ts'
import { APP_FACTOR, countCode, spendCode } from './second-factor.ts'
import { loginQueue, countLogin, forgiveLogin } from './login-limits.ts'
import { acceptProof } from './google/link-google.ts'
import { mailSecurityChange } from './account-mails.ts'
import { createAccount } from './sign-up.ts'
import { isSameRecipient } from '#server/addresses/email-address.ts'
import { LIMITS, callerKey, countTry, refund } from '#server/verbs/rate-limit.ts'

/**
 * Logs in with a password. The limits are checked before the password. An unknown address, or an account without a password, gets the same
 * answer after the same time.
 */
export async function logInByEmail({
  ctx,
  input: { email, password },
}: CallRequest<typeof auth.logInByEmail>): Promise<Answer<auth.LoggedIn>> {
  const found = await findAccount(ctx.db, email)
  const familiarity = await familiarityOf(ctx.db, ctx, found?.id)
  const counted = await countLogin(ctx, email, familiarity)
  if (!counted.ok) return counted
  const passwordHash = found?.passwordHash ?? null
  const isRight = await ctx.hashing.matches(password, passwordHash, loginQueue(ctx, email, familiarity))
  if (!isRight.ok) return isRight
  if (!isRight.value || found === undefined || passwordHash === null) return refuse('LOGIN_WRONG')
  const entered = await enterAccount(ctx, async (tx) => {
    // A new password ends all sessions, so no session may begin with the old password.
    const isUnchanged = and(eq(account.id, found.id), eq(account.passwordHash, passwordHash))
    const [unchanged] = await tx.select({ id: account.id }).from(account).where(isUnchanged).for('no key update')
    return unchanged === undefined ? refuse('LOGIN_WRONG') : ok(unchanged.id)
  })
  if (wasRight(entered)) await forgiveLogin(ctx, email, familiarity)
  return entered
}

/** Whether the first factor was correct, even if a second factor is still required. */
function wasRight(entered: Answer<auth.LoggedIn>): boolean {
  return entered.ok || entered.error.code === 'SECOND_FACTOR_NEEDED'
}

/** The second step of a login that began in this browser with a password or Google. */
export async function logInBySecondFactor({ ctx, input }: CallRequest<typeof auth.logInBySecondFactor>): Promise<Answer<auth.LoggedIn>> {
  const accountId = (await findChallenge(ctx.db, ctx, 'second-factor'))?.accountId ?? null
  if (accountId === null) return refuse('LOGIN_EXPIRED')
  const counted = await countCode(ctx, accountId)
  if (!counted.ok) return counted
  const prove = async (tx: Transaction) => {
    await lockAccount(tx, accountId)
    if ((await consumeChallenge(tx, ctx, 'second-factor')) === undefined) return refuse('LOGIN_EXPIRED')
    return (await spendCode(tx, ctx, accountId, input.code)) ? ok(accountId) : refuse('SECOND_FACTOR_WRONG', ['code'])
  }
  const entered = await enterAccount(ctx, prove, APP_FACTOR)
  if (!entered.ok) return entered
  await counted.value.forgive()
  ctx.setChallenge(null)
  return entered
}

/** Logs in with a Google proof: to the linked account, else to the account of the same address, else to a new account. */
export async function logInByThirdParty({ ctx, input }: CallRequest<typeof auth.logInByThirdParty>): Promise<Answer<auth.LoggedIn>> {
  if (ctx.google === null) return refuse('H4001')
  const tries = [LIMITS.thirdPartyByAddress, [callerKey(ctx)]] as const
  const counted = await countTry(ctx.db, ctx.nowMs(), ...tries)
  if (!counted.ok) return counted
  const isJwt = input.additionalParams?.type === 'jwt'
  const proved = isJwt ? await ctx.google.readIdToken(input.token) : await ctx.google.redeemCode(input.token)
  if (!proved.ok && proved.error === 'away') {
    await refund(ctx.db, ...tries)
    return refuse('H503')
  }
  if (!proved.ok) return refuse('GOOGLE_REFUSED')
  const enter = () => enterAccount(ctx, (tx) => admit(tx, ctx, proved.value))
  const first = await enter()
  // A concurrent request created the same account; the next try finds it.
  const entered = !first.ok && first.error.code === 'EMAIL_TAKEN' ? await enter() : first
  if (wasRight(entered)) await refund(ctx.db, ...tries)
  return entered
}

async function admit(tx: Transaction, ctx: Context, person: GooglePerson): Promise<Answer<string>> {
  if (!(await acceptProof(tx, person))) return refuse('GOOGLE_REFUSED')
  const { sub: googleSub, email, firstName, lastName } = person
  const [linked] = await findLocked(tx, eq(account.googleSub, googleSub))
  if (linked !== undefined) return ok(linked.id)
  const known = await findAccount(tx, email)
  if (known === undefined) return createAccount(tx, ctx, { email, firstName, lastName, googleSub, passwordHash: null })
  if (!isSameRecipient(known.email, email)) return refuse('EMAIL_TAKEN', ['email'])
  const [link] = await tx
    .update(account)
    .set({ googleSub })
    .where(and(eq(account.id, known.id), isNull(account.googleSub)))
    .returning({ id: account.id })
  if (link === undefined) return refuse('H3016')
  await mailSecurityChange(tx, ctx, link.id, 'googleLinked')
  return ok(link.id)
}

/** Finds an account and waits for concurrent changes of it, so that no login enters a closed account. */
function findLocked(tx: Transaction, whose: SQL) {
  return tx.select({ id: account.id }).from(account).where(whose).for('no key update')
}
