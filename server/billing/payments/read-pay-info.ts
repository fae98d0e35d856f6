import type { Context } from '#server/context.ts'
import type { ServiceFailure } from '#server/platform/context/failure.ts'
import type { CallData } from '#shared/api/define-call.ts'
import type { getPayInfo } from '#shared/api/pay-user.ts'
import { requireOwner } from '#server/platform/context/require-owner.ts'
import { readMembership } from '../membership/membership.ts'
import { pointsOf } from '../ledger/ledger.ts'
import { type Result, ok } from '#shared/result.ts'

export async function readPayInfo({ ctx }: { ctx: Context }): Promise<Result<CallData<typeof getPayInfo>, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const { points } = await pointsOf(ctx.db, owner.value)
  const { isActive, endsAtMs } = await readMembership(ctx.db, owner.value, ctx.nowMs())
  return ok({ isVip: isActive, membershipExpiresAt: endsAtMs, points })
}
