import { type Database, type Transaction, and, eq, gt, isNull, or, account } from '#server/database/database.ts'
import { type CallRequest, type Context, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import { type UserInfo, VISITOR_INFO } from '#shared/api/user.ts'
import { readMembership, hadTrial } from '#server/billing/membership.ts'
import { pointsOf } from '#server/billing/points.ts'
import { findSession, findVisitor, requireAccount } from '#server/verbs/require-owner.ts'
import { isUserToken } from '#shared/domain/user-token.ts'
import { needsOtherEmail } from './email-owners.ts'
import type { changeMe as changeCall } from '#shared/api/account-settings.ts'

export async function readUserInfo(
  db: Database | Transaction,
  { secret, nowMs }: Pick<Context, 'secret' | 'nowMs'>,
  accountId: string,
): Promise<UserInfo> {
  const [row] = await db.select().from(account).where(eq(account.id, accountId))
  if (row === undefined) throw new Error('a session without an account')
  const { points } = await pointsOf(db, accountId)
  const { isActive, endsAtMs, everSubscribed } = await readMembership(db, accountId, nowMs())
  const { id, email, firstName, lastName } = row
  return {
    id,
    email,
    firstName,
    lastName,
    points,
    membershipStatus: membershipStatus(isActive, everSubscribed),
    membershipExpiresAt: endsAtMs,
    // The free week is offered once per mailbox, so a free week in another account of the mailbox counts, too.
    everSubscribed: everSubscribed || (await hadTrial(db, secret, accountId)),
    isLoggedIn: true,
    hasPassword: row.passwordHash !== null,
    hasGoogle: row.googleSub !== null,
    createdAt: row.createdAtMs,
    deletesAt: row.deletesAtMs,
    ...((await needsOtherEmail(db, row)) ? { needsOtherEmail: true } : {}),
  }
}

function membershipStatus(isActive: boolean, everSubscribed: boolean): 'ACTIVE' | 'EXPIRED' | 'NONE' {
  if (isActive) return 'ACTIVE'
  return everSubscribed ? 'EXPIRED' : 'NONE'
}

/**
 * The caller's verified identity, independent of the id in the request: the session's account, else the token's visitor, else H3009.
 * Rule: docs/account.md, "Who is served".
 */
export async function readMe({ ctx }: { ctx: Context }): Promise<Answer<UserInfo>> {
  const session = await findSession(ctx)
  if (session !== undefined) return ok(await readUserInfo(ctx.db, ctx, session.accountId))
  const { userToken } = ctx.caller
  const visitorId = isUserToken(userToken) ? await findVisitor(ctx, userToken) : undefined
  if (visitorId === undefined) return refuse('H3009')
  return ok({ ...VISITOR_INFO, points: (await pointsOf(ctx.db, visitorId)).points })
}

export async function changeMe({ ctx, input: { firstName, lastName } }: CallRequest<typeof changeCall>): Promise<Answer<UserInfo>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId } = session.value
  await ctx.db.update(account).set({ firstName, lastName }).where(eq(account.id, accountId))
  return ok(await readUserInfo(ctx.db, ctx, accountId))
}

/**
 * Cancels the scheduled deletion; H4021 after the scheduled time, even if the erasure has not begun. Cancelled plans stay cancelled and can
 * be bought again.
 */
export async function cancelDeletion({ ctx }: { ctx: Context }): Promise<Answer<UserInfo>> {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const { accountId } = currentSession.value
  const isInTime = or(isNull(account.deletesAtMs), gt(account.deletesAtMs, ctx.nowMs()))
  const restoredAccounts = await ctx.db
    .update(account)
    .set({ deletesAtMs: null })
    .where(and(eq(account.id, accountId), isInTime))
    .returning({ id: account.id })
  return restoredAccounts.length === 0 ? refuse('H4021') : ok(await readUserInfo(ctx.db, ctx, accountId))
}
