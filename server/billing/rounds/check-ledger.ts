import type PgBoss from 'pg-boss'
import { type Database, type SQL, queryRows, sql, operatorActHead } from '#server/database/database.ts'
import type { Services } from '#server/verbs/services.ts'
import { type Rounds, openRounds } from '#server/queue/open-boss.ts'
import type { Tracing } from '#server/telemetry/tracing.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { type IssueDeps, issueMissingDocuments } from '../invoices/issue-documents.ts'
import { type OwnerWindow, isInWindow, ownerWindows } from '../owner-windows.ts'

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
  | 'invoice_wrong'
  | 'invoice_gap'
  | 'act_altered'

interface LedgerDifference {
  readonly ownerId: string
  readonly kind: DifferenceKind
  /** A text that names the affected row (a movement, task, payment, document series or operator action) and what is wrong with it. */
  readonly detail: string
}

/** The maximum number of reported differences per kind: further differences of a kind rarely add information. */
const MAX_PER_KIND = 100
/** The number of owners per statement: a statement of the embedded database blocks the process. */
const OWNERS_AT_ONCE = 50

const movementsOf = (ownerFilter: SQL) => sql`
  select l.*, row_number() over by_seq as wanted_seq, coalesce(lag(balance) over by_seq, 0) + amount as wanted_balance
  from ledger l where ${ownerFilter} window by_seq as (partition by owner_id order by seq)`

/**
 * Each task with its hold, and with its settlement or return. The hold may belong to the visitor who started the task, the settlement or
 * return to the account of that visitor.
 */
const tasksOf = (ownerFilter: SQL) => sql`
  select t.id, t.owner_id, t.status, t.points, t.edited_from is not null and t.points = 0 and t.status = 'SUCCESS' as is_free_edit,
    greatest(0, t.points - coalesce(t.moved_points, t.points)) as rebate, t.status in ('PENDING', 'PROCESSING') as is_open,
    h.owner_id as hold_owner, h.amount as held, h.times as holds, e.kind as end_kind, e.amount as returned, e.times as ends
  from task t
  cross join lateral (
    select count(*) as times, min(owner_id) as owner_id, min(amount) as amount from ledger where task_id = t.id and kind = 'hold'
  ) h
  cross join lateral (
    select count(*) as times, min(kind) as kind, min(amount) as amount from ledger where task_id = t.id and kind in ('settle', 'return')
  ) e
  where ${ownerFilter}`

/** Each payment with its documents, except payments without an invoice yet. */
const invoicedOf = (ownerFilter: SQL) => sql`
  select p.id, p.owner_id, p.amount_cents, least(p.refunded_cents, p.amount_cents) as refunded, count(*) filter (where d.kind = 'invoice') as invoices,
    coalesce(sum(d.gross_cents) filter (where d.kind = 'invoice'), 0) as invoiced,
    coalesce(sum(d.gross_cents) filter (where d.kind = 'credit_note'), 0) as credited,
    bool_and(d.owner_id = p.owner_id and d.currency_code = p.currency_code and d.net_cents + d.tax_cents = d.gross_cents) as is_sound
  from payment p
  join invoice d on d.payment_id = p.id
  where ${ownerFilter}
  group by p.id`

const paymentsOf = (ownerFilter: SQL) => sql`
  select p.id, p.owner_id, p.points, p.points_taken_back, count(*) filter (where m.amount > 0 and m.kind <> 'return') as times,
    coalesce(sum(m.amount) filter (where m.amount > 0 and m.kind <> 'return'), 0) as added,
    coalesce(-sum(m.amount) filter (where m.amount < 0 or m.kind = 'return'), 0) as taken
  from payment p
  left join movements m on m.order_id = p.id and m.owner_id = p.owner_id
  where ${ownerFilter}
  group by p.id`

