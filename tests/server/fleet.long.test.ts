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
const PICK_UP_LIMIT_MS = 50
const PICK_UPS = 11
const STOP_LIMIT_MS = 1000
const CLOCK_SKEW_MS = 70_000
const ROUND_MS = 60_000
const OUTAGE_MS = 2000
/** The host name in the tests' certificate. */
const PUSH_HOST = 'files.provider.test'
const WAITING_VIDEOS = 10_000
const SWEEP_MS = 5000
const MAX_JOBS = 100

let postgres: Awaited<ReturnType<typeof startPostgres>>
let dataDir: string
let servers: TestServer[] = []
let databaseCount = 0
let url: string

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

beforeEach(async () => {
  await postgres.start()
  dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-fleet-'))
  databaseCount += 1
  await runStatement(postgres.url, `create database fleet_${databaseCount}`)
  const address = new URL(postgres.url)
  address.pathname = `/fleet_${databaseCount}`
  url = address.href
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  servers = []
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

async function runStatement(connectionString: string, statement: string): Promise<void> {
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
async function startWebAndWorker() {
  const engine = createPausedEngine()
  const web = await startProcess('web')
  const worker = await startProcess('worker', { engine })
  const visitor = await createVisitor(web)
  return { engine, web, worker, visitor, image: await upload(visitor) }
}

const clientAt = (server: TestServer, { token }: TestClient) => createTestClient(server, { token })

it('parallel first starts make each queue once, and no start waits for ever', async () => {
  const databases = await Promise.all(Array.from({ length: FIRST_STARTS }, () => openPostgres(url, MIGRATIONS, () => undefined)))
  const errors: Error[] = []
  const bosses = await Promise.all(
    databases.map((database) => openBoss({ database, createQueues, onError: (error) => errors.push(error) })),
  )
  expect(errors).toEqual([])
  await Promise.all(bosses.map((boss) => boss.stop()))
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
  const { engine, web, visitor, image } = await startWebAndWorker()
  const waitsMs: number[] = []
  for (let count = 0; count < PICK_UPS; count += 1) {
    const { batchId, taskIds } = await commit(visitor, image)
    const acceptedMs = performance.now()
    await engine.untilPaused(1)
    waitsMs.push(performance.now() - acceptedMs)
    if (count > 0) {
      engine.release()
      await untilStatus(visitor, batchId, 'SUCCESS')
      continue
    }
    const requestedMs = performance.now()
    await clientAt(web, visitor).get(cancelTask, { taskId: taskIds[0]! })
    await expect.poll(() => engine.paused).toEqual([])
    expect(performance.now() - requestedMs).toBeLessThan(STOP_LIMIT_MS)
  }
  expect(waitsMs.toSorted((a, b) => a - b)[Math.floor(PICK_UPS / 2)]).toBeLessThan(PICK_UP_LIMIT_MS)
})

it('a process with a wrong clock, fast or slow, claims no work of another one', async () => {
  const { engine, visitor, image } = await startWebAndWorker()
  const { batchId, taskIds } = await commit(visitor, image)
  await engine.untilPaused(1)
  const engineStarts = [CLOCK_SKEW_MS, -CLOCK_SKEW_MS].map(async (skewMs) => {
    const otherEngine = createPausedEngine()
    await startProcess('all', { engine: otherEngine, nowMs: () => Date.now() + skewMs })
    return otherEngine
  })
  const otherEngines = await Promise.all(engineStarts)
  const [taskBefore] = await servers[0]!.database.db.select().from(task).where(eq(task.id, taskIds[0]!))
  await expect
    .poll(async () => (await servers[0]!.database.db.select().from(task).where(eq(task.id, taskIds[0]!)))[0]?.leaseUntilMs, {
      timeout: LEASE_MS,
    })
    .toBeGreaterThan(taskBefore?.leaseUntilMs ?? 0)
  expect(otherEngines.flatMap(({ seen }) => seen)).toEqual([])
  engine.release()
  await untilStatus(visitor, batchId, 'SUCCESS')
}, 60_000)

it.each([CLOCK_SKEW_MS, -CLOCK_SKEW_MS])(
  'a process whose clock is %i ms off retains its own work, for one lease of the database',
  async (skewMs) => {
    const [engine, otherEngine] = [createPausedEngine(), createPausedEngine()]
    const web = await startProcess('web')
    await startProcess('worker', { engine, nowMs: () => Date.now() + skewMs })
    const visitor = await createVisitor(web)
    const { batchId, taskIds } = await commit(visitor, await upload(visitor))
    await engine.untilPaused(1)
    await startProcess('worker', { engine: otherEngine })
    const readLeaseLeftMs = async () => {
      const statement = sql`select lease_until_ms - (extract(epoch from clock_timestamp()) * 1000)::bigint as ms from task where id = ${taskIds[0]}`
      return Number((await queryRows<{ ms: string }>(web.database.db, statement))[0]?.ms)
    }
    expect(await readLeaseLeftMs()).toBeGreaterThan(0)
    expect(await readLeaseLeftMs()).toBeLessThanOrEqual(LEASE_MS)
    await pause(SWEEP_MS + 1000)
    expect(otherEngine.seen).toEqual([])
    engine.release()
    await untilStatus(visitor, batchId, 'SUCCESS')
  },
  60_000,
)

it('a video in progress during a database restart is not lost, and made once', async () => {
  const { engine, visitor, image } = await startWebAndWorker()
  const { batchId, taskIds } = await commit(visitor, image)
  await engine.untilPaused(1)
  const [taskBefore] = await servers[0]!.database.db.select().from(task).where(eq(task.id, taskIds[0]!))
  await postgres.kill()
  await postgres.start()
  const readLeaseEnd = async () => (await servers[0]!.database.db.select().from(task).where(eq(task.id, taskIds[0]!)))[0]?.leaseUntilMs
  await expect.poll(readLeaseEnd, { timeout: LEASE_MS }).toBeGreaterThan(taskBefore?.leaseUntilMs ?? 0)
  engine.release()
  await untilStatus(visitor, batchId, 'SUCCESS')
  expect(engine.seen).toHaveLength(1)
}, 60_000)

it('work whose lease expired while the database was down is not reclaimed for one more lease', async () => {
  const { engine, web, visitor, image } = await startWebAndWorker()
  const { batchId, taskIds } = await commit(visitor, image)
  await engine.untilPaused(1)
  const { db } = web.database
  const queue = { refill: async () => undefined, send: async () => undefined }
  const files = { remove: async () => undefined }
  const otherRecovery = createRecovery({ db, queue, files, nowMs: Date.now, isRunningHere: () => false, claimable: () => undefined })
  const [taskBefore] = await db.select().from(task).where(eq(task.id, taskIds[0]!))
  await postgres.kill()
  await expect(otherRecovery.sweep()).rejects.toThrow()
  await postgres.start()
  await expect.poll(async () => (await web.app.request('/readyz')).status).toBe(200)
  await db.update(task).set({ leaseUntilMs: 0 }).where(eq(task.id, taskIds[0]!))
  await otherRecovery.sweep()
  const [taskAfter] = await db.select().from(task).where(eq(task.id, taskIds[0]!))
  expect([taskAfter?.status, taskAfter?.worker]).toEqual(['PROCESSING', taskBefore?.worker])
  engine.release()
  await untilStatus(visitor, batchId, 'SUCCESS')
}, 60_000)

it('a worker that finishes a task after its lease is lost stores no file of it', async () => {
  const { engine, web, visitor, image } = await startWebAndWorker()
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
  const { engine, visitor, image } = await startWebAndWorker()
  await commit(visitor, image)
  await engine.untilPaused(1)
  const secondCommit = await commit(visitor, image)
  await postgres.kill()
  await postgres.start()
  engine.release()
  await engine.untilPaused(1)
  engine.release()
  await untilStatus(visitor, secondCommit.batchId, 'SUCCESS')
  expect(engine.seen).toHaveLength(2)
}, 60_000)

it('a sweep of ten thousand waiting videos costs the same as of a few: the oldest ones have a job', async () => {
  const { engine, web, visitor, image } = await startWebAndWorker()
  await commit(visitor, image)
  await engine.untilPaused(1)
  const { batchId } = await commit(visitor, image)
  const { db } = web.database
  const [waitingTask] = await db.select().from(task).where(eq(task.batchId, batchId))
  const moreTasks = Array.from({ length: WAITING_VIDEOS }, (_, index) => ({
    ...waitingTask!,
    id: randomUUID(),
    take: index + 1,
    createdAtMs: waitingTask!.createdAtMs + index + 1,
    videoName: `${randomUUID()}.mp4`,
    posterName: `${randomUUID()}.jpg`,
  }))
  for (let start = 0; start < WAITING_VIDEOS; start += 1000) await db.insert(task).values(moreTasks.slice(start, start + 1000))
  const readJobRows = () =>
    queryRows<{ jobs: number }>(db, sql`select count(*)::int as jobs from pgboss.job where name = 'generation' and state < 'active'`)
  await expect.poll(async () => (await readJobRows())[0]?.jobs).toBeGreaterThan(1)
  await pause(2 * SWEEP_MS)
  expect((await readJobRows())[0]?.jobs).toBeLessThanOrEqual(MAX_JOBS)
}, 60_000)

it('a video that finishes while the database is down is not lost, and made once', async () => {
  const { engine, visitor, image } = await startWebAndWorker()
  const { batchId, taskIds } = await commit(visitor, image)
  await engine.untilPaused(1)
  await postgres.kill()
  engine.release()
  // The server fails to store the end of the video while the database is down.
  await pause(OUTAGE_MS)
  await postgres.start()
  await untilStatus(visitor, batchId, 'SUCCESS')
  const [finishedTask] = await servers[0]!.database.db.select().from(task).where(eq(task.id, taskIds[0]!))
  expect(finishedTask?.attempts).toBe(1)
  expect(engine.seen).toHaveLength(1)
}, 60_000)

it('without the database a call returns that the client should retry, and a repeat with its key runs once', async () => {
  const { engine, web, visitor, image } = await startWebAndWorker()
  await postgres.kill()
  const key = randomUUID()
  const refusedAnswer = await visitor.call(generateCustom, customInput(image), { idempotencyKey: key })
  expect(refusedAnswer).toMatchObject({ ok: false, error: { code: 'H503', retry: 'later' } })
  expect([visitor.status(), visitor.headers().get('retry-after')]).toEqual([503, '5'])
  expect((await web.app.request('/readyz')).status).toBe(503)
  await postgres.start()
  await expect.poll(async () => (await web.app.request('/readyz')).status).toBe(200)
  const firstCommit = await commit(visitor, image, {}, key)
  expect(await commit(visitor, image, {}, key)).toEqual(firstCommit)
  await engine.untilPaused(1)
  engine.release()
  await untilStatus(visitor, firstCommit.batchId, 'SUCCESS')
}, 60_000)

it('signals arrive again after a lost connection, and missed ones are polled', async () => {
  const { engine, web, visitor, image } = await startWebAndWorker()
  const signals = await openSignals(web.database)
  const receivedSubjects: string[] = []
  signals.on('mail', (subject) => receivedSubjects.push(subject))
  const readListeners = () =>
    queryRows<{ pid: number }>(
      web.database.db,
      sql`select pid from pg_stat_activity where application_name = 'kinora signals' and datname = current_database()`,
    )
  const listenersBefore = await readListeners()
  expect(listenersBefore).toHaveLength(3)
  for (const { pid } of listenersBefore) await web.database.db.execute(sql`select pg_terminate_backend(${pid})`)
  const { batchId } = await commit(visitor, image)
  await engine.untilPaused(1)
  engine.release()
  await untilStatus(visitor, batchId, 'SUCCESS')
  await expect
    .poll(async () => (await readListeners()).filter(({ pid }) => listenersBefore.every((listener) => listener.pid !== pid)))
    .toHaveLength(3)
  await expect.poll(() => receivedSubjects).toEqual([''])
  await signal(web.database.db, 'mail', 'told')
  await expect.poll(() => receivedSubjects).toEqual(['', 'told'])
  await signals.stop()
})

it('of several processes that request a round, one runs it in each period', async () => {
  const database = await openPostgres(url, MIGRATIONS, () => undefined)
  let roundCount = 0
  const members = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const boss = await openBoss({ database, createQueues: (queues) => createRoundQueue(queues, 'some'), onError: () => undefined })
      const requestRounds = () =>
        openRounds({
          boss: boss.queues,
          name: 'some',
          everyMs: ROUND_MS,
          round: async () => void (roundCount += 1),
          tracing: NO_TRACING,
          onError: () => undefined,
        })
      return { boss, rounds: [await requestRounds(), await requestRounds()] }
    }),
  )
  await expect.poll(() => roundCount).toBeGreaterThan(0)
  const periods = await queryRows<{ at: string }>(database.db, sql`select distinct singleton_on as at from pgboss.job where name = 'some'`)
  await expect.poll(() => roundCount).toBe(periods.length)
  const jobs = await queryRows(database.db, sql`select id from pgboss.job where name = 'some'`)
  expect(jobs).toHaveLength(periods.length)
  for (const { boss, rounds: openedRounds } of members) {
    for (const openedRound of openedRounds) await openedRound.stop()
    await boss.stop()
  }
  await database.close()
})

