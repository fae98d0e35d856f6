import { type Transaction, defineStatement, sql } from '#server/database/database.ts'
import { type Answer, ok, refuse } from '#server/verbs/verb.ts'
import type { LedgerKind } from '#shared/api/user.ts'
import { lockOwner } from '#server/verbs/require-owner.ts'
import { dueLowPoints } from './ledger/due-low-points.ts'

/**
 * One movement of points. A task's hold is negative, and its return positive. A task's settle is 0, or positive if a cheaper model rendered
 * it.
 */
export interface Movement {
  readonly kind: LedgerKind
  readonly amount: number
  readonly taskId?: string
  readonly orderId?: string
  readonly note: string
}

/** Locks the owner, appends movements in order and returns the new balance. H4044 if it would be negative. */
export async function appendEntries(
  tx: Transaction,
  ownerId: string,
  movements: readonly Movement[],
  nowMs: number,
): Promise<Answer<number>> {
  await lockOwner(tx, ownerId)
  return appendLocked(tx, ownerId, movements, nowMs)
}

/** Like `appendEntries`, for a transaction that has locked the owner. */
export async function appendLocked(
  tx: Transaction,
  ownerId: string,
  movements: readonly Movement[],
  nowMs: number,
): Promise<Answer<number>> {
  if (movements.length === 0) throw new Error('no movement to append')
  let sum = 0
  const movementRows = movements.map((movement, index) => ({ ...movement, place: index + 1, sum: (sum += movement.amount) }))
  const lowestSum = Math.min(...movementRows.map((movement) => movement.sum))
  const appendedRows = await insertEntries(tx, { ownerId, movements: JSON.stringify(movementRows), lowest: lowestSum, total: sum, nowMs })
  const [lastEntry] = appendedRows.toSorted((a, b) => b.seq - a.seq)
  return lastEntry === undefined ? refuse('H4044') : ok(lastEntry.balance)
}

/**
 * Appends all movements, or none if one of them would make the balance negative. The same statement also schedules the check of a low
 * balance, because a second statement would delay every order of videos.
 */
const insertEntries = defineStatement<
  { readonly seq: number; readonly balance: number },
  { ownerId: string; movements: string; lowest: number; total: number; nowMs: number }
>(
  'ledger entries',
  (value) => sql`with last as materialized (
      select seq, balance from ledger where owner_id = ${value('ownerId')} order by seq desc limit 1
    ), appended as (
      insert into ledger (owner_id, seq, kind, amount, balance, task_id, order_id, note, occurred_at_ms)
      select ${value('ownerId')}, coalesce(last.seq, 0) + place, kind, amount, coalesce(last.balance, 0) + sum, "taskId", "orderId", note,
        ${value('nowMs')}::bigint
      from json_to_recordset(${value('movements')}::json)
        as asked (place int, kind text, amount int, sum int, "taskId" text, "orderId" text, note text)
      left join last on true
      where coalesce(last.balance, 0) + ${value('lowest')}::int >= 0
      returning seq, balance, kind
    ), ${dueLowPoints(value)}
    select seq, balance from appended`,
)
