import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Database, type OpenedDatabase, queryRows, runningProcess } from '#server/database/database.ts'
import { LEDGER_CHECKS } from '#server/billing/rounds/check-ledger.ts'
import { CRASHED_AFTER_MS, openRunningProcess } from '#server/boot/running-process.ts'
import { openTestDatabase } from '../../fixtures/server/test-database.ts'
import { startTestServer } from '../../fixtures/start-test-server.ts'
import { addOwner } from './books.ts'

let database: OpenedDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

it('the books are checked from the start on, and a difference is an error in the log', async () => {
  const ownerId = await addOwner(database.db)
  await database.db.execute(sql`insert into ledger (owner_id, seq, kind, amount, balance, note, occurred_at_ms)
    values (${ownerId}, 1, 'grant', 100, 90, '', 0)`)
  const lines: string[] = []
  const log = pino(new Writable({ write: (line: Buffer, _, done) => (lines.push(String(line)), done()) }))
  const server = await startTestServer({ listen: false, database, log })
  await expect.poll(() => lines.filter((line) => line.includes('Ledger difference found') && line.includes(ownerId))).not.toEqual([])
  expect(lines.filter((line) => line.includes('"level":50')).every((line) => line.includes('Ledger difference found'))).toBe(true)
  await server.stop()
})

const processes = (db: Database) => db.select().from(runningProcess)
const checksIn = (db: Database, state: 'created' | 'completed') =>
  queryRows<{ waits: boolean }>(
    db,
    sql`select start_after > created_on as waits from pgboss.job where name = ${LEDGER_CHECKS} and state::text = ${state}`,
  )

describe('a start', () => {
  let own: OpenedDatabase
  beforeAll(async () => {
    own = await openTestDatabase()
  })
  afterAll(() => own.close())
  const start = () => startTestServer({ listen: false, database: own })

  it('after a clean stop requests no other check on the same day', async () => {
    const first = await start()
    await expect.poll(() => checksIn(own.db, 'completed')).toHaveLength(1)
    expect(await processes(own.db)).toHaveLength(1)
    await first.stop()
    expect(await processes(own.db)).toEqual([])
    const second = await start()
    expect(await checksIn(own.db, 'created')).toEqual([])
    await second.stop()
  })

  it('after a crash requests one check, which waits for the end of the start', async () => {
    const crashed = { id: 'crashed', seenAtMs: Date.now() - CRASHED_AFTER_MS - 60_000 }
    for (let time = 0; time < 2; time += 1) {
      await own.db.insert(runningProcess).values(crashed)
      const server = await start()
      expect(await checksIn(own.db, 'created')).toEqual([{ waits: true }])
      await server.stop()
    }
    expect(await processes(own.db)).toEqual([])
  })
})

it('another process of a shared database notices a crash once, and no process that runs', async () => {
  const { db } = database
  const crashes: string[] = []
  const open = (name: string) => {
    const onCrash = async () => void crashes.push(name)
    return openRunningProcess({ database: { isShared: true }, db, onCrash, onError: (error) => expect(error).toBeUndefined() })
  }
  await db.delete(runningProcess)
  const [one, two] = [await open('one'), await open('two')]
  for (const each of [one, two]) await each.poll()
  expect(crashes).toEqual([])
  await db.insert(runningProcess).values({ id: 'frozen', seenAtMs: Date.now() - CRASHED_AFTER_MS - 60_000 })
  for (const each of [two, one]) await each.poll()
  expect(crashes).toEqual(['two'])
  for (const each of [one, two]) await each.stop()
  expect(await processes(db)).toEqual([])
})

it('a crash whose check could not be requested is handled again', async () => {
  const { db } = database
  const onCrash = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('the queue is away'))
  await db.delete(runningProcess)
  const running = await openRunningProcess({ database: { isShared: true }, db, onCrash, onError: (error) => expect(error).toBeUndefined() })
  await db.insert(runningProcess).values({ id: 'frozen', seenAtMs: Date.now() - CRASHED_AFTER_MS - 60_000 })
  await expect(running.poll()).rejects.toThrow('the queue is away')
  for (let count = 0; count < 2; count += 1) await running.poll()
  expect(onCrash).toHaveBeenCalledTimes(2)
  await running.stop()
  expect(await processes(db)).toEqual([])
})
