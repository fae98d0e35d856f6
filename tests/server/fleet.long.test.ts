import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Config } from '#server/config/config.ts'
import { createQueues } from '#server/boot/start-work.ts'
import { createRecovery } from '#server/creations/jobs/recover-tasks.ts'
import { LEASE_MS } from '#server/creations/jobs/task-lease.ts'
import { queryRows } from '#server/database/database.ts'
import { openPostgres } from '#server/database/open-database.ts'
import { pushMessage } from '#server/database/push-schema.ts'
import { task } from '#server/database/schema.ts'
import type { PublicDeps } from '#server/net/open-public.ts'
import { openBoss, createRoundQueue, openRounds } from '#server/queue/open-boss.ts'
import { openSignals, signal } from '#server/queue/signals.ts'
import { NO_TRACING } from '#server/telemetry/tracing.ts'
import { cancelTask, generateCustom, queryBatch } from '#shared/api/generation.ts'
import { subscribePush } from '#shared/api/push.ts'
import { startPostgres } from '../../scripts/start-postgres.mjs'
import { TEST_CERTIFICATE, TEST_KEY } from '../fixtures/engines/test-certificate.ts'
import { MIGRATIONS } from '../fixtures/server/database-snapshot.ts'
import { createPausedEngine } from '../fixtures/server/test-engines.ts'
import { type TestServer, type TestServerOptions, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, commit, createTestClient, createVisitor, customInput, untilStatus, upload } from './client.ts'

/** The number of processes that open an empty database at the same time. */
const FIRST_STARTS = 8
const PICKED_UP_MS = 50
const PICK_UPS = 11
const STOPPED_MS = 1000
const SKEW_MS = 70_000
const ROUND_MS = 60_000
const AWAY_MS = 2000
/** The host name in the tests' certificate. */
const PUSH_HOST = 'files.provider.test'
const WAITING = 10_000
const SWEEP_MS = 5000
const SWEPT = 100

let postgres: Awaited<ReturnType<typeof startPostgres>>
let dataDir: string
let servers: TestServer[] = []
let databases = 0
let url: string

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

