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
 * answer after the same time as a wrong password.
 */
export async function logInByEmail({
  ctx,
  input: { email, password },
}: CallRequest<typeof auth.logInByEmail>): Promise<Answer<auth.LoggedIn>> {
  const accountRow = await findAccount(ctx.db, email)
  const familiarity = await familiarityOf(ctx.db, ctx, accountRow?.id)
  const counted = await countLogin(ctx, email, familiarity)
  if (!counted.ok) return counted
  const passwordHash = accountRow?.passwordHash ?? null
  const passwordCheck = await ctx.hashing.matches(password, passwordHash, loginQueue(ctx, email, familiarity))
  if (!passwordCheck.ok) return passwordCheck
  if (!passwordCheck.value || accountRow === undefined || passwordHash === null) return refuse('LOGIN_WRONG')
  const entryResult = await enterAccount(ctx, async (tx) => {
    // A new password ends all sessions, so no session may begin with the old password.
    const isUnchanged = and(eq(account.id, accountRow.id), eq(account.passwordHash, passwordHash))
    const [unchangedAccount] = await tx.select({ id: account.id }).from(account).where(isUnchanged).for('no key update')
    return unchangedAccount === undefined ? refuse('LOGIN_WRONG') : ok(unchangedAccount.id)
  })
  if (isFirstFactorCorrect(entryResult)) await forgiveLogin(ctx, email, familiarity)
  return entryResult
}

/** Whether the first factor was correct, even if a second factor is still required. */
function isFirstFactorCorrect(entryResult: Answer<auth.LoggedIn>): boolean {
  return entryResult.ok || entryResult.error.code === 'SECOND_FACTOR_NEEDED'
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
  const entryResult = await enterAccount(ctx, prove, APP_FACTOR)
  if (!entryResult.ok) return entryResult
  await counted.value.forgive()
  ctx.setChallenge(null)
  return entryResult
}

/** Logs in with a Google proof: to the linked account, else to the account of the same address, else to a new account. */
export async function logInByThirdParty({ ctx, input }: CallRequest<typeof auth.logInByThirdParty>): Promise<Answer<auth.LoggedIn>> {
  if (ctx.google === null) return refuse('H4001')
  const countedLimit = [LIMITS.thirdPartyByAddress, [callerKey(ctx)]] as const
  const counted = await countTry(ctx.db, ctx.nowMs(), ...countedLimit)
  if (!counted.ok) return counted
  const isJwt = input.additionalParams?.type === 'jwt'
  const googleProof = isJwt ? await ctx.google.readIdToken(input.token) : await ctx.google.redeemCode(input.token)
  if (!googleProof.ok && googleProof.error === 'away') {
    await refund(ctx.db, ...countedLimit)
    return refuse('H503')
  }
  if (!googleProof.ok) return refuse('GOOGLE_REFUSED')
  const enter = () => enterAccount(ctx, (tx) => findOrCreateAccount(tx, ctx, googleProof.value))
  const firstEntry = await enter()
  // A concurrent request created the same account; the next try finds it.
  const entryResult = !firstEntry.ok && firstEntry.error.code === 'EMAIL_TAKEN' ? await enter() : firstEntry
  if (isFirstFactorCorrect(entryResult)) await refund(ctx.db, ...countedLimit)
  return entryResult
}

async function findOrCreateAccount(tx: Transaction, ctx: Context, person: GooglePerson): Promise<Answer<string>> {
  if (!(await acceptProof(tx, person))) return refuse('GOOGLE_REFUSED')
  const { sub: googleSub, email, firstName, lastName } = person
  const [linkedAccount] = await findAndLock(tx, eq(account.googleSub, googleSub))
  if (linkedAccount !== undefined) return ok(linkedAccount.id)
  const existingAccount = await findAccount(tx, email)
  if (existingAccount === undefined) return createAccount(tx, ctx, { email, firstName, lastName, googleSub, passwordHash: null })
  if (!isSameRecipient(existingAccount.email, email)) return refuse('EMAIL_TAKEN', ['email'])
  const [linkedRow] = await tx
    .update(account)
    .set({ googleSub })
    .where(and(eq(account.id, existingAccount.id), isNull(account.googleSub)))
    .returning({ id: account.id })
  if (linkedRow === undefined) return refuse('H3016')
  await mailSecurityChange(tx, ctx, linkedRow.id, 'googleLinked')
  return ok(linkedRow.id)
}

/** Finds an account and waits for concurrent changes of it, so that no login enters a closed account. */
function findAndLock(tx: Transaction, accountFilter: SQL) {
  return tx.select({ id: account.id }).from(account).where(accountFilter).for('no key update')
}
