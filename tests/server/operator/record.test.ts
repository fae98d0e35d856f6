import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '#server/billing/rounds/check-ledger.ts'
import { operatorAct } from '#server/database/operator-schema.ts'
import { getActs, findOwner } from '#shared/api/operator.ts'
import { changePoints } from '#shared/api/operator-acts.ts'
import { OPERATOR_PAGE_ROWS } from '#shared/domain/operator-rules.ts'
import { clearDatabase } from '../../fixtures/server/clear-database.ts'
import { type OperatorWorld, openOperatorWorld } from './operator-world.ts'

let world: OperatorWorld
beforeAll(async () => {
  world = await openOperatorWorld()
})
afterAll(() => world.server.close())

const db = () => world.server.database.db
const readAlteredActs = async () => (await checkLedger(db())).filter(({ kind }) => kind === 'act_altered').map(({ detail }) => detail)
/** Runs a statement with the triggers disabled, because they would forbid it. */
const runWithoutTriggers = (statement: SQL) =>
  db().transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(statement)
  })

describe('the record of acts', () => {
  beforeEach(async () => {
    for (const table of [sql`operator_act`, sql`operator_act_head`]) await runWithoutTriggers(sql`delete from ${table}`)
  })

  it('can only be appended to', async () => {
    await world.callAsOperator(findOwner, { q: world.operator.email })
    for (const statement of [
      sql`update operator_act set detail = '{}'`,
      sql`delete from operator_act`,
      sql`truncate operator_act`,
      sql`update operator_act set seq = 7 where false`,
    ])
      await expect(db().execute(statement)).rejects.toMatchObject({ cause: { message: 'the record of operators is append-only' } })
    for (const statement of [
      sql`update operator_act_head set seq = 0`,
      sql`delete from operator_act_head`,
      sql`truncate operator_act_head`,
    ])
      await expect(db().execute(statement)).rejects.toMatchObject({ cause: { message: expect.stringContaining('by the record alone') } })
    expect(await world.readActs()).toHaveLength(1)
  })

  it('is numbered and chained by the database, for any input, also in parallel', async () => {
    const person = await world.person()
    await Promise.all(
      Array.from({ length: 8 }, (_, count) => world.callAsOperator(changePoints, { id: person.id, amount: count + 1, reason: 'a gift' })),
    )
    await db().insert(operatorAct).values({
      seq: 1,
      hash: 'made up',
      previousHash: 'made up',
      atMs: 0,
      operatorId: 'x',
      act: 'look_up',
      subject: 'none',
      subjectId: '',
      detail: '{}',
    })
    const acts = await world.readActs()
    expect(acts.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(acts.map(({ previousHash }) => previousHash)).toEqual(['', ...acts.slice(0, -1).map(({ hash }) => hash)])
    expect(new Set(acts.map(({ hash }) => hash)).size).toBe(9)
    expect(await readAlteredActs()).toEqual([])
  })

  it.each([
    ['detail', sql`update operator_act set detail = '{"amount":9}' where seq = 2`, 'act 2'],
    ['operator', sql`update operator_act set operator_id = 'another' where seq = 2`, 'act 2'],
    ['time', sql`update operator_act set at_ms = 1 where seq = 2`, 'act 2'],
    ['act', sql`update operator_act set act = 'enable' where seq = 2`, 'act 2'],
    ['kind of subject', sql`update operator_act set subject = 'task' where seq = 2`, 'act 2'],
    ['subject', sql`update operator_act set subject_id = 'another' where seq = 2`, 'act 2'],
    ['a row that is gone', sql`delete from operator_act where seq = 2`, 'act 3'],
    [
      'a row that was forged, hash and all',
      sql`update operator_act set detail = '[]', hash = operator_act_hash(previous_hash, seq, at_ms, operator_id, act, subject, subject_id, '[]') where seq = 2`,
      'act 3',
    ],
  ])('shows a change outside the server: %s', async (_, statement, detail) => {
    for (let count = 0; count < 3; count += 1) await world.callAsOperator(findOwner, { q: world.operator.email })
    expect(await readAlteredActs()).toEqual([])
    await runWithoutTriggers(statement)
    expect(await readAlteredActs()).toEqual([detail])
  })

  it.each([
    ['the last rows', sql`delete from operator_act where seq > 1`, 'the newest act is 1, noted is 3'],
    ['all of them', sql`delete from operator_act`, 'the newest act is 0, noted is 3'],
    [
      'the last one for a forged one, hash and all',
      sql`update operator_act set detail = '[]', hash = operator_act_hash(previous_hash, seq, at_ms, operator_id, act, subject, subject_id, '[]') where seq = 3`,
      'the newest act is 3, noted is 3',
    ],
  ])('shows a removal outside the server, also after the next act: %s', async (_, statement, detail) => {
    for (let count = 0; count < 3; count += 1) await world.callAsOperator(findOwner, { q: world.operator.email })
    await runWithoutTriggers(statement)
    expect(await readAlteredActs()).toEqual([detail])
    await world.callAsOperator(findOwner, { q: world.operator.email })
    expect(await readAlteredActs()).toEqual(['act 4'])
  })

  it('is returned in pages, the newest first, with the operator by name', async () => {
    for (let count = 0; count < OPERATOR_PAGE_ROWS + 1; count += 1) await world.callAsOperator(findOwner, { q: 'nothing' })
    const firstPage = await world.callAsOperator(getActs, {})
    expect(firstPage.hasNext).toBe(true)
    expect(firstPage.data).toHaveLength(OPERATOR_PAGE_ROWS)
    expect(firstPage.data[0]).toMatchObject({
      id: String(OPERATOR_PAGE_ROWS + 1),
      operator: world.operator.email,
      act: 'look_up',
      subject: 'none',
      subjectId: '',
    })
    const lastPage = await world.callAsOperator(getActs, { start: firstPage.data.at(-1)?.id ?? '' })
    expect(lastPage).toMatchObject({ hasNext: false, data: [{ id: '1' }] })
  })
})

it('is emptied with the rest of a test', async () => {
  await world.callAsOperator(findOwner, { q: 'nothing' })
  await clearDatabase(db())
  expect(await world.readActs()).toEqual([])
})
