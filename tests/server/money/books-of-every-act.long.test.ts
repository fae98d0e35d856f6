import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refundRequest } from '#server/database/payment-schema.ts'
import { ledger, operatorAct, task } from '#server/database/schema.ts'
import type { OpenedDatabase } from '#server/database/database.ts'
import { type DifferenceKind, checkLedger } from '#server/billing/rounds/check-ledger.ts'
import { ACTS } from '#shared/api/operator.ts'
import { LEDGER_KINDS } from '#shared/api/user.ts'
import { REFUND_STATES } from '#shared/domain/refund-rules.ts'
import { TASK_STATES } from '#shared/domain/task.ts'
import { openTestDatabase } from '../../fixtures/server/test-database.ts'
import { type Case, movementCases, operatorCases } from './every-act-cases.ts'
import { type EveryActWorld, openEveryActWorld } from './every-act-world.ts'

const TIMEOUT_MS = 120_000
/** The number of damaged tasks of one kind: more than the check lists per kind. */
const FALSE_TASK_COUNT = 1200

let database: OpenedDatabase
let world: EveryActWorld
beforeAll(async () => {
  database = await openTestDatabase()
  world = await openEveryActWorld({ database })
})
afterAll(() => world.shop.close())

it('after every kind of act there is no difference', { timeout: TIMEOUT_MS }, async () => {
  const { db } = world
  const movements = movementCases(world)
  const cases: (readonly [string, Case])[] = [
    ...LEDGER_KINDS.flatMap((kind) => Object.entries(movements[kind]).map(([name, act]) => [`${kind}: ${name}`, act] as const)),
    ...Object.entries(operatorCases(world)),
  ]
  for (const [name, act] of cases) {
    await act().catch((error: unknown) => {
      throw new Error(name, { cause: error })
    })
    expect([name, await checkLedger(db)]).toEqual([name, []])
  }
  await world.buyerWithOpenRefund()
  await world.accountWithTwoVideos()
  expect(await checkLedger(db)).toEqual([])

  const kinds = await db.selectDistinct({ value: ledger.kind }).from(ledger)
  const acts = await db.selectDistinct({ value: operatorAct.act }).from(operatorAct)
  const tasks = await db.selectDistinct({ value: task.status }).from(task)
  const refunds = await db.selectDistinct({ value: refundRequest.state }).from(refundRequest)
  const storedValues = [kinds, acts, tasks, refunds].map((rows) => rows.map(({ value }) => value as string).toSorted())
  expect(storedValues).toEqual([LEDGER_KINDS, ACTS, TASK_STATES, REFUND_STATES].map((values) => [...values].toSorted()))
})

/** For each kind of difference, a damage to the books above that the check must report as this kind. */
const DAMAGES = {
  seq_gap: sql`update ledger set seq = seq + 1000 where (owner_id, seq) in (select owner_id, max(seq) from ledger group by owner_id limit 1)`,
  balance_wrong: sql`update ledger set balance = balance + 1 where (owner_id, seq) in (select owner_id, seq from ledger where kind = 'grant' limit 1)`,
  balance_negative: sql`update ledger set balance = -5 where (owner_id, seq) in (select owner_id, seq from ledger where kind = 'hold' limit 1)`,
  amount_wrong: sql`update ledger set amount = 5 where (owner_id, seq) in (select owner_id, seq from ledger where kind = 'expiry' limit 1)`,
  task_without_hold: sql`update task set points = 50 where id in (select id from task where edited_from is not null limit 1)`,
  hold_wrong: sql`update task set points = points + 5 where status = 'PROCESSING'`,
  hold_twice: sql`insert into ledger select owner_id, seq + 2000, kind, amount, balance, task_id, order_id, note, occurred_at_ms from ledger where kind = 'hold' limit 1`,
  hold_left_open: sql`update task set status = 'SUCCESS' where status = 'PENDING'`,
  end_too_early: sql`update task set status = 'PROCESSING' where id in (select task_id from ledger where kind = 'settle' limit 1)`,
  end_wrong: sql`update task set status = 'FAILED' where id in (select task_id from ledger where kind = 'settle' order by task_id desc limit 1)`,
  ended_twice: sql`insert into ledger select owner_id, seq + 3000, kind, amount, balance, task_id, order_id, note, occurred_at_ms from ledger where kind = 'settle' limit 1`,
  movement_without_task: sql`update ledger set task_id = 'nowhere' where (owner_id, seq) in (select owner_id, seq from ledger where kind = 'return' and task_id is not null limit 1)`,
  payment_not_booked: sql`update payment set points = points + 1 where id in (select order_id from ledger where kind = 'purchase' limit 1)`,
  movement_without_payment: sql`update ledger set order_id = 'nowhere' where (owner_id, seq) in (select owner_id, seq from ledger where kind = 'purchase' and amount > 0 order by owner_id desc limit 1)`,
  refund_wrong: sql`update payment set points_taken_back = points_taken_back + 1 where id in (select id from payment where refunded_cents > 0 limit 1)`,
  invoice_wrong: sql`update payment set amount_cents = amount_cents + 1 where id in (select payment_id from invoice where kind = 'invoice' limit 1)`,
  invoice_gap: sql`update document_series set last_invoice = last_invoice + 1`,
  act_altered: sql`update operator_act set detail = '{}' where seq = 1`,
} satisfies Record<DifferenceKind, unknown>

it('each kind of difference is found, also behind 1,200 of another kind', { timeout: TIMEOUT_MS }, async () => {
  const { db } = world
  await db.execute(sql`alter table ledger disable trigger user`)
  await db.execute(sql`alter table operator_act disable trigger user`)
  await db.execute(sql`alter table ledger drop constraint ledger_balance_not_negative`)
  for (const index of ['ledger_hold_once', 'ledger_end_once', 'ledger_payment_once']) await db.execute(sql.raw(`drop index ${index}`))
  await db.execute(sql`insert into owner (id, created_at_ms) values ('0', 0)`)
  await db.execute(sql`insert into task (id, batch_id, owner_id, take, status, points, video_name, poster_name, created_at_ms)
    select 'false' || n, (select id from batch limit 1), '0', 0, 'SUCCESS', 0, 'false' || n || '.mp4', 'false' || n || '.jpg', 0
    from generate_series(1, ${FALSE_TASK_COUNT}) n`)
  for (const damage of Object.values(DAMAGES)) await db.execute(damage)
  const differences = await checkLedger(db)
  expect([...new Set(differences.map(({ kind }) => kind))].toSorted()).toEqual(Object.keys(DAMAGES).toSorted())
})
