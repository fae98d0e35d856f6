import { desc, eq, sql } from 'drizzle-orm'
import { type Transaction, type Database, queryRows } from '#server/platform/database/database.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import type { LedgerKind, Points } from '#shared/api/user.ts'
import { type Result, ok } from '#shared/result.ts'
import { ledger } from '#server/platform/database/schema.ts'
import { lockOwner } from '#server/platform/context/lock-owner.ts'
import type { Context } from '#server/context.ts'
import { findVisitor, requireOwner } from '#server/platform/context/require-owner.ts'

/** One movement of points; a hold is negative, a settle 0, a return positive. */
export interface Movement {
  readonly kind: LedgerKind
  readonly amount: number
  readonly taskId?: string
  readonly orderId?: string
  readonly note: string
}

/** Locks the owner, appends movements in order and gives the new balance; H4044 when it would fall below zero. */
export async function appendEntries(
  tx: Transaction,
  ownerId: string,
  movements: readonly Movement[],
  nowMs: number,
): Promise<Result<number, ServiceFailure>> {
  await lockOwner(tx, ownerId)
  return appendLocked(tx, ownerId, movements, nowMs)
}

/** The same in a transaction that has locked the owner. */
export async function appendLocked(
  tx: Transaction,
  ownerId: string,
  movements: readonly Movement[],
  nowMs: number,
): Promise<Result<number, ServiceFailure>> {
  const [last] = await tx
    .select({ seq: ledger.seq, balance: ledger.balance })
    .from(ledger)
    .where(eq(ledger.ownerId, ownerId))
    .orderBy(desc(ledger.seq))
    .limit(1)
  let { seq, balance } = last ?? { seq: 0, balance: 0 }
  const rows: (typeof ledger.$inferInsert)[] = []
  for (const movement of movements) {
    seq += 1
    balance += movement.amount
    if (balance < 0) return refuse('H4044')
    rows.push({ ...movement, ownerId, seq, balance, occurredAtMs: nowMs })
  }
  await tx.insert(ledger).values(rows)
  return ok(balance)
}

export async function readPoints({ ctx }: { ctx: Context }): Promise<Result<Points, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  // Every page start calls this, so that the token is kept while it is in use.
  if ((await findVisitor(ctx, ctx.caller.userToken)) === owner.value) ctx.keepUserToken()
  return ok(await pointsOf(ctx.db, owner.value))
}

/** Available points (holds already subtracted) and points held by running tasks. */
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
