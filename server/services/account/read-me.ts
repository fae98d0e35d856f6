import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { UserInfo } from '#shared/api/user.ts'
import type { Result } from '#shared/result.ts'
import { refuse } from '#server/services/context/failure.ts'
import { findSession } from '#server/services/context/find-session.ts'
import { findVisitor } from '#server/services/context/require-owner.ts'
import { isUserToken } from '#server/services/context/user-token.ts'
import { pointsOf } from '#server/services/credits/read-points.ts'
import { ok } from '#shared/result.ts'
import { readUserInfo } from './read-user-info.ts'

const VISITOR = {
  id: '',
  email: '',
  firstName: '',
  lastName: '',
  membershipStatus: 'NONE',
  membershipExpiresAt: null,
  everSubscribed: false,
  isLoggedIn: false,
  hasPassword: false,
  hasGoogle: false,
  createdAt: 0,
  deletesAt: null,
} as const

/** Who the caller really is, whatever id was sent along: the session's account, else a visitor, who has points and nothing else. */
export async function readMe({ ctx }: { ctx: Context }): Promise<Result<UserInfo, ServiceFailure>> {
  const session = await findSession(ctx)
  if (session !== undefined) return ok(await readUserInfo(ctx.db, ctx, session.accountId))
  const { userToken } = ctx.caller
  const visitor = isUserToken(userToken) ? await findVisitor(ctx, userToken) : undefined
  if (visitor === undefined) return refuse('H3009')
  return ok({ ...VISITOR, points: (await pointsOf(ctx.db, visitor)).points })
}