beforeEach(async () => {
  await postgres.start()
  dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-fleet-'))
  databases += 1
  await query(postgres.url, `create database fleet_${databases}`)
  const address = new URL(postgres.url)
  address.pathname = `/fleet_${databases}`
  url = address.href
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  servers = []
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

async function query(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function startProcess(role: Config['role'], options: TestServerOptions = {}): Promise<TestServer> {
  const database = await openPostgres(url, MIGRATIONS, () => undefined)
  const config = { dataDir, welcomePointsVisitor: 10_000, role }
  const server = await startTestServer({ listen: false, database, ...options, config })
  servers.push(server)
  return server
}

/** Starts a web process and a worker process whose videos wait for their release. */
async function startTwo() {
  const engine = createPausedEngine()
  const web = await startProcess('web')
  const worker = await startProcess('worker', { engine })
  const visitor = await createVisitor(web)
  return { engine, web, worker, visitor, image: await upload(visitor) }
}

const through = (server: TestServer, { token }: TestClient) => createTestClient(server, { token })

it('parallel first starts make each queue once, and no start waits for ever', async () => {
  const databases = await Promise.all(Array.from({ length: FIRST_STARTS }, () => openPostgres(url, MIGRATIONS, () => undefined)))
  const errors: Error[] = []
  const opened = await Promise.all(
    databases.map((database) => openBoss({ database, createQueues, onError: (error) => errors.push(error) })),
  )
  expect(errors).toEqual([])
  await Promise.all(opened.map((boss) => boss.stop()))
  await Promise.all(databases.map((database) => database.close()))
  const visitor = await createVisitor(await startProcess('all'))
  const { batchId } = await commit(visitor, await upload(visitor))
  await untilStatus(visitor, batchId, 'SUCCESS')
}, 60_000)

it('a web process makes no video, and a worker answers health checks alone', async () => {
  const web = await startProcess('web')
  const visitor = await createVisitor(web)
  const { batchId } = await commit(visitor, await upload(visitor))
  expect((await visitor.get(queryBatch, { batchId })).tasks[0]?.stage).toBe('queued')
  const worker = await startProcess('worker')
  await untilStatus(visitor, batchId, 'SUCCESS')
  expect((await worker.app.request('/readyz')).status).toBe(200)
  for (const path of ['/', '/home', '/api/v1/user/me', '/media/x.mp4']) expect((await worker.app.request(path)).status).toBe(404)
})

it('work is claimed by another process at once, and a cancellation stops it there', async () => {
  const { engine, web, visitor, image } = await startTwo()
  const waits: number[] = []
  for (let count = 0; count < PICK_UPS; count += 1) {
    const { batchId, taskIds } = await commit(visitor, image)
    const acceptedMs = performance.now()
    await engine.untilPaused(1)
    waits.push(performance.now() - acceptedMs)
    if (count > 0) {
      engine.release()
      await untilStatus(visitor, batchId, 'SUCCESS')
      continue
    }
    const askedMs = performance.now()
    await through(web, visitor).get(cancelTask, { taskId: taskIds[0]! })
    await expect.poll(() => engine.paused).toEqual([])
    expect(performance.now() - askedMs).toBeLessThan(STOPPED_MS)
  }
  expect(waits.toSorted((a, b) => a - b)[Math.floor(PICK_UPS / 2)]).toBeLessThan(PICKED_UP_MS)
})

it('a process with a wrong clock, fast or slow, claims no work of another one', async () => {
  const { engine, visitor, image } = await startTwo()
  const { batchId, taskIds } = await commit(visitor, image)
  await engine.untilPaused(1)
  const sweeps = [SKEW_MS, -SKEW_MS].map(async (skewMs) => {
    const other = createPausedEngine()
    await startProcess('all', { engine: other, nowMs: () => Date.now() + skewMs })
    return other
  })
  const others = await Promise.all(sweeps)
  const [leased] = await servers[0]!.database.db.select().from(task).where(eq(task.id, taskIds[0]!))
  await expect
    .poll(async () => (await servers[0]!.database.db.select().from(task).where(eq(task.id, taskIds[0]!)))[0]?.leaseUntilMs, {
      timeout: LEASE_MS,
    })
    .toBeGreaterThan(leased?.leaseUntilMs ?? 0)
  expect(others.flatMap(({ seen }) => seen)).toEqual([])
  engine.release()
  await untilStatus(visitor, batchId, 'SUCCESS')
}, 60_000)

it.each([SKEW_MS, -SKEW_MS])(
  'a process whose clock is %i ms off retains its own work, for one lease of the database',
  async (skewMs) => {
    const [engine, other] = [createPausedEngine(), createPausedEngine()]
    const web = await startProcess('web')
    await startProcess('worker', { engine, nowMs: () => Date.now() + skewMs })
    const visitor = await createVisitor(web)
    const { batchId, taskIds } = await commit(visitor, await upload(visitor))
    await engine.untilPaused(1)
    await startProcess('worker', { engine: other })
    const leftMs = async () => {
      const left = sql`select lease_until_ms - (extract(epoch from clock_timestamp()) * 1000)::bigint as ms from task where id = ${taskIds[0]}`
      return Number((await queryRows<{ ms: string }>(web.database.db, left))[0]?.ms)
    }
    expect(await leftMs()).toBeGreaterThan(0)
    expect(await leftMs()).toBeLessThanOrEqual(LEASE_MS)
    await pause(SWEEP_MS + 1000)
    expect(other.seen).toEqual([])
    engine.release()
    await untilStatus(visitor, batchId, 'SUCCESS')
  },
  60_000,
)

it('a video in progress during a database restart is not lost, and made once', async () => {
  const { engine, visitor, image } = await startTwo()
  const { batchId, taskIds } = await commit(visitor, image)
  await engine.untilPaused(1)
  const [leased] = await servers[0]!.database.db.select().from(task).where(eq(task.id, taskIds[0]!))
  await postgres.kill()
  await postgres.start()
  const leaseEnd = async () => (await servers[0]!.database.db.select().from(task).where(eq(task.id, taskIds[0]!)))[0]?.leaseUntilMs
  await expect.poll(leaseEnd, { timeout: LEASE_MS }).toBeGreaterThan(leased?.leaseUntilMs ?? 0)
  engine.release()
  await untilStatus(visitor, batchId, 'SUCCESS')
  expect(engine.seen).toHaveLength(1)
}, 60_000)

it('work whose lease expired while the database was down is not reclaimed for one more lease', async () => {
  const { engine, web, visitor, image } = await startTwo()
  const { batchId, taskIds } = await commit(visitor, image)
  await engine.untilPaused(1)
  const { db } = web.database
  const queue = { refill: async () => undefined, send: async () => undefined }
  const files = { remove: async () => undefined }
  const other = createRecovery({ db, queue, files, nowMs: Date.now, isRunningHere: () => false, claimable: () => undefined })
  const [before] = await db.select().from(task).where(eq(task.id, taskIds[0]!))
  await postgres.kill()
  await expect(other.sweep()).rejects.toThrow()
  await postgres.start()
  await expect.poll(async () => (await web.app.request('/readyz')).status).toBe(200)
  await db.update(task).set({ leaseUntilMs: 0 }).where(eq(task.id, taskIds[0]!))
  await other.sweep()
  const [after] = await db.select().from(task).where(eq(task.id, taskIds[0]!))
  expect([after?.status, after?.worker]).toEqual(['PROCESSING', before?.worker])
  engine.release()
  await untilStatus(visitor, batchId, 'SUCCESS')
}, 60_000)

it('a worker that finishes a task after its lease is lost stores no file of it', async () => {
  const { engine, web, visitor, image } = await startTwo()
  const { taskIds } = await commit(visitor, image)
  await engine.untilPaused(1)
  const claim = { worker: 'another', attempts: 2 }
  const [row] = await web.database.db.update(task).set(claim).where(eq(task.id, taskIds[0]!)).returning()
  engine.release()
  await pause(2000)
  const names = await readdir(path.join(dataDir, 'media'), { recursive: true })
  expect(names.filter((name) => [row!.videoName, row!.posterName].includes(path.basename(name)))).toEqual([])
}, 60_000)

it('a video that waits during a database restart is made afterwards', async () => {
  const { engine, visitor, image } = await startTwo()
  await commit(visitor, image)
  await engine.untilPaused(1)
  const second = await commit(visitor, image)
  await postgres.kill()
  await postgres.start()
  engine.release()
  await engine.untilPaused(1)
  engine.release()
  await untilStatus(visitor, second.batchId, 'SUCCESS')
  expect(engine.seen).toHaveLength(2)
}, 60_000)

it('a sweep of ten thousand waiting videos costs the same as of a few: the oldest ones have a job', async () => {
  const { engine, web, visitor, image } = await startTwo()
  await commit(visitor, image)
  await engine.untilPaused(1)
  const { batchId } = await commit(visitor, image)
  const { db } = web.database
  const [own] = await db.select().from(task).where(eq(task.batchId, batchId))
  const more = Array.from({ length: WAITING }, (_, index) => ({
    ...own!,
    id: randomUUID(),
    take: index + 1,
    createdAtMs: own!.createdAtMs + index + 1,
    videoName: `${randomUUID()}.mp4`,
    posterName: `${randomUUID()}.jpg`,
  }))
  for (let at = 0; at < WAITING; at += 1000) await db.insert(task).values(more.slice(at, at + 1000))
  const waiting = () =>
    queryRows<{ jobs: number }>(db, sql`select count(*)::int as jobs from pgboss.job where name = 'generation' and state < 'active'`)
  await expect.poll(async () => (await waiting())[0]?.jobs).toBeGreaterThan(1)
  await pause(2 * SWEEP_MS)
  expect((await waiting())[0]?.jobs).toBeLessThanOrEqual(SWEPT)
}, 60_000)

it('a video that finishes while the database is down is not lost, and made once', async () => {
  const { engine, visitor, image } = await startTwo()
  const { batchId, taskIds } = await commit(visitor, image)
  await engine.untilPaused(1)
  await postgres.kill()
  engine.release()
  // The server fails to store the end of the video while the database is down.
  await pause(AWAY_MS)
  await postgres.start()
  await untilStatus(visitor, batchId, 'SUCCESS')
  const [made] = await servers[0]!.database.db.select().from(task).where(eq(task.id, taskIds[0]!))
  expect(made?.attempts).toBe(1)
  expect(engine.seen).toHaveLength(1)
}, 60_000)

it('without the database a call returns that the client should retry, and a repeat with its key runs once', async () => {
  const { engine, web, visitor, image } = await startTwo()
  await postgres.kill()
  const key = randomUUID()
  const refused = await visitor.call(generateCustom, customInput(image), { idempotencyKey: key })
  expect(refused).toMatchObject({ ok: false, error: { code: 'H503', retry: 'later' } })
  expect([visitor.status(), visitor.headers().get('retry-after')]).toEqual([503, '5'])
  expect((await web.app.request('/readyz')).status).toBe(503)
  await postgres.start()
  await expect.poll(async () => (await web.app.request('/readyz')).status).toBe(200)
  const first = await commit(visitor, image, {}, key)
  expect(await commit(visitor, image, {}, key)).toEqual(first)
  await engine.untilPaused(1)
  engine.release()
  await untilStatus(visitor, first.batchId, 'SUCCESS')
}, 60_000)

it('signals arrive again after a lost connection, and missed ones are polled', async () => {
  const { engine, web, visitor, image } = await startTwo()
  const signals = await openSignals(web.database)
  const received: string[] = []
  signals.on('mail', (subject) => received.push(subject))
  const listening = () =>
    queryRows<{ pid: number }>(
      web.database.db,
      sql`select pid from pg_stat_activity where application_name = 'kinora signals' and datname = current_database()`,
    )
  const before = await listening()
  expect(before).toHaveLength(3)
  for (const { pid } of before) await web.database.db.execute(sql`select pg_terminate_backend(${pid})`)
  const { batchId } = await commit(visitor, image)
  await engine.untilPaused(1)
  engine.release()
  await untilStatus(visitor, batchId, 'SUCCESS')
  await expect.poll(async () => (await listening()).filter(({ pid }) => before.every((old) => old.pid !== pid))).toHaveLength(3)
  await expect.poll(() => received).toEqual([''])
  await signal(web.database.db, 'mail', 'told')
  await expect.poll(() => received).toEqual(['', 'told'])
  await signals.stop()
})

it('of several processes that request a round, one runs it in each period', async () => {
  const database = await openPostgres(url, MIGRATIONS, () => undefined)
  let rounds = 0
  const opened = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const boss = await openBoss({ database, createQueues: (queues) => createRoundQueue(queues, 'some'), onError: () => undefined })
      const ask = () =>
        openRounds({
          boss: boss.queues,
          name: 'some',
          everyMs: ROUND_MS,
          round: async () => void (rounds += 1),
          tracing: NO_TRACING,
          onError: () => undefined,
        })
      return { boss, rounds: [await ask(), await ask()] }
    }),
  )
  await expect.poll(() => rounds).toBeGreaterThan(0)
  const periods = await queryRows<{ at: string }>(database.db, sql`select distinct singleton_on as at from pgboss.job where name = 'some'`)
  await expect.poll(() => rounds).toBe(periods.length)
  const jobs = await queryRows(database.db, sql`select id from pgboss.job where name = 'some'`)
  expect(jobs).toHaveLength(periods.length)
  for (const { boss, rounds: asked } of opened) {
    for (const each of asked) await each.stop()
    await boss.stop()
  }
  await database.close()
})

