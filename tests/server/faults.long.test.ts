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
/** More readers than one process has database connections. */
const READERS = 30
const POINTS = 100_000
const SHORT = { duration: '4s', resolution: '480p' } as const
/** The limit until another process renders a killed process's tasks: the length of a lease, and the sweep after it. */
const TAKEOVER_MS = 35_000
const LIMIT_MS = 300_000
/** Shorter than the test's limit, so that the failure names the condition. */
const MADE_WITHIN_MS = 60_000
/** Chooses the process to kill. The fixed seed repeats the choices in each run. */
const random = makeRandom(PROPERTY_SEED)

let fleet: Fleet
let visitor: TestClient
let image: string
beforeAll(async () => {
  fleet = await startFleet({ web: 2, worker: 2, environment: { WELCOME_POINTS_VISITOR: String(POINTS), RENDER_WORKERS: '1' } })
  visitor = await createVisitor(overNetwork(fleet))
  image = await upload(visitor)
})
afterAll(() => fleet.close())

/** Repeats the commit with the same key until the server accepts it. */
async function commitSurely(key: string): Promise<string> {
  for (;;) {
    const answer = await visitor.call(generateCustom, customInput(image, SHORT), { idempotencyKey: key })
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

/** Waits until every running task has another lease than in `before`, and returns the waiting time in ms. */
async function takeoverMs(before: Awaited<ReturnType<typeof readClaims>>): Promise<number> {
  const startedMs = performance.now()
  const isSame = (one: (typeof before)[number], other: (typeof before)[number]) =>
    one.id === other.id && one.worker === other.worker && one.attempts === other.attempts
  while ((await readClaims()).some((now) => before.some((old) => isSame(now, old)))) {
    if (performance.now() - startedMs > 2 * TAKEOVER_MS) throw new Error('nobody took over')
    await pause(100)
  }
  return performance.now() - startedMs
}

it(
  'twenty processes that are killed under fifty commits lose no video, no point and no commit',
  async () => {
    const keys = Array.from({ length: COMMITS }, () => randomUUID())
    const accepted = (async () => {
      const batches: string[] = []
      for (const key of keys) {
        batches.push(await commitSurely(key))
        await pause((KILLS * KILL_EVERY_MS) / COMMITS)
      }
      return batches
    })()
    const takeovers: Promise<number>[] = []
    for (let count = 0; count < KILLS; count += 1) {
      await pause(KILL_EVERY_MS)
      const victim = fleet.processes[Math.floor(random() * fleet.processes.length)]!
      const before = await readClaims()
      await fleet.kill(victim)
      if (victim.role === 'worker') takeovers.push(takeoverMs(before))
      await fleet.start(victim.role)
    }
    const batches = await accepted
    expect(new Set(batches).size).toBe(COMMITS)
    expect(await Promise.all(keys.map(commitSurely))).toEqual(batches)
    expect(Math.max(...(await Promise.all(takeovers)))).toBeLessThan(TAKEOVER_MS)
    const ended = async () => {
      const [row] = await queryRows<{ open: number }>(
        fleet.database.db,
        sql`select count(*)::int as open from ${task} where ${task.status} in ('PENDING', 'PROCESSING')`,
      )
      return row?.open
    }
    await expect.poll(ended, { timeout: LIMIT_MS, interval: 500 }).toBe(0)
    const tasks = await fleet.database.db.select().from(task)
    expect(tasks).toHaveLength(COMMITS)
    // A task whose process was killed three times fails, and its points are returned. All other tasks end with a video.
    const failed = tasks.filter(({ status }) => status !== 'SUCCESS')
    expect(failed.map(({ attempts }) => attempts)).toEqual(failed.map(() => 3))
    const spent = tasks.filter(({ status }) => status === 'SUCCESS').reduce((sum, { points }) => sum + points, 0)
    expect((await visitor.get(getPoints, {})).points).toBe(POINTS - spent)
    const settled = await fleet.database.db
      .select({ taskId: ledger.taskId })
      .from(ledger)
      .where(inArray(ledger.kind, ['settle', 'return']))
    expect(settled.map(({ taskId }) => taskId ?? '').sort()).toEqual(tasks.map(({ id }) => id).sort())
    const stored = new Set(await fleet.s3.names())
    for (const { status, videoName } of tasks) expect(stored.has(`media/${videoName}`)).toBe(status === 'SUCCESS')
  },
  LIMIT_MS * 2,
)

it(
  'a worker that was frozen until another one has made its video writes nothing any more',
  async () => {
    const workers = fleet.processes.filter(({ role }) => role === 'worker')
    const [frozen, other] = workers as [FleetProcess, FleetProcess]
    other.child.kill('SIGSTOP')
    const { batchId, taskIds } = await commit(visitor, image, SHORT)
    await expect.poll(async () => (await visitor.get(queryBatch, { batchId })).tasks[0]?.stage, { timeout: LEASE_MS }).toBe('rendering')
    frozen.child.kill('SIGSTOP')
    other.child.kill('SIGCONT')
    await expect
      .poll(async () => (await visitor.get(queryBatch, { batchId })).tasks[0]?.status, { timeout: 2 * TAKEOVER_MS, interval: 250 })
      .toBe('SUCCESS')
    const before = await creation(visitor, taskIds[0]!)
    const tagOf = async () => (await visitor.request(before.videoUrl!, { headers: { 'x-user-token': visitor.token } })).arrayBuffer()
    const bytes = Buffer.from(await tagOf())
    const names = await fleet.s3.names()
    const asked = fleet.s3.requestLines.length
    frozen.child.kill('SIGCONT')
    // The other worker is stopped, so that the continued worker renders the next video.
    other.child.kill('SIGSTOP')
    const next = await commit(visitor, image, SHORT)
    await untilStatus(visitor, next.batchId, 'SUCCESS')
    other.child.kill('SIGCONT')
    const own = `media/${before.videoUrl!.split('/').at(-1)}`
    expect(fleet.s3.requestLines.slice(asked).filter((line) => line.startsWith('PUT') && line.includes(own))).toEqual([])
    expect(Buffer.from(await tagOf())).toEqual(bytes)
    expect((await fleet.s3.names()).length).toBe(names.length + 2)
    const settled = await fleet.database.db.select().from(ledger).where(inArray(ledger.taskId, taskIds))
    expect(settled.map(({ kind }) => kind).sort()).toEqual(['hold', 'settle'])
  },
  LIMIT_MS,
)

it('an upload at one process is rendered by another and served by each, on disks of their own', async () => {
  const webs = fleet.processes.filter(({ role }) => role === 'web').map((member) => overNetwork(member, fleet.origin))
  const through = (web: (typeof webs)[number]) => createTestClient(web, { token: visitor.token })
  const uploaded = await upload(through(webs[0]!))
  const { batchId, taskIds } = await commit(through(webs[1]!), uploaded, SHORT)
  await expect
    .poll(async () => (await visitor.get(queryBatch, { batchId })).tasks[0]?.status, { timeout: MADE_WITHIN_MS, interval: 250 })
    .toBe('SUCCESS')
  const { videoUrl } = await creation(visitor, taskIds[0]!)
  for (const web of webs) {
    for (const url of [uploaded, videoUrl!]) {
      const answer = await through(web).request(url, { headers: { 'x-user-token': visitor.token, range: 'bytes=0-3' } })
      expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 4])
    }
  }
})

it('a store that accepts a request and never answers is reported after ten seconds, and blocks nothing else', async () => {
  const stored = await upload(visitor)
  fleet.s3.fail('stuck')
  let answered = 0
  const readers = Array.from({ length: READERS }, () =>
    visitor.request(stored, { headers: { 'x-user-token': visitor.token, range: 'bytes=0-0' } }),
  )
  const writers = Array.from({ length: READERS }, () => upload(visitor).catch(() => 'refused'))
  for (const each of [...readers, ...writers]) void each.then(() => (answered += 1))
  for (let count = 0; count < READERS; count += 1) await visitor.get(getPoints, {})
  expect(answered).toBe(0)
  const answers = await Promise.all(readers)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
  fleet.s3.fail(undefined)
  await Promise.all(writers)
  expect((await visitor.request(stored, { headers: { 'x-user-token': visitor.token } })).status).toBe(200)
})
