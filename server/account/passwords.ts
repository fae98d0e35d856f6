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
import { provedQueue, countLogin, forgiveLogin, forgetLogins } from './login-limits.ts'
import { mailSecurityChange } from './account-mails.ts'
import { openSession } from './sessions.ts'
import { dropProofs, findProof, consumeProof } from './email-code.ts'

type Input = CallInput<typeof changeCall>

/** Sets a new password. Ends all sessions and gives this browser a new one, so a leaked password or cookie stops working. */
export async function changePassword({ ctx, input }: { ctx: Context; input: Input }): Promise<Answer<object>> {
  const current = await requireAccount(ctx)
  if (!current.ok) return current
  const { accountId } = current.value
  const known = await proveCurrent(ctx, current.value, input.currentPassword)
  if (!known.ok) return known
  const hashed = await ctx.hashing.hash(input.newPassword, provedQueue(ctx, known.value))
  if (!hashed.ok) return hashed
  const changed = await inTransaction<string, ServiceFailure>(ctx.db, async (tx) => {
    await tx.update(account).set({ passwordHash: hashed.value }).where(eq(account.id, accountId))
    const ended = await endAll(tx, accountId)
    // The session may have ended, or the password may have changed, meanwhile.
    if (!ended.includes(current.value.id)) return refuse('H3009')
    await forgetCallers(tx, accountId)
    await mailSecurityChange(tx, ctx, accountId, 'passwordChanged')
    const { secondFactorAtMs: atMs, secondFactorId: factorId } = current.value
    return ok(await openSession(tx, ctx, accountId, atMs === null ? null : { atMs, factorId }))
  })
  if (!changed.ok) return changed
  ctx.setSession(changed.value)
  return ok({})
}

/** Ends all sessions and unfinished logins, so that none of them continues with the old password. Returns the ended sessions. */
async function endAll(tx: Transaction, accountId: string): Promise<readonly string[]> {
  await tx.delete(loginChallenge).where(eq(loginChallenge.accountId, accountId))
  const ended = await tx.delete(session).where(eq(session.accountId, accountId)).returning({ id: session.id })
  return ended.map(({ id }) => id)
}

/**
 * Checks the current password and returns the account's address. Tries count like logins. An account without a password requires a recent
 * login, or a stranger at an open browser could seize the account.
 */
export async function proveCurrent(
  ctx: Context,
  { accountId, passwordAtMs }: SessionFacts,
  password: string | undefined,
): Promise<Answer<string>> {
  const { email, passwordHash } = account
  const [found] = await ctx.db.select({ email, passwordHash }).from(account).where(eq(account.id, accountId))
  if (found === undefined) return refuse('H3009')
  if (found.passwordHash === null) return ctx.nowMs() - passwordAtMs < RECENT_LOGIN_MS ? ok(found.email) : refuse('LOGIN_NOT_RECENT')
  if (password === undefined || password === '') return refuse('H3001', ['currentPassword'])
  const familiarity = await familiarityOf(ctx.db, ctx, accountId)
  const counted = await countLogin(ctx, found.email, familiarity)
  if (!counted.ok) return counted
  const isRight = await ctx.hashing.matches(password, found.passwordHash, provedQueue(ctx, found.email))
  if (!isRight.ok) return isRight
  if (!isRight.value) return fail({ code: 'LOGIN_WRONG', fields: ['currentPassword'] })
  await forgiveLogin(ctx, found.email, familiarity)
  return ok(found.email)
}

/** Sets a new password with a proof, ends all sessions and other proofs of the account, and resets its login limits. */
export async function resetPassword({ ctx, input: { token, newPassword } }: CallRequest<typeof call>): Promise<Answer<object>> {
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.resetByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const proved = await findProof(ctx.db, token, CODE_TYPES.reset, ctx.nowMs())
  if (proved === undefined) return refuse('PROOF_EXPIRED')
  const hashed = await ctx.hashing.hash(newPassword, provedQueue(ctx, proved))
  if (!hashed.ok) return hashed
  const reset = await inTransaction<object, ServiceFailure>(ctx.db, async (tx) => {
    const [changed] = await tx
      .update(account)
      .set({ passwordHash: hashed.value })
      .where(eq(account.email, proved))
      .returning({ id: account.id })
    if (changed === undefined) return refuse('PROOF_EXPIRED')
    if ((await consumeProof(tx, token, CODE_TYPES.reset, ctx.nowMs())) === undefined) return refuse('PROOF_EXPIRED')
    await dropProofs(tx, proved, CODE_TYPES.reset)
    await endAll(tx, changed.id)
    await forgetLogins(tx, ctx, proved)
    await forgetCallers(tx, changed.id)
    await rememberCaller(tx, ctx, changed.id)
    await mailSecurityChange(tx, ctx, changed.id, 'passwordChanged')
    return ok({})
  })
  if (reset.ok) ctx.setSession(null)
  return reset
}
