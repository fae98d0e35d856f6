import type { Database } from '#server/database/database.ts'
import { sql } from 'drizzle-orm'
import { queryRows } from '#server/database/database.ts'

/** What can be wrong with the books. */
export type DifferenceKind =
  | 'seq_gap'
  | 'balance_wrong'
  | 'balance_negative'
  | 'amount_wrong'
  | 'task_without_hold'
  | 'hold_wrong'
  | 'hold_twice'
  | 'hold_left_open'
  | 'end_too_early'
  | 'end_wrong'
  | 'ended_twice'
  | 'movement_without_task'
  | 'payment_not_booked'
  | 'movement_without_payment'
  | 'refund_wrong'

export interface LedgerDifference {
  readonly ownerId: string
  readonly kind: DifferenceKind
  /** Which movement, task or payment, and what is wrong with it. */
  readonly detail: string
}

/** More would only say the same again. */
const MAX_DIFFERENCES = 1000

const movements = sql`
  select owner_id, seq, kind, amount, balance,
    row_number() over by_seq as wanted_seq,
    coalesce(lag(balance) over by_seq, 0) + amount as wanted_balance
  from ledger window by_seq as (partition by owner_id order by seq)`

/** Each task with its hold and its end, which may stand with the visitor who began it and the account it has become. */
const tasks = sql`
  select t.id, t.owner_id, t.status, t.points, t.status in ('PENDING', 'PROCESSING') as is_open,
    h.owner_id as hold_owner, h.amount as held, coalesce(h.times, 0) as holds,
    e.kind as end_kind, e.amount as returned, coalesce(e.times, 0) as ends
  from task t
  left join (
    select task_id, count(*) as times, min(owner_id) as owner_id, min(amount) as amount
    from ledger where kind = 'hold' group by task_id
  ) h on h.task_id = t.id
  left join (
    select task_id, count(*) as times, min(kind) as kind, min(amount) as amount
    from ledger where kind in ('settle', 'return') group by task_id
  ) e on e.task_id = t.id`

/** Each payment with what the ledger says of it. */
const payments = sql`
  select p.id, p.owner_id, p.points, p.points_taken_back, coalesce(m.times, 0) as times, coalesce(m.added, 0) as added,
    coalesce(m.taken, 0) as taken, coalesce(m.is_own, true) as is_own
  from payment p
  left join (
    select l.order_id, count(*) filter (where l.amount > 0) as times, sum(greatest(l.amount, 0)) as added,
      -sum(least(l.amount, 0)) as taken, bool_and(l.owner_id = o.owner_id) as is_own
    from ledger l join payment o on o.id = l.order_id group by l.order_id
  ) m on m.order_id = p.id`

const checks = [
  sql`select owner_id, 'seq_gap', 'movement ' || seq || ' should be number ' || wanted_seq from movements where seq <> wanted_seq`,
  sql`select owner_id, 'balance_wrong', 'movement ' || seq || ' says ' || balance || ', the sum is ' || wanted_balance
    from movements where balance <> wanted_balance`,
  sql`select owner_id, 'balance_negative', 'movement ' || seq || ' leaves ' || balance from movements where balance < 0`,
  sql`select owner_id, 'amount_wrong', 'movement ' || seq || ', a ' || kind || ', is of ' || amount from movements
    where (kind in ('grant', 'return') and amount < 0) or (kind in ('hold', 'expiry') and amount > 0) or (kind = 'settle' and amount <> 0)`,
  sql`select owner_id, 'task_without_hold', 'task ' || id from tasks where holds = 0`,
  sql`select owner_id, 'hold_twice', 'task ' || id from tasks where holds > 1`,
  // What a later visitor's tasks held is given up when it becomes an account: they go on, but give nothing back.
  sql`select owner_id, 'hold_wrong', 'task ' || id || ' of ' || points || ' points holds ' || -held
    from tasks where holds = 1 and -held <> points and not (points = 0 and hold_owner <> owner_id)`,
  sql`select owner_id, 'hold_left_open', 'task ' || id || ' is ' || status from tasks where not is_open and holds > 0 and ends = 0`,
  sql`select owner_id, 'end_too_early', 'task ' || id || ' is ' || status || ' and has a ' || end_kind from tasks where is_open and ends > 0`,
  sql`select owner_id, 'ended_twice', 'task ' || id from tasks where ends > 1`,
  sql`select owner_id, 'end_wrong', 'task ' || id || ' of ' || points || ' points is ' || status || ' and has a ' || end_kind || ' of ' || returned
    from tasks where ends = 1 and not is_open
      and not (status = 'SUCCESS' and end_kind = 'settle')
      and not (status in ('FAILED', 'CANCELLED') and end_kind = 'return' and returned = points)`,
  sql`select l.owner_id, 'movement_without_task', 'movement ' || l.seq || ', a ' || l.kind from ledger l
    left join task t on t.id = l.task_id where t.id is null and (l.task_id is not null or l.kind in ('hold', 'settle', 'return'))`,
  sql`select owner_id, 'payment_not_booked', 'payment ' || id || ' of ' || points || ' points has ' || times || ' movements of ' || added
    from payments where added <> points or times > 1 or not is_own`,
  sql`select owner_id, 'refund_wrong', 'payment ' || id || ' of ' || points || ' points: ' || points_taken_back || ' taken back, the ledger says ' || taken
    from payments where taken <> points_taken_back or points_taken_back > points`,
  sql`select l.owner_id, 'movement_without_payment', 'movement ' || l.seq || ' of ' || l.amount from ledger l
    left join payment p on p.id = l.order_id where p.id is null and (l.order_id is not null or l.kind = 'purchase')`,
]

/**
 * Compares movements, tasks and payments with each other, in one statement, so that what happens meanwhile makes no difference. An empty
 * list means that the books are right. Rule: docs/rules.md, "Ledger".
 */
export async function checkLedger(db: Database): Promise<readonly LedgerDifference[]> {
  return queryRows<LedgerDifference>(
    db,
    sql`with movements as (${movements}), tasks as (${tasks}), payments as (${payments}),
      differences (owner_id, kind, detail) as (${sql.join(checks, sql` union all `)})
      select owner_id as "ownerId", kind, detail from differences order by owner_id, kind, detail limit ${MAX_DIFFERENCES}`,
  )
}
