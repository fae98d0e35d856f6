import { type Transaction, eq, inTransaction, account, loginChallenge, session } from '#server/database/database.ts'
import { type CallRequest, type Context, type Answer, type ServiceFailure, ok, refuse } from '#server/verbs/verb.ts'
import type { changePassword as changeCall } from '#shared/api/account-settings.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import { fail } from '#shared/result.ts'
import { familiarityOf, forgetCallers, rememberCaller } from '#server/verbs/known-callers.ts'
import { type SessionFacts, requireAccount } from '#server/verbs/require-owner.ts'
import { type resetPassword as call, CODE_TYPES } from '#shared/api/auth.ts'
import { LIMITS, callerKey, countTry } from '#server/verbs/rate-limit.ts'
import { RECENT_LOGIN_MS } from '#shared/domain/account-rules.ts'
import { accountQueue, countLogin, forgiveLogin, forgetLogins } from './login-limits.ts'
import { mailSecurityChange } from './account-mails.ts'
import { openSession } from './sessions.ts'
import { deleteProofs, findProof, consumeProof } from './email-code.ts'

type Input = CallInput<typeof changeCall>

/** Sets a new password. Ends all sessions and gives this browser a new one, so a leaked password or cookie stops working. */
export async function changePassword({ ctx, input }: { ctx: Context; input: Input }): Promise<Answer<object>> {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const { accountId } = currentSession.value
  const email = await checkCurrentPassword(ctx, currentSession.value, input.currentPassword)
  if (!email.ok) return email
  const newHash = await ctx.hashing.hash(input.newPassword, accountQueue(ctx, email.value))
  if (!newHash.ok) return newHash
  const sessionToken = await inTransaction<string, ServiceFailure>(ctx.db, async (tx) => {
    await tx.update(account).set({ passwordHash: newHash.value }).where(eq(account.id, accountId))
    const endedSessions = await endAllSessions(tx, accountId)
    // The session may have ended, or the password may have changed, meanwhile.
    if (!endedSessions.includes(currentSession.value.id)) return refuse('H3009')
    await forgetCallers(tx, accountId)
    await mailSecurityChange(tx, ctx, accountId, 'passwordChanged')
    const { secondFactorAtMs: atMs, secondFactorId: factorId } = currentSession.value
    return ok(await openSession(tx, ctx, accountId, atMs === null ? null : { atMs, factorId }))
  })
  if (!sessionToken.ok) return sessionToken
  ctx.setSession(sessionToken.value)
  return ok({})
}

/** Ends all sessions and unfinished logins, so that none of them continues with the old password. Returns the ids of the ended sessions. */
async function endAllSessions(tx: Transaction, accountId: string): Promise<readonly string[]> {
  await tx.delete(loginChallenge).where(eq(loginChallenge.accountId, accountId))
  const endedSessions = await tx.delete(session).where(eq(session.accountId, accountId)).returning({ id: session.id })
  return endedSessions.map(({ id }) => id)
}

/**
 * Checks the current password and returns the account's address. Tries count like logins. An account without a password requires a recent
 * login, or a stranger at an open browser could seize the account.
 */
export async function checkCurrentPassword(
  ctx: Context,
  { accountId, identityProvedAtMs }: SessionFacts,
  password: string | undefined,
): Promise<Answer<string>> {
  const { email, passwordHash } = account
  const [accountRow] = await ctx.db.select({ email, passwordHash }).from(account).where(eq(account.id, accountId))
  if (accountRow === undefined) return refuse('H3009')
  if (accountRow.passwordHash === null)
    return ctx.nowMs() - identityProvedAtMs < RECENT_LOGIN_MS ? ok(accountRow.email) : refuse('LOGIN_NOT_RECENT')
  if (password === undefined || password === '') return refuse('H3001', ['currentPassword'])
  const familiarity = await familiarityOf(ctx.db, ctx, accountId)
  const counted = await countLogin(ctx, accountRow.email, familiarity)
  if (!counted.ok) return counted
  const passwordCheck = await ctx.hashing.matches(password, accountRow.passwordHash, accountQueue(ctx, accountRow.email))
  if (!passwordCheck.ok) return passwordCheck
  if (!passwordCheck.value) return fail({ code: 'LOGIN_WRONG', fields: ['currentPassword'] })
  await forgiveLogin(ctx, accountRow.email, familiarity)
  return ok(accountRow.email)
}

/** Sets a new password with a proof, ends all sessions and other proofs of the account, and resets its login limits. */
export async function resetPassword({ ctx, input: { token, newPassword } }: CallRequest<typeof call>): Promise<Answer<object>> {
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.resetByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const provedEmail = await findProof(ctx.db, token, CODE_TYPES.reset, ctx.nowMs())
  if (provedEmail === undefined) return refuse('PROOF_EXPIRED')
  const newHash = await ctx.hashing.hash(newPassword, accountQueue(ctx, provedEmail))
  if (!newHash.ok) return newHash
  const reset = await inTransaction<object, ServiceFailure>(ctx.db, async (tx) => {
    const [changedAccount] = await tx
      .update(account)
      .set({ passwordHash: newHash.value })
      .where(eq(account.email, provedEmail))
      .returning({ id: account.id })
    if (changedAccount === undefined) return refuse('PROOF_EXPIRED')
    if ((await consumeProof(tx, token, CODE_TYPES.reset, ctx.nowMs())) === undefined) return refuse('PROOF_EXPIRED')
    await deleteProofs(tx, provedEmail, CODE_TYPES.reset)
    await endAllSessions(tx, changedAccount.id)
    await forgetLogins(tx, ctx, provedEmail)
    await forgetCallers(tx, changedAccount.id)
    await rememberCaller(tx, ctx, changedAccount.id)
    await mailSecurityChange(tx, ctx, changedAccount.id, 'passwordChanged')
    return ok({})
  })
  if (reset.ok) ctx.setSession(null)
  return reset
}