const checks = [
  sql`select owner_id, 'seq_gap', 'movement ' || seq || ' should be number ' || wanted_seq from movements where seq <> wanted_seq`,
  sql`select owner_id, 'balance_wrong', 'movement ' || seq || ' says ' || balance || ', the sum is ' || wanted_balance
    from movements where balance <> wanted_balance`,
  sql`select owner_id, 'balance_negative', 'movement ' || seq || ' leaves ' || balance from movements where balance < 0`,
  sql`select owner_id, 'amount_wrong', 'movement ' || seq || ', a ' || kind || ', is of ' || amount from movements
    where (kind in ('grant', 'return') and amount < 0) or (kind in ('hold', 'expiry') and amount > 0) or (kind = 'settle' and amount < 0)`,
  sql`select owner_id, 'task_without_hold', 'task ' || id from tasks where holds = 0 and not is_free_edit`,
  sql`select owner_id, 'hold_twice', 'task ' || id from tasks where holds > 1`,
  // An account receives the points of one visitor only. Tasks of a further visitor move to the account with 0 points, while their hold
  // stays with the visitor, so these tasks return nothing.
  sql`select owner_id, 'hold_wrong', 'task ' || id || ' of ' || points || ' points holds ' || -held
    from tasks where holds = 1 and -held <> points and not (points = 0 and hold_owner <> owner_id)`,
  sql`select owner_id, 'hold_left_open', 'task ' || id || ' is ' || status from tasks where not is_open and holds > 0 and ends = 0`,
  sql`select owner_id, 'end_too_early', 'task ' || id || ' is ' || status || ' and has a ' || end_kind from tasks where is_open and ends > 0`,
  sql`select owner_id, 'ended_twice', 'task ' || id from tasks where ends > 1`,
  sql`select owner_id, 'end_wrong', 'task ' || id || ' of ' || points || ' points is ' || status || ' and has a ' || end_kind || ' of ' || returned
    from tasks where ends = 1 and not is_open
      and not (status = 'SUCCESS' and end_kind = 'settle' and returned = rebate)
      and not (status in ('FAILED', 'CANCELLED') and end_kind = 'return' and returned = points)`,
  sql`select owner_id, 'movement_without_task', 'movement ' || seq || ', a ' || kind from movements l
    where (task_id is not null or kind in ('hold', 'settle') or (kind = 'return' and order_id is null)) and (select count(*) from task where id = l.task_id) = 0`,
  sql`select owner_id, 'payment_not_booked', 'payment ' || id || ' of ' || points || ' points has ' || times || ' movements of ' || added
    from payments where added <> points or times > 1`,
  sql`select owner_id, 'refund_wrong', 'payment ' || id || ' of ' || points || ' points: ' || points_taken_back || ' taken back, the ledger says ' || taken
    from payments where taken <> points_taken_back or points_taken_back > points`,
  sql`select owner_id, 'invoice_wrong', 'payment ' || id || ' of ' || amount_cents || ', ' || refunded || ' given back: ' || invoices || ' invoices of ' || invoiced || ', credit notes of ' || credited
    from invoiced where invoices <> 1 or invoiced <> amount_cents or credited <> refunded or not is_sound`,
  sql`select owner_id, 'movement_without_payment', 'movement ' || seq || ' of ' || amount from movements l
    where (order_id is not null or kind = 'purchase')
      and (select count(*) from payment where id = l.order_id and owner_id = l.owner_id) = 0`,
]

/**
 * Compares movements, tasks, payments and invoices, and checks the operator log. One statement reads all rows of a group of owners at one
 * point in time, so concurrent changes do not appear as differences. Empty if there are none. Rule: docs/billing.md, "Ledger".
 */
export async function checkLedger(db: Database, stopSignal?: AbortSignal): Promise<readonly LedgerDifference[]> {
  const differences: LedgerDifference[] = []
  const counts = new Map<DifferenceKind, number>()
  for await (const window of ownerWindows(db, OWNERS_AT_ONCE, stopSignal)) {
    for (const difference of await findDifferences(db, window)) {
      const count = (counts.get(difference.kind) ?? 0) + 1
      counts.set(difference.kind, count)
      if (count <= MAX_PER_KIND) differences.push(difference)
    }
  }
  return [...differences, ...(await findInvoiceGaps(db)), ...(await findAlteredActs(db)), ...(await findCutActs(db))]
}

/** Document series whose numbers have gaps. Such a difference belongs to no owner. */
async function findInvoiceGaps(db: Database): Promise<LedgerDifference[]> {
  return queryRows<LedgerDifference>(
    db,
    sql`select '' as "ownerId", 'invoice_gap' as kind, 'series ' || prefix || ' has ' || invoices || ' of ' || last_invoice || ' invoices and '
        || notes || ' of ' || last_credit_note || ' credit notes' as detail
      from document_series s cross join lateral (
        select count(*) filter (where kind = 'invoice') as invoices, count(*) filter (where kind = 'credit_note') as notes
        from invoice where prefix = s.prefix
      ) d
      where invoices <> last_invoice or notes <> last_credit_note order by prefix limit ${MAX_PER_KIND}`,
  )
}

