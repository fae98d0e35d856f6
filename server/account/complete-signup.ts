import type { Context } from '#server/context.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { type completeSignup as call, type LoggedIn, CODE_TYPES } from '#shared/api/auth.ts'
import { createAccount } from './create-account.ts'
import { findProof, consumeProof } from './email-code.ts'
import { enterAccount } from './enter-account.ts'
import { findAccount } from './find-account.ts'
import { provedQueue } from './login-limits.ts'
import { LIMITS, callerKey, countTry } from '#server/platform/context/rate-limit.ts'

/** Creates an account for a proved address and logs in. The proof stays valid when this fails. */
export async function completeSignup({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof call>
}): Promise<Result<LoggedIn, ServiceFailure>> {
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
