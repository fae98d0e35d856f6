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

const readProcesses = (db: Database) => db.select().from(runningProcess)
const checkJobsIn = (db: Database, state: 'created' | 'completed') =>
  queryRows<{ waits: boolean }>(
    db,
    sql`select start_after > created_on as waits from pgboss.job where name = ${LEDGER_CHECKS} and state::text = ${state}`,
  )

describe('a start', () => {
  let ownDatabase: OpenedDatabase
  beforeAll(async () => {
    ownDatabase = await openTestDatabase()
  })
  afterAll(() => ownDatabase.close())
  const startServer = () => startTestServer({ listen: false, database: ownDatabase })

  it('after a clean stop requests no other check on the same day', async () => {
    const firstServer = await startServer()
    await expect.poll(() => checkJobsIn(ownDatabase.db, 'completed')).toHaveLength(1)
    expect(await readProcesses(ownDatabase.db)).toHaveLength(1)
    await firstServer.stop()
    expect(await readProcesses(ownDatabase.db)).toEqual([])
    const secondServer = await startServer()
    expect(await checkJobsIn(ownDatabase.db, 'created')).toEqual([])
    await secondServer.stop()
  })

  it('after a crash requests one check, which waits for the end of the start', async () => {
    const crashedProcess = { id: 'crashed', seenAtMs: Date.now() - CRASHED_AFTER_MS - 60_000 }
    for (let count = 0; count < 2; count += 1) {
      await ownDatabase.db.insert(runningProcess).values(crashedProcess)
      const server = await startServer()
      expect(await checkJobsIn(ownDatabase.db, 'created')).toEqual([{ waits: true }])
      await server.stop()
    }
    expect(await readProcesses(ownDatabase.db)).toEqual([])
  })
})

it('another process of a shared database notices a crash once, and no process that runs', async () => {
  const { db } = database
  const crashes: string[] = []
  const openProcess = (name: string) => {
    const onCrash = async () => void crashes.push(name)
    return openRunningProcess({ database: { isShared: true }, db, onCrash, onError: (error) => expect(error).toBeUndefined() })
  }
  await db.delete(runningProcess)
  const [processOne, processTwo] = [await openProcess('one'), await openProcess('two')]
  for (const openedProcess of [processOne, processTwo]) await openedProcess.poll()
  expect(crashes).toEqual([])
  await db.insert(runningProcess).values({ id: 'frozen', seenAtMs: Date.now() - CRASHED_AFTER_MS - 60_000 })
  for (const openedProcess of [processTwo, processOne]) await openedProcess.poll()
  expect(crashes).toEqual(['two'])
  for (const openedProcess of [processOne, processTwo]) await openedProcess.stop()
  expect(await readProcesses(db)).toEqual([])
})

it('a crash whose check could not be requested is handled again', async () => {
  const { db } = database
  const onCrash = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('the queue is away'))
  await db.delete(runningProcess)
  const thisProcess = await openRunningProcess({
    database: { isShared: true },
    db,
    onCrash,
    onError: (error) => expect(error).toBeUndefined(),
  })
  await db.insert(runningProcess).values({ id: 'frozen', seenAtMs: Date.now() - CRASHED_AFTER_MS - 60_000 })
  await expect(thisProcess.poll()).rejects.toThrow('the queue is away')
  for (let count = 0; count < 2; count += 1) await thisProcess.poll()
  expect(onCrash).toHaveBeenCalledTimes(2)
  await thisProcess.stop()
  expect(await readProcesses(db)).toEqual([])
})