/** Rows of the operator log that were altered, or that do not continue the hash chain. */
async function findAlteredActs(db: Database): Promise<LedgerDifference[]> {
  return queryRows<LedgerDifference>(
    db,
    sql`select '' as "ownerId", 'act_altered' as kind, 'act ' || seq as detail
      from (select *, row_number() over by_seq as wanted_seq, coalesce(lag(hash) over by_seq, '') as hash_before
        from operator_act window by_seq as (order by seq)) as chain
      where seq <> wanted_seq or previous_hash <> hash_before
        or hash <> operator_act_hash(previous_hash, seq, at_ms, operator_id, act, subject, subject_id, detail)
      order by seq limit ${MAX_PER_KIND}`,
  )
}

/** An operator log whose newest row differs from the stored note about it: rows at its end were deleted, or its last row was rewritten. */
async function findCutActs(db: Database): Promise<LedgerDifference[]> {
  return queryRows<LedgerDifference>(
    db,
    sql`select '' as "ownerId", 'act_altered' as kind, 'the newest act is ' || coalesce(last_seq, 0) || ', noted is ' || head_seq as detail
      from (select
        (select seq from operator_act order by seq desc limit 1) as last_seq, (select hash from operator_act order by seq desc limit 1) as last_hash,
        (select seq from operator_act_head) as head_seq, (select hash from operator_act_head) as head_hash) as ends
      where head_seq is not null and (last_seq, last_hash) is distinct from (head_seq, head_hash)`,
  )
}

async function findDifferences(db: Database, window: OwnerWindow): Promise<LedgerDifference[]> {
  const ownerFilter = (table: 'l' | 't' | 'p') => isInWindow(sql`${sql.raw(table)}.owner_id`, window)
  return queryRows<LedgerDifference>(
    db,
    sql`with movements as (${movementsOf(ownerFilter('l'))}), tasks as (${tasksOf(ownerFilter('t'))}), payments as (${paymentsOf(ownerFilter('p'))}),
      invoiced as (${invoicedOf(ownerFilter('p'))}),
      differences (owner_id, kind, detail) as (${sql.join(checks, sql` union all `)}),
      numbered as (select *, row_number() over (partition by kind order by owner_id, detail) as number_of_kind from differences)
      select owner_id as "ownerId", kind, detail from numbered where number_of_kind <= ${MAX_PER_KIND} order by owner_id, kind, detail`,
  )
}

export const LEDGER_CHECKS = 'ledger-check'
const CHECK_INTERVAL_MS = 24 * 60 * 60 * 1000
/**
 * The delay of a check after a crash, in s. The statements of a check block an embedded database, so the check waits until the start is
 * complete.
 */
const AFTER_CRASH_DELAY_S = 5

/**
 * Requests a check besides the daily one, unless one waits already. It has its own singleton key, because a job that a crash left active
 * would block the usual key.
 */
export async function requestLedgerCheck(boss: Pick<PgBoss, 'getQueueSize' | 'send'>): Promise<void> {
  if ((await boss.getQueueSize(LEDGER_CHECKS)) > 0) return
  await boss.send(LEDGER_CHECKS, {}, { singletonKey: makeId(), startAfter: AFTER_CRASH_DELAY_S })
}

interface LedgerChecksDeps {
  readonly boss: PgBoss
  readonly services: IssueDeps & Pick<Services, 'log'>
  /** Aborted when the server stops; cancels a running check. */
  readonly stopping: AbortSignal
  readonly tracing: Tracing
}

/** Checks the ledger daily and on request. Logs each difference as an error and stores their number with the job. */
export async function openLedgerChecks({ boss, services, stopping, tracing }: LedgerChecksDeps): Promise<Rounds> {
  const { db, log } = services
  const logFailure = (error: unknown) => {
    if (!stopping.aborted) log.error({ err: error }, 'Ledger check failed')
  }
  const runCheck = async () => {
    // A process of an earlier build, which issues no invoices, may have recorded payments.
    await issueMissingDocuments(services)
    const differences = await checkLedger(db, stopping)
    for (const difference of differences) log.error({ ...difference }, 'Ledger difference found')
    // The log is outside the database, so an attacker with write access to the database cannot change this note.
    const [newestAct] = await db.select({ seq: operatorActHead.seq, hash: operatorActHead.hash }).from(operatorActHead)
    log.info({ differences: differences.length, newestAct: newestAct ?? null }, 'Ledger check finished')
    return { differences: differences.length }
  }
  return openRounds({
    boss,
    name: LEDGER_CHECKS,
    everyMs: CHECK_INTERVAL_MS,
    round: () => runCheck().catch(logFailure),
    tracing,
    onError: logFailure,
  })
}
