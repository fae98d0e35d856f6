import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LEASE_MS } from '#server/creations/jobs/task-lease.ts'
import { queryRows } from '#server/database/database.ts'
import { ledger, task } from '#server/database/schema.ts'
import { makeRandom } from '#motion/random.ts'
import { generateCustom, queryBatch } from '#shared/api/generation.ts'
import { getPoints } from '#shared/api/user.ts'
import { PROPERTY_SEED } from '../fixtures/property-seed.ts'
import { overNetwork } from '../fixtures/server/built-server-process.ts'
import { type Fleet, type FleetProcess, startFleet } from '../fixtures/server/fleet.ts'
import { type TestClient, commit, createTestClient, createVisitor, creation, customInput, untilStatus, upload } from './client.ts'

const COMMITS = 50
const KILLS = 20
const KILL_EVERY_MS = 3500
const TRY_AGAIN_MS = 200
/** The number of parallel readers. It exceeds the number of database connections of one process. */
const READERS = 30
const WELCOME_POINTS = 100_000
const SHORT_VIDEO = { duration: '4s', resolution: '480p' } as const
/** The longest time until another process renders the tasks of a killed process: their lease expires, then the next sweep finds them. */
const TAKEOVER_MS = 35_000
const TIMEOUT_MS = 300_000
/** The time limit of a render. It is shorter than the test's own limit, so that a failure names the awaited condition. */
const RENDER_TIMEOUT_MS = 60_000
/** Chooses the process to kill. The fixed seed repeats the choices in each run. */
const random = makeRandom(PROPERTY_SEED)

let fleet: Fleet
let visitor: TestClient
let image: string
beforeAll(async () => {
  fleet = await startFleet({ web: 2, worker: 2, environment: { WELCOME_POINTS_VISITOR: String(WELCOME_POINTS), RENDER_WORKERS: '1' } })
  visitor = await createVisitor(overNetwork(fleet))
  image = await upload(visitor)
})
afterAll(() => fleet.close())

/** Repeats the commit with the same key until the server accepts it. Throws if the server refuses it for good. */
async function commitSurely(key: string): Promise<string> {
  for (;;) {
    const answer = await visitor.call(generateCustom, customInput(image, SHORT_VIDEO), { idempotencyKey: key })
    if (answer.ok) return answer.value.batchId
    if (answer.error.retry === 'never') throw new Error(JSON.stringify(answer.error))
    await pause(TRY_AGAIN_MS)
  }
}

const readClaims = () =>
  fleet.database.db
    .select({ id: task.id, worker: task.worker, attempts: task.attempts })
    .from(task)
    .where(inArray(task.status, ['PROCESSING']))

/** Waits until no running task has the same lease as in `claimsBefore`, and returns the waiting time in ms. */
async function measureTakeoverMs(claimsBefore: Awaited<ReturnType<typeof readClaims>>): Promise<number> {
  const startedMs = performance.now()
  const isSame = (claim: (typeof claimsBefore)[number], otherClaim: (typeof claimsBefore)[number]) =>
    claim.id === otherClaim.id && claim.worker === otherClaim.worker && claim.attempts === otherClaim.attempts
  while ((await readClaims()).some((claim) => claimsBefore.some((oldClaim) => isSame(claim, oldClaim)))) {
    if (performance.now() - startedMs > 2 * TAKEOVER_MS) throw new Error('nobody took over')
    await pause(100)
  }
  return performance.now() - startedMs
}

it(
  'twenty processes that are killed under fifty commits lose no video, no point and no commit',
  async () => {
    const keys = Array.from({ length: COMMITS }, () => randomUUID())
    const batchesPromise = (async () => {
      const batches: string[] = []
      for (const key of keys) {
        batches.push(await commitSurely(key))
        await pause((KILLS * KILL_EVERY_MS) / COMMITS)
      }
      return batches
    })()
    const takeoverTimes: Promise<number>[] = []
    for (let count = 0; count < KILLS; count += 1) {
      await pause(KILL_EVERY_MS)
      const victim = fleet.processes[Math.floor(random() * fleet.processes.length)]!
      const claimsBefore = await readClaims()
      await fleet.kill(victim)
      if (victim.role === 'worker') takeoverTimes.push(measureTakeoverMs(claimsBefore))
      await fleet.start(victim.role)
    }
    const batches = await batchesPromise
    expect(new Set(batches).size).toBe(COMMITS)
    expect(await Promise.all(keys.map(commitSurely))).toEqual(batches)
    expect(Math.max(...(await Promise.all(takeoverTimes)))).toBeLessThan(TAKEOVER_MS)
    const countOpenTasks = async () => {
      const [row] = await queryRows<{ open: number }>(
        fleet.database.db,
        sql`select count(*)::int as open from ${task} where ${task.status} in ('PENDING', 'PROCESSING')`,
      )
      return row?.open
    }
    await expect.poll(countOpenTasks, { timeout: TIMEOUT_MS, interval: 500 }).toBe(0)
    const tasks = await fleet.database.db.select().from(task)
    expect(tasks).toHaveLength(COMMITS)
    // A task whose process was killed three times fails, and its points are returned. All other tasks end with a video.
    const failedTasks = tasks.filter(({ status }) => status !== 'SUCCESS')
    expect(failedTasks.map(({ attempts }) => attempts)).toEqual(failedTasks.map(() => 3))
    const spentPoints = tasks.filter(({ status }) => status === 'SUCCESS').reduce((sum, { points }) => sum + points, 0)
    expect((await visitor.get(getPoints, {})).points).toBe(WELCOME_POINTS - spentPoints)
    const ledgerEnds = await fleet.database.db
      .select({ taskId: ledger.taskId })
      .from(ledger)
      .where(inArray(ledger.kind, ['settle', 'return']))
    expect(ledgerEnds.map(({ taskId }) => taskId ?? '').sort()).toEqual(tasks.map(({ id }) => id).sort())
    const storedNames = new Set(await fleet.s3.names())
    for (const { status, videoName } of tasks) expect(storedNames.has(`media/${videoName}`)).toBe(status === 'SUCCESS')
  },
  TIMEOUT_MS * 2,
)

