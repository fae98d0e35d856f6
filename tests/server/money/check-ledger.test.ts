import { type OpenedDatabase, inTransaction } from '#server/database/database.ts'
import { eq, max, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledger } from '#server/database/schema.ts'
import { type DifferenceKind, checkLedger } from '#server/billing/rounds/check-ledger.ts'
import { appendEntries } from '#server/billing/ledger.ts'
import { openTestDatabase } from '../../fixtures/server/test-database.ts'
import { startTestServer } from '../../fixtures/start-test-server.ts'
import { commit, createVisitor, untilStatus, upload } from '../client.ts'
import { signUp } from '../sign-up.ts'
import { addCycle, addOwner, addPack, addPlan, addTask } from './books.ts'

let database: OpenedDatabase
const db = () => database.db

/** Opens a database whose ledger can be changed, so that a test can damage the books. */
async function openUnprotectedDatabase(): Promise<OpenedDatabase> {
  const openedDatabase = await openTestDatabase()
  await openedDatabase.db.execute(sql`alter table ledger disable trigger ledger_append_only`)
  await openedDatabase.db.execute(sql`alter table ledger drop constraint ledger_balance_not_negative`)
  for (const index of ['ledger_hold_once', 'ledger_end_once', 'ledger_payment_once'])
    await openedDatabase.db.execute(sql.raw(`drop index ${index}`))
  return openedDatabase
}

beforeAll(async () => {
  database = await openUnprotectedDatabase()
})
afterAll(() => database.close())

const appendMovements = (ownerId: string, ...movements: Parameters<typeof appendEntries>[2]) =>
  inTransaction(db(), (tx) => appendEntries(tx, ownerId, movements, 0))

/** Adds an owner with every kind of record and correct books. */
async function addOwnerWithRecords() {
  const ownerId = await addOwner(db())
  await appendMovements(ownerId, { kind: 'grant', amount: 300, note: '' })
  const tasks = {
    pendingId: await addTask(db(), ownerId, 'PENDING'),
    runningId: await addTask(db(), ownerId, 'PROCESSING'),
    doneId: await addTask(db(), ownerId, 'SUCCESS'),
    failedId: await addTask(db(), ownerId, 'FAILED'),
    cancelledId: await addTask(db(), ownerId, 'CANCELLED'),
  }
  const plan = await addPlan(db(), ownerId, 0)
  const [trial, cycle] = [await addCycle(db(), plan, 0), await addCycle(db(), plan, 1)]
  const pack = await addPack(db(), ownerId, 0, { refundedCents: 200, pointsTakenBack: 40 })
  await appendMovements(ownerId, { kind: 'purchase', amount: -40, orderId: pack.id, note: '' })
  const [{ lastSeq } = { lastSeq: 0 }] = await db()
    .select({ lastSeq: max(ledger.seq) })
    .from(ledger)
    .where(eq(ledger.ownerId, ownerId))
  return { ownerId, tasks, lastSeq, trial, cycle, pack }
}

type OwnerRecords = Awaited<ReturnType<typeof addOwnerWithRecords>>

const kindsOf = async (ownerId: string) =>
  (await checkLedger(db())).filter((difference) => difference.ownerId === ownerId).map(({ kind }) => kind)

