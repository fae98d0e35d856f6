import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import type { emailRegistered } from '#shared/api/auth.ts'
import type { Result } from '#shared/result.ts'
import { ok } from '#shared/result.ts'
import { findAccount } from './find-account.ts'
import { LIMITS } from './limits.ts'
import { callerKey, countTry } from './rate-limit.ts'

/** Whether there is an account with this address: the one call that tells. */
export async function tellRegistered({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof emailRegistered>
}): Promise<Result<CallData<typeof emailRegistered>, ServiceFailure>> {
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.registeredByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  return ok({ registered: (await findAccount(ctx.db, input.email)) !== undefined })
}