it(
  'a worker that was frozen until another one has made its video writes nothing any more',
  async () => {
    const workers = fleet.processes.filter(({ role }) => role === 'worker')
    const [frozenWorker, otherWorker] = workers as [FleetProcess, FleetProcess]
    otherWorker.child.kill('SIGSTOP')
    const { batchId, taskIds } = await commit(visitor, image, SHORT_VIDEO)
    await expect.poll(async () => (await visitor.get(queryBatch, { batchId })).tasks[0]?.stage, { timeout: LEASE_MS }).toBe('rendering')
    frozenWorker.child.kill('SIGSTOP')
    otherWorker.child.kill('SIGCONT')
    await expect
      .poll(async () => (await visitor.get(queryBatch, { batchId })).tasks[0]?.status, { timeout: 2 * TAKEOVER_MS, interval: 250 })
      .toBe('SUCCESS')
    const video = await creation(visitor, taskIds[0]!)
    const loadVideoBytes = async () =>
      (await visitor.request(video.videoUrl!, { headers: { 'x-user-token': visitor.token } })).arrayBuffer()
    const bytes = Buffer.from(await loadVideoBytes())
    const namesBefore = await fleet.s3.names()
    const requestsBefore = fleet.s3.requestLines.length
    frozenWorker.child.kill('SIGCONT')
    // The other worker is stopped, so that the continued worker renders the next video.
    otherWorker.child.kill('SIGSTOP')
    const nextCommit = await commit(visitor, image, SHORT_VIDEO)
    await untilStatus(visitor, nextCommit.batchId, 'SUCCESS')
    otherWorker.child.kill('SIGCONT')
    const fileName = `media/${video.videoUrl!.split('/').at(-1)}`
    expect(fleet.s3.requestLines.slice(requestsBefore).filter((line) => line.startsWith('PUT') && line.includes(fileName))).toEqual([])
    expect(Buffer.from(await loadVideoBytes())).toEqual(bytes)
    expect((await fleet.s3.names()).length).toBe(namesBefore.length + 2)
    const ledgerRows = await fleet.database.db.select().from(ledger).where(inArray(ledger.taskId, taskIds))
    expect(ledgerRows.map(({ kind }) => kind).sort()).toEqual(['hold', 'settle'])
  },
  TIMEOUT_MS,
)

it('an upload at one process is rendered by another and served by each, on disks of their own', async () => {
  const webServers = fleet.processes.filter(({ role }) => role === 'web').map((member) => overNetwork(member, fleet.origin))
  const clientOf = (web: (typeof webServers)[number]) => createTestClient(web, { token: visitor.token })
  const uploadedImage = await upload(clientOf(webServers[0]!))
  const { batchId, taskIds } = await commit(clientOf(webServers[1]!), uploadedImage, SHORT_VIDEO)
  await expect
    .poll(async () => (await visitor.get(queryBatch, { batchId })).tasks[0]?.status, { timeout: RENDER_TIMEOUT_MS, interval: 250 })
    .toBe('SUCCESS')
  const { videoUrl } = await creation(visitor, taskIds[0]!)
  for (const web of webServers) {
    for (const url of [uploadedImage, videoUrl!]) {
      const answer = await clientOf(web).request(url, { headers: { 'x-user-token': visitor.token, range: 'bytes=0-3' } })
      expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 4])
    }
  }
})

it('a store that accepts a request and never answers is reported after ten seconds, and blocks nothing else', async () => {
  const storedImage = await upload(visitor)
  fleet.s3.fail('stuck')
  let answerCount = 0
  const readers = Array.from({ length: READERS }, () =>
    visitor.request(storedImage, { headers: { 'x-user-token': visitor.token, range: 'bytes=0-0' } }),
  )
  const writers = Array.from({ length: READERS }, () => upload(visitor).catch(() => 'refused'))
  for (const call of [...readers, ...writers]) void call.then(() => (answerCount += 1))
  for (let count = 0; count < READERS; count += 1) await visitor.get(getPoints, {})
  expect(answerCount).toBe(0)
  const answers = await Promise.all(readers)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
  fleet.s3.fail(undefined)
  await Promise.all(writers)
  expect((await visitor.request(storedImage, { headers: { 'x-user-token': visitor.token } })).status).toBe(200)
})
