import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { queryRows } from '#server/database/database.ts'
import { ledger, owner } from '#server/database/schema.ts'
import { openPooledDatabase } from '../fixtures/server/database-pool.ts'

const ann = { id: 'ann', tokenSha256: 'ann', createdAtMs: 0 }
const grant = { ownerId: 'ann', seq: 1, kind: 'grant', amount: 5, balance: 5, note: '', occurredAtMs: 0 } as const
const clusterStartOf = async ({ db }: Awaited<ReturnType<typeof openPooledDatabase>>) =>
  (await queryRows<{ started: string }>(db, sql`select pg_postmaster_start_time()::text as started`))[0]?.started

it('a closed database is reused as the next one, as empty as a new one', async () => {
  const firstDatabase = await openPooledDatabase()
  const clusterStart = await clusterStartOf(firstDatabase)
  await firstDatabase.db.insert(owner).values(ann)
  await firstDatabase.db.insert(ledger).values(grant)
  await firstDatabase.execute("insert into pgboss.job (name, data) values ('generation', '{}')", [])
  await firstDatabase.execute("update pgboss.queue set retry_limit = 7; set search_path = 'nowhere'", [])
  await firstDatabase.close()

  const nextDatabase = await openPooledDatabase()
  expect(await clusterStartOf(nextDatabase)).toBe(clusterStart)
  expect(await nextDatabase.db.select().from(owner)).toEqual([])
  expect((await nextDatabase.execute('select name from pgboss.job', [])).rows).toEqual([])
  expect((await nextDatabase.execute('select distinct retry_limit from pgboss.queue', [])).rows).toEqual([{ retry_limit: 0 }])
  await nextDatabase.db.insert(owner).values(ann)
  await nextDatabase.db.insert(ledger).values(grant)
  await expect(nextDatabase.db.delete(ledger)).rejects.toThrow()
  await nextDatabase.close()
})

it('the old owner cannot use it after the close, and two in parallel are two databases', async () => {
  const [firstDatabase, secondDatabase] = [await openPooledDatabase(), await openPooledDatabase()]
  expect(await clusterStartOf(firstDatabase)).not.toBe(await clusterStartOf(secondDatabase))
  await firstDatabase.close()
  const nextDatabase = await openPooledDatabase()
  await expect(firstDatabase.db.insert(owner).values(ann)).rejects.toThrow()
  await expect(firstDatabase.db.transaction((tx) => tx.insert(owner).values(ann))).rejects.toThrow()
  await expect(firstDatabase.execute('select 1', [])).rejects.toThrow('closed')
  expect(await nextDatabase.db.select().from(owner)).toEqual([])
  await Promise.all([nextDatabase.close(), secondDatabase.close()])
})

it('a database with a changed schema is not reused', async () => {
  const changedDatabase = await openPooledDatabase()
  const clusterStart = await clusterStartOf(changedDatabase)
  await changedDatabase.execute('alter table ledger disable trigger ledger_append_only', [])
  await changedDatabase.close()
  const nextDatabase = await openPooledDatabase()
  expect(await clusterStartOf(nextDatabase)).not.toBe(clusterStart)
  await nextDatabase.close()
})
