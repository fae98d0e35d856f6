import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { sendResetCode as call } from '#shared/api/auth.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { CODE_TYPES } from '#shared/api/auth.ts'
import { findAccount } from './find-account.ts'
import { LIMITS } from './limits.ts'
import { resetMail } from './mail-texts.ts'
import { callerKey, countTry } from './rate-limit.ts'
import { sendCode } from './send-code.ts'

/** A code for a new password. Where there is no account all is the same, only that nobody gets a message. */
export async function sendResetCode({
  ctx,
  input: { email },
}: {
  ctx: Context
  input: CallInput<typeof call>
}): Promise<Result<CallData<typeof call>, ServiceFailure>> {
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.codesByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const account = await findAccount(ctx.db, email)
  return sendCode(ctx, email, CODE_TYPES.reset, account === undefined ? null : resetMail)
}
