import type { Database, Transaction } from '#server/database/database.ts'
import type { Context } from '#server/services/context/context.ts'
import type { UserInfo } from '#shared/api/user.ts'
import { eq } from 'drizzle-orm'
import { account } from '#server/database/account-schema.ts'
import { readMembership } from '#server/services/membership/read-membership.ts'
import { pointsOf } from '#server/services/credits/read-points.ts'
import { hadTrial } from '#server/services/order/trial-use.ts'

/** The account as its owner sees it. */
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
    // Whose mailbox has had the free week is not offered it again.
    everSubscribed: everSubscribed || (await hadTrial(db, secret, accountId)),
    isLoggedIn: true,
    hasPassword: row.passwordHash !== null,
    hasGoogle: row.googleSub !== null,
    createdAt: row.createdAtMs,
    deletesAt: row.deletesAtMs,
  }
}

function membershipStatus(isActive: boolean, everSubscribed: boolean): 'ACTIVE' | 'EXPIRED' | 'NONE' {
  if (isActive) return 'ACTIVE'
  return everSubscribed ? 'EXPIRED' : 'NONE'
}
