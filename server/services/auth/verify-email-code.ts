import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { verifyEmailCode as call } from '#shared/api/auth.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { CODE_TYPES } from '#shared/api/auth.ts'
import { ok } from '#shared/result.ts'
import { isAsker, useCode } from './email-code.ts'
import { addProof } from './email-proof.ts'
import { LIMITS } from './limits.ts'
import { callerKey, countTry } from './rate-limit.ts'

/** Exchanges a code for a proof. Of several tries with the right one at once exactly one gets it. */
export async function verifyEmailCode({
  ctx,
  input: { email, code, type },
}: {
  ctx: Context
  input: CallInput<typeof call>
}): Promise<Result<CallData<typeof call>, ServiceFailure>> {
  const isOwn = await isAsker(ctx.db, ctx, email, type)
  const counted = isOwn ? ok(null) : await countTry(ctx.db, ctx.nowMs(), LIMITS.verifyByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const proved = await ctx.db.transaction(async (tx) => {
    const used = await useCode(tx, ctx, email, type, code)
    return used.ok ? ok(await addProof(tx, email, type, ctx.nowMs())) : used
  })
  if (!proved.ok) return proved
  return ok(type === CODE_TYPES.signUp ? { registrationToken: proved.value } : { token: proved.value })
}
