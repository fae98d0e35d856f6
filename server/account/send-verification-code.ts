import type { Context } from '#server/context.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { type sendVerificationCode as call, CODE_TYPES } from '#shared/api/auth.ts'
import { findAccount } from './find-account.ts'
import { LIMITS, callerKey, countTry } from '#server/platform/context/rate-limit.ts'
import { signUpMail } from '#server/platform/mail/mail-texts.ts'
import { sendCode } from './send-code.ts'

/** Sends a sign-up code to an address without an account. */
export async function sendVerificationCode({
  ctx,
  input: { email },
}: {
  ctx: Context
  input: CallInput<typeof call>
}): Promise<Result<CallData<typeof call>, ServiceFailure>> {
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.codesByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  if ((await findAccount(ctx.db, email)) !== undefined) return refuse('EMAIL_TAKEN', ['email'])
  return sendCode(ctx, email, CODE_TYPES.signUp, signUpMail, false)
}
