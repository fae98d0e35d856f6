import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { queryRows } from '#server/database/database.ts'
import { ledger, owner } from '#server/database/schema.ts'
import { openPooledDatabase } from '../fixtures/server/database-pool.ts'

const ann = { id: 'ann', tokenSha256: 'ann', createdAtMs: 0 }
const grant = { ownerId: 'ann', seq: 1, kind: 'grant', amount: 5, balance: 5, note: '', occurredAtMs: 0 } as const
const clusterOf = async ({ db }: Awaited<ReturnType<typeof openPooledDatabase>>) =>
  (await queryRows<{ started: string }>(db, sql`select pg_postmaster_start_time()::text as started`))[0]?.started

it('a closed database is reused as the next one, as empty as a new one', async () => {
  const first = await openPooledDatabase()
  const started = await clusterOf(first)
  await first.db.insert(owner).values(ann)
  await first.db.insert(ledger).values(grant)
  await first.execute("insert into pgboss.job (name, data) values ('generation', '{}')", [])
  await first.execute("update pgboss.queue set retry_limit = 7; set search_path = 'nowhere'", [])
  await first.close()

  const next = await openPooledDatabase()
  expect(await clusterOf(next)).toBe(started)
  expect(await next.db.select().from(owner)).toEqual([])
  expect((await next.execute('select name from pgboss.job', [])).rows).toEqual([])
  expect((await next.execute('select distinct retry_limit from pgboss.queue', [])).rows).toEqual([{ retry_limit: 0 }])
  await next.db.insert(owner).values(ann)
  await next.db.insert(ledger).values(grant)
  await expect(next.db.delete(ledger)).rejects.toThrow()
  await next.close()
})

it('the old owner cannot use it after the close, and two in parallel are two databases', async () => {
  const [one, two] = [await openPooledDatabase(), await openPooledDatabase()]
  expect(await clusterOf(one)).not.toBe(await clusterOf(two))
  await one.close()
  const next = await openPooledDatabase()
  await expect(one.db.insert(owner).values(ann)).rejects.toThrow()
  await expect(one.db.transaction((tx) => tx.insert(owner).values(ann))).rejects.toThrow()
  await expect(one.execute('select 1', [])).rejects.toThrow('closed')
  expect(await next.db.select().from(owner)).toEqual([])
  await Promise.all([next.close(), two.close()])
})

it('a database with a changed schema is not reused', async () => {
  const spoiled = await openPooledDatabase()
  const started = await clusterOf(spoiled)
  await spoiled.execute('alter table ledger disable trigger ledger_append_only', [])
  await spoiled.close()
  const next = await openPooledDatabase()
  expect(await clusterOf(next)).not.toBe(started)
  await next.close()
})
