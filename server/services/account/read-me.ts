import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { UserInfo } from '#shared/api/user.ts'
import type { Result } from '#shared/result.ts'
import { requireOwner } from '#server/services/context/require-owner.ts'
import { pointsOf } from '#server/services/credits/read-points.ts'
import { ok } from '#shared/result.ts'

/** Who the caller is: a visitor has points and nothing else. */
export async function readMe({ ctx }: { ctx: Context }): Promise<Result<UserInfo, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const { points } = await pointsOf(ctx.db, owner.value)
  const nobody = { id: '', email: '', firstName: '', lastName: '', isLoggedIn: false }
  return ok({ ...nobody, points, membershipStatus: 'NONE', membershipExpiresAt: null, everSubscribed: false })
}