it('a round that is longer than its period runs alone', async () => {
  const database = await openPostgres(url, MIGRATIONS, () => undefined)
  let [runningCount, maxRunning, startCount] = [0, 0, 0]
  const round = async () => {
    startCount += 1
    runningCount += 1
    maxRunning = Math.max(maxRunning, runningCount)
    await pause(3000)
    runningCount -= 1
  }
  const onError = () => undefined
  const members = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const boss = await openBoss({ database, createQueues: (queues) => createRoundQueue(queues, 'long'), onError })
      return { boss, rounds: await openRounds({ boss: boss.queues, name: 'long', everyMs: 1000, round, tracing: NO_TRACING, onError }) }
    }),
  )
  await expect.poll(() => startCount, { timeout: 20_000 }).toBeGreaterThan(1)
  expect(maxRunning).toBe(1)
  for (const { boss, rounds } of members) {
    await rounds.stop()
    await boss.stop()
  }
  await database.close()
}, 60_000)

it('a browser that subscribed at one process is notified by another, once', async () => {
  const arrivals: string[] = []
  const pushService = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (request, response) => {
    arrivals.push(request.url ?? '')
    response.writeHead(201).end()
  })
  await new Promise<void>((resolve) => pushService.listen(0, '127.0.0.1', resolve))
  const pushNetwork: PublicDeps = { resolve: async () => [{ address: '127.0.0.1', family: 4 }], isPublic: () => true, ca: TEST_CERTIFICATE }
  const [web, otherWeb] = [await startProcess('web', { pushNetwork }), await startProcess('web', { pushNetwork })]
  for (let count = 0; count < 2; count += 1) await startProcess('worker', { pushNetwork })
  const visitor = await createVisitor(web)
  const browserKeys = createECDH('prime256v1')
  browserKeys.generateKeys()
  const keys = { p256dh: browserKeys.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
  await visitor.get(subscribePush, { endpoint: `https://${PUSH_HOST}:${(pushService.address() as AddressInfo).port}/ann`, keys })
  const { batchId } = await commit(clientAt(otherWeb, visitor), await upload(visitor))
  await untilStatus(visitor, batchId, 'SUCCESS')
  await expect.poll(() => arrivals).toEqual(['/ann'])
  await expect.poll(() => web.database.db.select().from(pushMessage)).toEqual([])
  expect(arrivals).toEqual(['/ann'])
  pushService.closeAllConnections()
  pushService.close()
})
