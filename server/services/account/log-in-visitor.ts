import type { Transaction } from '#server/database/database.ts'
import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { Result } from '#shared/result.ts'
import { eq, lt, sql } from 'drizzle-orm'
import { inTransaction } from '#server/database/in-transaction.ts'
import { owner, welcomeLimit } from '#server/database/schema.ts'
import { refuse } from '#server/services/context/failure.ts'
import { makeId } from '#server/services/context/make-id.ts'
import { isUserToken } from '#server/services/context/require-owner.ts'
import { sha256 } from '#server/services/context/sha256.ts'
import { appendEntries } from '#server/services/credits/append-entries.ts'
import { ok } from '#shared/result.ts'
import { addressKey, isLoopback } from './address-key.ts'

export const DAY_MS = 24 * 60 * 60 * 1000

/** Makes the token's visitor known, once, with its welcome points; a known one just gets its id. */
export async function logInVisitor({ ctx }: { ctx: Context }): Promise<Result<{ userId: string }, ServiceFailure>> {
  if (ctx.caller.businessUserId !== '') return refuse('H3009')
  if (!isUserToken(ctx.caller.userToken)) return refuse(ctx.caller.userToken === '' ? 'H3001' : 'H3000', ['userToken'])
  const tokenSha256 = sha256(ctx.caller.userToken)
  return inTransaction(ctx.db, async (tx) => {
    const [made] = await tx
      .insert(owner)
      .values({ id: makeId(), tokenSha256, createdAtMs: ctx.nowMs() })
      .onConflictDoNothing({ target: owner.tokenSha256 })
      .returning({ id: owner.id })
    if (made !== undefined) {
      const welcomed = await welcome(tx, ctx, made.id)
      return welcomed.ok ? ok({ userId: made.id }) : welcomed
    }
    const [known] = await tx.select({ id: owner.id }).from(owner).where(eq(owner.tokenSha256, tokenSha256))
    return known === undefined ? refuse('H3009') : ok({ userId: known.id })
  })
}

async function welcome(tx: Transaction, ctx: Context, ownerId: string): Promise<Result<unknown, ServiceFailure>> {
  const points = ctx.config.welcomePointsVisitor
  if (points === 0 || !(await isWelcome(tx, ctx))) return ok(null)
  return appendEntries(tx, ownerId, [{ kind: 'grant', amount: points, note: 'Welcome points' }], ctx.nowMs())
}

async function isWelcome(tx: Transaction, ctx: Context): Promise<boolean> {
  const limit = ctx.config.welcomeVisitorsPerAddressPerDay
  if (limit === 0 || isLoopback(ctx.caller.address)) return true
  const counted = await tx
    .insert(welcomeLimit)
    .values({ addressHash: addressKey(ctx.caller.address, ctx.secret), day: Math.floor(ctx.nowMs() / DAY_MS), grants: 1 })
    .onConflictDoUpdate({
      target: [welcomeLimit.addressHash, welcomeLimit.day],
      set: { grants: sql`${welcomeLimit.grants} + 1` },
      setWhere: lt(welcomeLimit.grants, limit),
    })
    .returning({ grants: welcomeLimit.grants })
  return counted.length > 0
}
