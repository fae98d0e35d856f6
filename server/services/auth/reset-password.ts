import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { resetPassword as call } from '#shared/api/auth.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { eq } from 'drizzle-orm'
import { inTransaction } from '#server/database/in-transaction.ts'
import { account, session } from '#server/database/account-schema.ts'
import { refuse } from '#server/services/context/failure.ts'
import { forgetCallers, rememberCaller } from '#server/services/context/known-callers.ts'
import { CODE_TYPES } from '#shared/api/auth.ts'
import { ok } from '#shared/result.ts'
import { dropProofs, findProof, takeProof } from './email-proof.ts'
import { provedLane } from './hash-lane.ts'
import { LIMITS } from './limits.ts'
import { forgetLogins } from './login-limits.ts'
import { callerKey, countTry } from './rate-limit.ts'

/** Sets a new password by a proof, ends every session of the account and every other proof for it, and lets its logins be tried again. */
export async function resetPassword({
  ctx,
  input: { token, newPassword },
}: {
  ctx: Context
  input: CallInput<typeof call>
}): Promise<Result<object, ServiceFailure>> {
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.resetByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const proved = await findProof(ctx.db, token, CODE_TYPES.reset, ctx.nowMs())
  if (proved === undefined) return refuse('PROOF_EXPIRED')
  const hashed = await ctx.hashing.hash(newPassword, provedLane(ctx, proved))
  if (!hashed.ok) return hashed
  const reset = await inTransaction<object, ServiceFailure>(ctx.db, async (tx) => {
    const [changed] = await tx
      .update(account)
      .set({ passwordHash: hashed.value })
      .where(eq(account.email, proved))
      .returning({ id: account.id })
    if (changed === undefined) return refuse('PROOF_EXPIRED')
    if ((await takeProof(tx, token, CODE_TYPES.reset, ctx.nowMs())) === undefined) return refuse('PROOF_EXPIRED')
    await dropProofs(tx, proved, CODE_TYPES.reset)
    await tx.delete(session).where(eq(session.accountId, changed.id))
    await forgetLogins(tx, ctx, proved)
    await forgetCallers(tx, changed.id)
    await rememberCaller(tx, ctx, changed.id)
    return ok({})
  })
  if (reset.ok) ctx.setSession(null)
  return reset
}
