import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenedDatabase, type Transaction, inTransaction } from '#server/database/database.ts'
import { ledger, owner } from '#server/database/schema.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { appendEntries } from '#server/billing/ledger.ts'
import { getLedger } from '#shared/api/user.ts'
import { openTestDatabase } from '../fixtures/server/test-database.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { commit, createVisitor, upload } from './client.ts'

const RUNS = 25
const PRICE = 30
let database: OpenedDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function createOwner(points: number): Promise<string> {
  const id = makeId()
  await database.db.insert(owner).values({ id, createdAtMs: 0 })
  await appendMovements(id, [{ kind: 'grant', amount: points, note: '' }])
  return id
}

const appendMovements = (ownerId: string, movements: Parameters<typeof appendEntries>[2]) =>
  inTransaction(database.db, (tx: Transaction) => appendEntries(tx, ownerId, movements, 0))

const rowsOf = (ownerId: string) => database.db.select().from(ledger).where(eq(ledger.ownerId, ownerId)).orderBy(ledger.seq)

/** Returns the message of the database's own error, which the driver wraps into another error. */
const causeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: Error) => (error.cause as Error | undefined)?.message ?? error.message,
  )

describe('the ledger', () => {
  it('leaves balance and sum equal and never negative, whatever the order of holds, settles and returns', async () => {
    const step = fc.record({ task: fc.integer({ min: 0, max: 5 }), kind: fc.constantFrom('hold', 'settle', 'return', 'grant') })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 24 }), fc.integer({ min: 0, max: 150 }), async (steps, startPoints) => {
        const ownerId = await createOwner(startPoints)
        const appends = steps.map(({ task, kind }) => {
          const amount = { hold: -PRICE, settle: 0, return: PRICE, grant: 7 }[kind]
          const taskId = kind === 'grant' ? {} : { taskId: `${ownerId}/${task}` }
          return appendMovements(ownerId, [{ kind, amount, note: '', ...taskId }]).catch(() => undefined)
        })
        await Promise.all(appends)
        const rows = await rowsOf(ownerId)
        let sum = 0
        for (const [index, row] of rows.entries()) {
          sum += row.amount
          expect(row).toMatchObject({ seq: index + 1, balance: sum })
          expect(sum).toBeGreaterThanOrEqual(0)
        }
        const endedTaskIds = rows.filter(({ kind }) => kind === 'settle' || kind === 'return').map(({ taskId }) => taskId)
        const holdTaskIds = rows.filter(({ kind }) => kind === 'hold').map(({ taskId }) => taskId)
        expect(new Set(endedTaskIds).size).toBe(endedTaskIds.length)
        expect(new Set(holdTaskIds).size).toBe(holdTaskIds.length)
      }),
      { numRuns: RUNS },
    )
  })

  it('reserves and returns the whole of each movement, however large', async () => {
    const ownerId = await createOwner(1000)
    const taskIds = ['cheap', 'dear'].map((name) => `${ownerId}-${name}`) as [string, string]
    const note = ''
    const holds = [
      { kind: 'hold' as const, amount: -50, taskId: taskIds[0], note },
      { kind: 'hold' as const, amount: -375, taskId: taskIds[1], note },
    ]
    expect(await appendMovements(ownerId, holds)).toEqual({ ok: true, value: 575 })
    expect(await appendMovements(ownerId, [{ kind: 'return', amount: 375, taskId: taskIds[1], note }])).toEqual({ ok: true, value: 950 })
    const rows = await rowsOf(ownerId)
    expect(rows.map(({ amount, balance }) => [amount, balance])).toEqual([
      [1000, 1000],
      [-50, 950],
      [-375, 575],
      [375, 950],
    ])
  })

  it('refuses a movement below zero and writes none of the others in it', async () => {
    const ownerId = await createOwner(40)
    const holds = ['a', 'b'].map((name) => ({ kind: 'hold' as const, amount: -PRICE, taskId: `${ownerId}${name}`, note: '' }))
    expect(await appendMovements(ownerId, holds)).toEqual({ ok: false, error: { code: 'H4044' } })
    expect(await rowsOf(ownerId)).toHaveLength(1)
  })

  it('cannot be changed or erased, not even by the database', async () => {
    const ownerId = await createOwner(10)
    const { db } = database
    for (const change of [
      db.update(ledger).set({ amount: 999 }).where(eq(ledger.ownerId, ownerId)),
      db.delete(ledger).where(eq(ledger.ownerId, ownerId)),
      db.execute(sql`truncate ledger`),
    ]) {
      expect(await causeOf(Promise.resolve(change))).toContain('append-only')
    }
    expect(await rowsOf(ownerId)).toHaveLength(1)
  })

  it('ends a hold once: settled or returned, never both', async () => {
    const ownerId = await createOwner(PRICE)
    const appendMovement = (kind: 'hold' | 'settle' | 'return', amount: number) =>
      appendMovements(ownerId, [{ kind, amount, taskId: `${ownerId}-once`, note: '' }])
    await appendMovement('hold', -PRICE)
    await appendMovement('return', PRICE)
    expect(await causeOf(appendMovement('return', PRICE))).toContain('ledger_end_once')
    expect(await causeOf(appendMovement('settle', 0))).toContain('ledger_end_once')
    expect((await rowsOf(ownerId)).at(-1)).toMatchObject({ balance: PRICE })
  })
})

describe('the list of movements', () => {
  it('is newest first, paged by the last id, and has the caller’s alone', async () => {
    const server = await startTestServer({ listen: false })
    const visitor = await createVisitor(server)
    const stranger = await createVisitor(server)
    await commit(visitor, await upload(visitor), { videoNum: 2 })
    const firstPage = await visitor.get(getLedger, { limit: 1 })
    expect(firstPage).toMatchObject({ hasNext: true })
    const restPage = await visitor.get(getLedger, { start: firstPage.data[0]!.id })
    expect(restPage.hasNext).toBe(false)
    expect(restPage.data.at(-1)).toMatchObject({ kind: 'grant', amount: 100 })
    const ids = [...firstPage.data, ...restPage.data].map(({ id }) => Number(id))
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect((await stranger.get(getLedger, {})).data).toHaveLength(1)
    expect(await visitor.refusal(getLedger, { start: '1 or 1=1' })).toEqual({ code: 'H3000', fields: ['start'] })
    await server.close()
  })
})
