import type { Context } from '#server/context.ts'
import type { ServiceFailure } from '#server/platform/context/failure.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import { type sendResetCode as call, CODE_TYPES } from '#shared/api/auth.ts'
import { familiarityOf } from '#server/platform/context/known-callers.ts'
import { type Result, ok } from '#shared/result.ts'
import { findAccount } from './find-account.ts'
import { LIMITS, callerKey, countTry } from '#server/platform/context/rate-limit.ts'
import { resetMail } from '#server/platform/mail/mail-texts.ts'
import { sendCode } from './send-code.ts'

/** Sends a code for a new password. Without an account everything is the same except that no mail is sent. */
export async function sendResetCode({
  ctx,
  input: { email },
}: {
  ctx: Context
  input: CallInput<typeof call>
}): Promise<Result<CallData<typeof call>, ServiceFailure>> {
  const account = await findAccount(ctx.db, email)
  const familiarity = await familiarityOf(ctx.db, ctx, account?.id)
  // Other callers behind the same address must not use up this browser's limit.
  const counted = familiarity === 'browser' ? ok(null) : await countTry(ctx.db, ctx.nowMs(), LIMITS.codesByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  return sendCode(ctx, email, CODE_TYPES.reset, account === undefined ? null : resetMail, familiarity !== 'stranger')
}
