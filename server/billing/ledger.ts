import { setImmediate } from 'node:timers/promises'
import type { AnyPgColumn, Database, Placeholder, SQL, Transaction } from '#server/database/database.ts'
import { and, asc, defineStatement, desc, eq, gt, lt, sql } from '#server/database/database.ts'
import { ledger, owner } from '#server/database/schema.ts'
import { type Answer, type CallAnswer, type CallRequest, type Context, ok, refuse } from '#server/verbs/verb.ts'
import type { LedgerKind, Points, getLedger, LedgerEntry } from '#shared/api/user.ts'
import { lockOwner, requireOwner } from '#server/verbs/require-owner.ts'
import { sha256 } from '#server/crypto/sha256.ts'
import { LOW_POINTS } from '#shared/domain/top-up-rules.ts'

/** One movement of points; a hold is negative, a return positive, a settle 0 or what a cheaper model left. */
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
): Promise<Answer<number>> {
  await lockOwner(tx, ownerId)
  return appendLocked(tx, ownerId, movements, nowMs)
}

/** The same in a transaction that has locked the owner. */
export async function appendLocked(
  tx: Transaction,
  ownerId: string,
  movements: readonly Movement[],
  nowMs: number,
): Promise<Answer<number>> {
  if (movements.length === 0) throw new Error('no movement to append')
  let sum = 0
  const asked = movements.map((movement, at) => ({ ...movement, place: at + 1, sum: (sum += movement.amount) }))
  const lowest = Math.min(...asked.map((movement) => movement.sum))
  const appended = await append(tx, { ownerId, movements: JSON.stringify(asked), lowest, total: sum, nowMs })
  const [last] = appended.toSorted((a, b) => b.seq - a.seq)
  return last === undefined ? refuse('H4044') : ok(last.balance)
}

/**
 * All of the movements behind the owner's last one, or none where one of them would leave less than nothing. Where they leave an account few
 * points, that is made due for the next round of payments: a fall below its notice, or a video below its top-up.
 */
const append = defineStatement<
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
    ), fallen as (
      select balance as before, balance + ${value('total')}::int as after, exists (select from appended where kind = 'hold') as is_hold
      from last
      where ${value('total')}::int < 0 and exists (select from appended)
    ), due as (
      insert into low_points (owner_id, notice_points, is_fallen, due_at_ms)
      select account.id, ${sql.raw(String(LOW_POINTS))}, is_low, ${value('nowMs')}::bigint
      from fallen
      join account on account.id = ${value('ownerId')}
      left join low_points known on known.owner_id = account.id
      left join top_up on top_up.owner_id = account.id and top_up.ended_at_ms is null
      cross join lateral (
        select case when known.owner_id is null then ${sql.raw(String(LOW_POINTS))} else known.notice_points end as notice
      ) asked
      cross join lateral (select coalesce(after < notice and before >= notice, false) as is_low) low
      where is_low or (is_hold and after < top_up.below_points)
      on conflict (owner_id) do update
        set due_at_ms = excluded.due_at_ms, is_fallen = low_points.is_fallen or excluded.is_fallen
    )
    select seq, balance from appended`,
)

export async function readPoints({ ctx }: { ctx: Context }): Promise<Answer<Points>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const [row] = await selectCallersPoints(ctx.db, { ownerId: owner.value, tokenSha256: sha256(ctx.caller.userToken) })
  if (row === undefined) throw new Error('a select without a table gives one row')
  const { isTokens, points, held } = row
  // Every page start calls this, so that the token is kept while it is in use.
  if (isTokens) ctx.keepUserToken()
  return ok({ points, held })
}

const pointsAndHeld = (
  value: (of: 'ownerId') => Placeholder,
) => sql`coalesce((select balance from ledger where owner_id = ${value('ownerId')} order by seq desc limit 1), 0)::int as points,
  coalesce((select sum(points) from task where owner_id = ${value('ownerId')} and status in ('PENDING', 'PROCESSING')), 0)::int as held`

/** With whether the owner is the visitor of the token. */
const selectCallersPoints = defineStatement<Points & { isTokens: boolean }, { ownerId: string; tokenSha256: string }>(
  'points of a caller',
  (value) => sql`select ${pointsAndHeld(value)}, exists (
    select from owner
    where id = ${value('ownerId')} and token_sha256 = ${value('tokenSha256')} and retired_at_ms is null
  ) as "isTokens"`,
)

const selectPoints = defineStatement<Points, { ownerId: string }>('points', (value) => sql`select ${pointsAndHeld(value)}`)

/** Available points (holds already subtracted) and points held by running tasks. */
export async function pointsOf(db: Database | Transaction, ownerId: string): Promise<Points> {
  const [row] = await selectPoints(db, { ownerId })
  if (row === undefined) throw new Error('a select without a table gives one row')
  return row
}

const DEFAULT_PAGE = 20
const ENTRY_ID = /^\d{1,9}$/

/** Newest first; `start` is the id of the last entry that the caller has. */
export async function listLedger({ ctx, input }: CallRequest<typeof getLedger>): Promise<CallAnswer<typeof getLedger>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  if (input.start !== undefined && !ENTRY_ID.test(input.start)) return refuse('H3000', ['start'])
  const limit = input.limit ?? DEFAULT_PAGE
  const rows = await ctx.db
    .select()
    .from(ledger)
    .where(and(eq(ledger.ownerId, owner.value), input.start === undefined ? undefined : lt(ledger.seq, Number(input.start))))
    .orderBy(desc(ledger.seq))
    .limit(limit + 1)
  return ok({ data: rows.slice(0, limit).map(toEntry), hasNext: rows.length > limit })
}

/** A movement as the API tells it. */
export function toEntry(row: typeof ledger.$inferSelect): LedgerEntry {
  return {
    id: String(row.seq),
    kind: row.kind,
    amount: row.amount,
    balance: row.balance,
    occurredAt: row.occurredAtMs,
    note: row.note,
    ...(row.taskId === null ? {} : { taskId: row.taskId }),
    ...(row.orderId === null ? {} : { orderId: row.orderId }),
  }
}

/** Owners by id: those after one id, up to another. */
export interface OwnerWindow {
  readonly after: string
  readonly last: string
}

export function isIn(ownerId: AnyPgColumn | SQL, { after, last }: OwnerWindow): SQL {
  return sql`${ownerId} > ${after} and ${ownerId} <= ${last}`
}

/**
 * All owners, in groups. Statements of the embedded database block the event loop, so that each group yields to other work before the next.
 * Rejects when aborted.
 */
export async function* ownerWindows(db: Database, atOnce: number, stopping?: AbortSignal): AsyncGenerator<OwnerWindow> {
  let after = ''
  for (;;) {
    const next = db.select({ id: owner.id }).from(owner).where(gt(owner.id, after)).orderBy(asc(owner.id)).limit(atOnce)
    const last = (await next).at(-1)?.id
    if (last === undefined) return
    yield { after, last }
    after = last
    await setImmediate()
    stopping?.throwIfAborted()
  }
}
