import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OpenedDatabase } from '#server/platform/database/database.ts'
import { openTestDatabase } from '../../fixtures/server/test-database.ts'
import { startTestServer } from '../../fixtures/start-test-server.ts'
import { addOwner } from './books.ts'

let database: OpenedDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

it('the books are checked from the start on, and what differs is an error in the log', async () => {
  const ownerId = await addOwner(database.db)
  await database.db.execute(sql`insert into ledger (owner_id, seq, kind, amount, balance, note, occurred_at_ms)
    values (${ownerId}, 1, 'grant', 100, 90, '', 0)`)
  const lines: string[] = []
  const log = pino(new Writable({ write: (line: Buffer, _, done) => (lines.push(String(line)), done()) }))
  const server = await startTestServer({ listen: false, database, log })
  await expect.poll(() => lines.filter((line) => line.includes('the books differ') && line.includes(ownerId))).not.toEqual([])
  expect(lines.filter((line) => line.includes('"level":50')).every((line) => line.includes('the books differ'))).toBe(true)
  await server.stop()
})