it('a round that is longer than its period runs alone', async () => {
  const database = await openPostgres(url, MIGRATIONS, () => undefined)
  let [running, most, begun] = [0, 0, 0]
  const round = async () => {
    begun += 1
    running += 1
    most = Math.max(most, running)
    await pause(3000)
    running -= 1
  }
  const onError = () => undefined
  const opened = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const boss = await openBoss({ database, createQueues: (queues) => createRoundQueue(queues, 'long'), onError })
      return { boss, rounds: await openRounds({ boss: boss.queues, name: 'long', everyMs: 1000, round, tracing: NO_TRACING, onError }) }
    }),
  )
  await expect.poll(() => begun, { timeout: 20_000 }).toBeGreaterThan(1)
  expect(most).toBe(1)
  for (const { boss, rounds } of opened) {
    await rounds.stop()
    await boss.stop()
  }
  await database.close()
}, 60_000)

it('a browser that subscribed at one process is notified by another, once', async () => {
  const arrivals: string[] = []
  const service = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (request, response) => {
    arrivals.push(request.url ?? '')
    response.writeHead(201).end()
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const pushNetwork: PublicDeps = { resolve: async () => [{ address: '127.0.0.1', family: 4 }], isPublic: () => true, ca: TEST_CERTIFICATE }
  const [web, other] = [await startProcess('web', { pushNetwork }), await startProcess('web', { pushNetwork })]
  for (let count = 0; count < 2; count += 1) await startProcess('worker', { pushNetwork })
  const visitor = await createVisitor(web)
  const own = createECDH('prime256v1')
  own.generateKeys()
  const keys = { p256dh: own.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
  await visitor.get(subscribePush, { endpoint: `https://${PUSH_HOST}:${(service.address() as AddressInfo).port}/ann`, keys })
  const { batchId } = await commit(through(other, visitor), await upload(visitor))
  await untilStatus(visitor, batchId, 'SUCCESS')
  await expect.poll(() => arrivals).toEqual(['/ann'])
  await expect.poll(() => web.database.db.select().from(pushMessage)).toEqual([])
  expect(arrivals).toEqual(['/ann'])
  service.closeAllConnections()
  service.close()
})