describe('the check of the ledger', () => {
  it('finds nothing in correct books', async () => {
    const { ownerId } = await addOwnerWithRecords()
    expect(await kindsOf(ownerId)).toEqual([])
  })

  it('finds nothing after real work that moved to an account', async () => {
    const server = await startTestServer({ listen: false })
    const visitor = await createVisitor(server)
    const { batchId } = await commit(visitor, await upload(visitor), { videoNum: 2 })
    await untilStatus(visitor, batchId, 'SUCCESS')
    await signUp(server, 'ann@example.org', { visitor })
    expect(await checkLedger(server.database.db)).toEqual([])
    await server.close()
  })

  it('accepts a later visitor’s task, which returns no points, as correct', async () => {
    const [visitorId, accountId] = [await addOwner(db()), await addOwner(db())]
    await appendMovements(visitorId, { kind: 'grant', amount: 100, note: '' })
    const [runningId, failedId] = [await addTask(db(), visitorId, 'PROCESSING'), await addTask(db(), visitorId, 'PROCESSING')]
    await db().execute(sql`update task set owner_id = ${accountId}, points = 0 where id in (${runningId}, ${failedId})`)
    await db().execute(sql`update task set status = 'FAILED' where id = ${failedId}`)
    await appendMovements(accountId, { kind: 'return', amount: 0, taskId: failedId, note: '' })
    expect([...(await kindsOf(visitorId)), ...(await kindsOf(accountId))]).toEqual([])
  })

  const runSql = (damage: ReturnType<typeof sql>) => db().execute(damage)
  const damages: readonly [string, readonly DifferenceKind[], (records: OwnerRecords) => Promise<unknown>][] = [
    [
      'a missing number',
      ['seq_gap'],
      ({ ownerId, lastSeq }) => runSql(sql`update ledger set seq = seq + 1 where owner_id = ${ownerId} and seq = ${lastSeq}`),
    ],
    [
      'a balance that is no sum',
      ['balance_wrong', 'balance_wrong'],
      ({ ownerId }) => runSql(sql`update ledger set balance = balance + 1 where owner_id = ${ownerId} and seq = 2`),
    ],
    [
      'a first balance that is no sum',
      ['balance_wrong', 'balance_wrong'],
      ({ ownerId }) => runSql(sql`update ledger set balance = 7 where owner_id = ${ownerId} and seq = 1`),
    ],
    [
      'points out of nothing',
      ['balance_wrong'],
      ({ ownerId }) => runSql(sql`update ledger set amount = amount + 1000 where owner_id = ${ownerId} and seq = 1`),
    ],
    [
      'a balance below zero',
      ['balance_negative', 'refund_wrong'],
      ({ ownerId, lastSeq }) =>
        runSql(sql`update ledger set amount = amount - balance - 5, balance = -5 where owner_id = ${ownerId} and seq = ${lastSeq}`),
    ],
    [
      'a hold that adds',
      ['amount_wrong', 'balance_wrong', 'hold_wrong'],
      ({ tasks }) => runSql(sql`update ledger set amount = -amount where task_id = ${tasks.pendingId}`),
    ],
    [
      'a video that nobody paid for',
      ['task_without_hold'],
      ({ tasks }) => runSql(sql`update ledger set kind = 'expiry', task_id = null where task_id = ${tasks.pendingId}`),
    ],
    [
      'a task that was held twice',
      ['hold_twice'],
      ({ ownerId, tasks }) => appendMovements(ownerId, { kind: 'hold', amount: -50, taskId: tasks.pendingId, note: '' }),
    ],
    [
      'a hold of other points than its task’s',
      ['hold_wrong'],
      ({ tasks }) => runSql(sql`update task set points = 30 where id = ${tasks.runningId}`),
    ],
    [
      'an unfinished task whose points are gone',
      ['hold_wrong'],
      ({ tasks }) => runSql(sql`update task set points = 0 where id = ${tasks.runningId}`),
    ],
    [
      'a finished task whose hold was not ended',
      ['hold_left_open'],
      ({ tasks }) => runSql(sql`update task set status = 'SUCCESS' where id = ${tasks.runningId}`),
    ],
    [
      'a hold that ended before its task',
      ['end_too_early'],
      ({ tasks }) => runSql(sql`update task set status = 'PROCESSING' where id = ${tasks.doneId}`),
    ],
    [
      'a failed task that was taken',
      ['end_wrong'],
      ({ tasks }) => runSql(sql`update task set status = 'FAILED' where id = ${tasks.doneId}`),
    ],
    [
      'a finished task that was given back',
      ['end_wrong'],
      ({ tasks }) => runSql(sql`update task set status = 'SUCCESS' where id = ${tasks.failedId}`),
    ],
    [
      'a cancelled task that was given back in part',
      ['end_wrong', 'hold_wrong'],
      ({ tasks }) => runSql(sql`update task set points = 60 where id = ${tasks.cancelledId}`),
    ],
    [
      'a hold returned twice',
      ['ended_twice'],
      ({ ownerId, tasks }) => appendMovements(ownerId, { kind: 'return', amount: 50, taskId: tasks.failedId, note: '' }),
    ],
    [
      'a hold of no task',
      ['movement_without_task'],
      ({ ownerId }) => appendMovements(ownerId, { kind: 'hold', amount: -50, taskId: 'nowhere', note: '' }),
    ],
    [
      'a payment that was never booked',
      ['payment_not_booked'],
      ({ cycle }) => runSql(sql`update ledger set order_id = null where order_id = ${cycle.id}`),
    ],
    [
      'a payment booked twice',
      ['payment_not_booked'],
      ({ ownerId, cycle }) => appendMovements(ownerId, { kind: 'grant', amount: 400, orderId: cycle.id, note: '' }),
    ],
    [
      'a payment booked in part',
      ['payment_not_booked'],
      ({ cycle }) => runSql(sql`update payment set points = 500 where id = ${cycle.id}`),
    ],
    [
      'points for a trial',
      ['payment_not_booked'],
      ({ ownerId, trial }) => appendMovements(ownerId, { kind: 'grant', amount: 400, orderId: trial.id, note: '' }),
    ],
    [
      'points for a payment that is not there',
      ['movement_without_payment'],
      ({ ownerId }) => appendMovements(ownerId, { kind: 'grant', amount: 9, orderId: 'nowhere', note: '' }),
    ],
    [
      'a purchase of no payment',
      ['movement_without_payment'],
      ({ ownerId }) => appendMovements(ownerId, { kind: 'purchase', amount: 100, note: '' }),
    ],
    [
      'a refund that took nothing',
      ['refund_wrong'],
      ({ cycle }) => runSql(sql`update payment set points_taken_back = 100 where id = ${cycle.id}`),
    ],
    [
      'a refund that took more than it says',
      ['refund_wrong'],
      ({ pack }) => runSql(sql`update payment set points_taken_back = 10 where id = ${pack.id}`),
    ],
  ]

  it.each(damages)('finds %s', async (_, kinds, damage) => {
    const records = await addOwnerWithRecords()
    await damage(records)
    expect(await kindsOf(records.ownerId)).toEqual([...kinds])
  })

  it('finds a payment whose points went to another owner', async () => {
    const [ann, bob] = [await addOwnerWithRecords(), await addOwnerWithRecords()]
    await db().execute(sql`update payment set owner_id = ${bob.ownerId} where id = ${ann.cycle.id}`)
    expect(await checkLedger(db())).toContainEqual({
      ownerId: bob.ownerId,
      kind: 'payment_not_booked',
      detail: expect.stringContaining(ann.cycle.id) as string,
    })
    expect(await kindsOf(ann.ownerId)).toEqual(['movement_without_payment'])
  })

  it('says where to search', async () => {
    const { ownerId, tasks } = await addOwnerWithRecords()
    await db().execute(sql`update task set status = 'SUCCESS' where id = ${tasks.runningId}`)
    expect((await checkLedger(db())).filter((difference) => difference.ownerId === ownerId)).toEqual([
      { ownerId, kind: 'hold_left_open', detail: `task ${tasks.runningId} is SUCCESS` },
    ])
  })
})

