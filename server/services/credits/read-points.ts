import type { Database, Transaction } from '#server/database/database.ts'
import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { Points } from '#shared/api/user.ts'
import type { Result } from '#shared/result.ts'
import { sql } from 'drizzle-orm'
import { queryRows } from '#server/database/database.ts'
import { findVisitor, requireOwner } from '#server/services/context/require-owner.ts'
import { ok } from '#shared/result.ts'

export async function readPoints({ ctx }: { ctx: Context }): Promise<Result<Points, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  // Every page asks this when it starts, so that the token is kept as long as somebody comes back.
  if ((await findVisitor(ctx, ctx.caller.userToken)) === owner.value) ctx.keepUserToken()
  return ok(await pointsOf(ctx.db, owner.value))
}

/** Available points (holds already taken off) and what running work holds. */
export async function pointsOf(db: Database | Transaction, ownerId: string): Promise<Points> {
  const [row] = await queryRows<Points>(
    db,
    sql`select
      coalesce((select balance from ledger where owner_id = ${ownerId} order by seq desc limit 1), 0)::int as points,
      coalesce((select sum(points) from task where owner_id = ${ownerId} and status in ('PENDING', 'PROCESSING')), 0)::int as held`,
  )
  if (row === undefined) throw new Error('a select without a table gives one row')
  return row
}
