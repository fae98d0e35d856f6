import type { Transaction } from '#server/database/database.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { LedgerKind } from '#shared/api/user.ts'
import type { Result } from '#shared/result.ts'
import { desc, eq } from 'drizzle-orm'
import { ledger } from '#server/database/schema.ts'
import { refuse } from '#server/services/context/failure.ts'
import { ok } from '#shared/result.ts'
import { lockOwner } from './lock-owner.ts'

/** One movement of points; a hold is negative, a settle 0, a return positive. */
export interface Movement {
  readonly kind: LedgerKind
  readonly amount: number
  readonly taskId?: string
  readonly orderId?: string
  readonly note: string
}

/** Appends movements in order and gives the new balance; H4044 when it would fall below zero. */
export async function appendEntries(
  tx: Transaction,
  ownerId: string,
  movements: readonly Movement[],
  nowMs: number,
): Promise<Result<number, ServiceFailure>> {
  await lockOwner(tx, ownerId)
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