describe('with 1,200 differences of one kind', () => {
  it('still finds another one behind them', async () => {
    const openedDatabase = await openUnprotectedDatabase()
    await openedDatabase.db.execute(sql`insert into owner (id, created_at_ms) select 'o' || n, 0 from generate_series(1, 1200) n`)
    await openedDatabase.db.execute(
      sql`insert into ledger select 'o' || n, 2, 'grant', 5, 5, null, null, '', 0 from generate_series(1, 1200) n`,
    )
    const wrongOwnerId = await addOwner(openedDatabase.db)
    await openedDatabase.db.execute(sql`update owner set id = 'z' || id where id = ${wrongOwnerId}`)
    await openedDatabase.db.execute(sql`insert into ledger values ('z' || ${wrongOwnerId}, 1, 'grant', 5, 7, null, null, '', 0)`)
    const differences = await checkLedger(openedDatabase.db)
    expect(differences.filter(({ kind }) => kind !== 'seq_gap')).toMatchObject([{ ownerId: `z${wrongOwnerId}`, kind: 'balance_wrong' }])
    expect(differences.length).toBeLessThan(1000)
    await openedDatabase.close()
  })
})

describe('with 100,000 movements', () => {
  it('runs in pieces, and still finds the wrong one', async () => {
    const openedDatabase = await openUnprotectedDatabase()
    await openedDatabase.db.execute(sql`insert into owner (id, created_at_ms) select 'o' || n, 0 from generate_series(1, 1000) n`)
    await openedDatabase.db.execute(sql`insert into ledger
      select 'o' || n, seq, 'grant', 5, seq * 5, null, null, '', 0 from generate_series(1, 1000) n, generate_series(1, 100) seq`)
    expect(await checkLedger(openedDatabase.db)).toEqual([])
    await openedDatabase.db.execute(sql`update ledger set amount = 6 where owner_id = 'o500' and seq = 100`)
    expect(await checkLedger(openedDatabase.db)).toEqual([
      { ownerId: 'o500', kind: 'balance_wrong', detail: 'movement 100 says 500, the sum is 501' },
    ])
    await openedDatabase.close()
  })
})
