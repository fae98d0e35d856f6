import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '#server/database/open-database.ts'
import { queryRows } from '#server/database/database.ts'
import { ensureBuilt } from '../../scripts/ensure-built.mjs'
import { startPostgres } from '../../scripts/start-postgres.mjs'
import { SERVER_MAIN, startServerProcess } from '../fixtures/server/built-server-process.ts'
import { MIGRATIONS } from '../fixtures/server/database-snapshot.ts'
import { startS3 } from '../fixtures/server/s3-server.ts'

const MIGRATIONS_AT_ONCE = 8

const runFile = promisify(execFile)
let folder: string
beforeAll(async () => {
  await ensureBuilt()
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-migrate-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const migrate = (environment: Record<string, string>) =>
  runFile(process.execPath, [SERVER_MAIN, 'migrate'], { env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'error', ...environment } })

it('makes tables, queues and assets ahead of the first start, in each database, also eight at once', async () => {
  const postgres = await startPostgres()
  const dataDirs = Array.from({ length: MIGRATIONS_AT_ONCE }, (_, index) => path.join(folder, `disk-${index}`))
  const outputs = await Promise.all(dataDirs.map((DATA_DIR) => migrate({ DATABASE_URL: postgres.url, DATA_DIR })))
  expect(outputs.map(({ stdout }) => stdout)).toEqual(outputs.map(() => 'Tables, queues, and assets are up to date.\n'))
  for (const dataDir of dataDirs) expect(await readdir(path.join(dataDir, 'assets'))).toHaveLength(1)
  const database = await openPostgres(postgres.url, MIGRATIONS, () => undefined)
  const queues = await queryRows<{ name: string }>(database.db, sql`select name from pgboss.queue order by name`)
  expect(queues.map(({ name }) => name)).toContain('generation')
  await database.close()
  await postgres.stop()
  const embeddedDir = path.join(folder, 'embedded')
  await migrate({ DATA_DIR: embeddedDir })
  expect(await readdir(embeddedDir)).toContain('database')
}, 120_000)

it('leaves the assets in the bucket where there is one, and changes nothing beside a process that answers', async () => {
  const [postgres, s3] = await Promise.all([startPostgres(), startS3()])
  const { endpoint, bucket, key, secret } = s3.config
  const sharedEnvironment = { DATABASE_URL: postgres.url, S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_KEY: key, S3_SECRET: secret }
  const environmentFor = (name: string) => ({ ...sharedEnvironment, DATA_DIR: path.join(folder, name) })
  await migrate(environmentFor('before'))
  expect(await readdir(path.join(folder, 'before'))).not.toContain('assets')
  const storedNames = await s3.names()
  expect(storedNames.filter((name) => /^builds\/\w+\/used$/.test(name))).toHaveLength(1)
  const server = await startServerProcess(SERVER_MAIN, environmentFor('server'))
  await migrate(environmentFor('beside'))
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  expect(await s3.names()).toEqual(storedNames)
  await server.end('SIGTERM')
  await Promise.all([postgres.stop(), s3.close()])
}, 120_000)

it('prints one line with the reason of a failure', async () => {
  const failingRun = migrate({ DATABASE_URL: 'postgres://nobody:secret-word@127.0.0.1:9/none', DATA_DIR: path.join(folder, 'none') })
  const { code, stderr } = await failingRun.then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  )
  expect([code, stderr.trim().split('\n')]).toEqual([1, [expect.stringContaining('ECONNREFUSED')]])
  expect(stderr).not.toContain('secret-word')
})
