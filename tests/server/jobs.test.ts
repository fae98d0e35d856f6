import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryRows } from '#server/database/database.ts'
import { ledger, media, task } from '#server/database/schema.ts'
import { openGenerationQueue } from '#server/creations/jobs/generation-queue.ts'
import { createEngineHealth } from '#server/creations/jobs/engine-health.ts'
import { createGenerationRunner } from '#server/creations/jobs/generation-runner.ts'
import { openBoss } from '#server/queue/open-boss.ts'
import { IDEMPOTENCY_RETENTION_MS, runHousekeeping } from '#server/boot/housekeeping.ts'
import { createRecovery, GIVEN_UP_TEXT, MAX_ATTEMPTS } from '#server/creations/jobs/recover-tasks.ts'
import { failTask, succeedTask } from '#server/creations/jobs/task-ends.ts'
import { createEngineSet, EngineFailure } from '#server/motion/engine.ts'
import { claimTask, renewLease } from '#server/creations/jobs/task-lease.ts'
import { createLog } from '#server/telemetry/log.ts'
import { createDiskMedia } from '#server/media-store/disk-store.ts'
import type { MediaStore } from '#server/media-store/file-store.ts'
import type { GenerationQueue } from '#server/creations/jobs/generation-queue.ts'
import { UPLOAD_PERMIT_MS } from '#server/pictures/upload-permit.ts'
import { NO_TRACING } from '#server/telemetry/tracing.ts'
import { presignUpload } from '#shared/api/files.ts'
import { generateCustom, queryBatch } from '#shared/api/generation.ts'
import { getLedger, getPoints } from '#shared/api/user.ts'
import { type PausedEngine, createPausedEngine } from '../fixtures/server/test-engines.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import {
  type TestClient,
  commit,
  createTestClient,
  createVisitor,
  creation,
  customInput,
  startServerWithPausedEngine,
  untilStatus,
  upload,
} from './client.ts'
import { mediaPath } from '../fixtures/server/media-path.ts'

let server: TestServer
let engine: PausedEngine
let visitor: TestClient
let image: string
let files: MediaStore
beforeEach(async () => {
  ;({ engine, server, visitor, files, image } = await startServerWithPausedEngine(500))
})
afterEach(() => server.close())

const ledgerKinds = async () => (await visitor.get(getLedger, {})).data.map(({ kind }) => kind).toReversed()
const listWaitingJobs = async () =>
  (
    await queryRows<{ key: string }>(
      server.database.db,
      sql`select singleton_key as key from pgboss.job where name = 'generation' and state = 'created'`,
    )
  ).map(({ key }) => key)
const noQueue = { send: async () => undefined, refill: async () => undefined }
const recoverTasks = (queue: GenerationQueue = noQueue) =>
  createRecovery({
    db: server.database.db,
    queue,
    files,
    nowMs: Date.now,
    isRunningHere: (taskId) => engine.paused.some((request) => request.taskId === taskId),
    claimable: () => undefined,
  }).sweep()
const endLeases = () => server.database.db.update(task).set({ leaseUntilMs: 1 }).where(eq(task.status, 'PROCESSING'))
async function recoverAfterLeases(queue?: GenerationQueue): Promise<void> {
  await endLeases()
  await recoverTasks(queue)
}
const loadTask = async (id: string) => (await server.database.db.select().from(task).where(eq(task.id, id)))[0]!

describe('a running task', () => {
  it('returns its progress and the time left at its speed, and restarts with the next attempt', async () => {
    const { batchId } = await commit(visitor, image)
    const readProgress = async () =>
      (await visitor.get(queryBatch, { batchId })).tasks.map(({ progress, leftMs }) => ({ progress, leftMs }))
    await engine.untilPaused(1)
    expect(await readProgress()).toEqual([{ progress: null, leftMs: null }])
    engine.report(0.25)
    await expect.poll(readProgress).toEqual([{ progress: 0.25, leftMs: null }])
    engine.report(0.5)
    await expect.poll(async () => (await readProgress())[0]).toMatchObject({ progress: 0.5, leftMs: expect.any(Number) })
    engine.release(new Error('a bug'))
    await expect.poll(async () => (await visitor.get(queryBatch, { batchId })).tasks[0]?.stage).toBe('rendering')
    await expect.poll(readProgress).toEqual([{ progress: null, leftMs: null }])
    await engine.untilPaused(1)
    engine.release()
    await expect.poll(readProgress).toEqual([{ progress: 1, leftMs: null }])
  })

  it('returns its stage and its position in the queue, one at a time in the order of their commits', async () => {
    const firstCommit = await commit(visitor, image, { videoNum: 4 })
    await engine.untilPaused(1)
    const secondCommit = await commit(visitor, image)
    await expect.poll(async () => (await visitor.get(queryBatch, firstCommit)).tasks[0]!.stage).toBe('rendering')
    const { tasks } = await visitor.get(queryBatch, firstCommit)
    expect(tasks).toMatchObject([
      { id: firstCommit.taskIds[0], status: 'PROCESSING', stage: 'rendering', queuePosition: null },
      { id: firstCommit.taskIds[1], status: 'PENDING', stage: 'queued', queuePosition: 1 },
      { queuePosition: 2 },
      { queuePosition: 3 },
    ])
    expect((await visitor.get(queryBatch, secondCommit)).tasks).toMatchObject([{ status: 'PENDING', queuePosition: 4 }])
    expect(await visitor.get(getPoints, {})).toEqual({ points: 250, held: 250 })
    for (const taskId of [...firstCommit.taskIds, ...secondCommit.taskIds]) {
      await engine.untilPaused(1)
      expect(engine.paused.map((request) => request.taskId)).toEqual([taskId])
      engine.release()
      await expect.poll(async () => (await creation(visitor, taskId)).status).toBe('SUCCESS')
    }
    expect(engine.seen.map(({ variation }) => variation)).toEqual([0, 1, 2, 3, 0])
  })

  it('fails with the reason of the engine, and the points are returned', async () => {
    const { batchId, taskIds } = await commit(visitor, image)
    await engine.untilPaused(1)
    engine.release(new EngineFailure('This picture is too small.'))
    const { tasks } = await untilStatus(visitor, batchId, 'FAILED')
    expect(tasks[0]).toMatchObject({ errorMsg: 'This picture is too small.' })
    expect(await creation(visitor, taskIds[0]!)).toMatchObject({ points: 50, pointsReturned: 50, videoUrl: null })
    expect(await ledgerKinds()).toEqual(['grant', 'hold', 'return'])
    expect(await visitor.get(getPoints, {})).toEqual({ points: 500, held: 0 })
  })

  it('that fails alone of four returns a quarter of the reserved points, and the others retain theirs', async () => {
    const { batchId, taskIds } = await commit(visitor, image, { videoNum: 4, resolution: '1080p' })
    for (const isFailing of [false, true, false, false]) {
      await engine.untilPaused(1)
      engine.release(isFailing ? new EngineFailure('This picture is too small.') : undefined)
    }
    await untilStatus(visitor, batchId, 'SUCCESS', 'FAILED')
    const finishedTasks = await Promise.all(taskIds.map((taskId) => creation(visitor, taskId)))
    expect(finishedTasks.map(({ status, points, pointsReturned }) => [status, points, pointsReturned])).toEqual([
      ['SUCCESS', 75, 0],
      ['FAILED', 75, 75],
      ['SUCCESS', 75, 0],
      ['SUCCESS', 75, 0],
    ])
    expect(await visitor.get(getPoints, {})).toEqual({ points: 275, held: 0 })
  })

  it('is retried after a bug, and fails after three times without showing the bug', async () => {
    const { batchId } = await commit(visitor, image)
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      await engine.untilPaused(1)
      engine.release(new TypeError('secret detail'))
    }
    const { tasks } = await untilStatus(visitor, batchId, 'FAILED')
    expect(tasks[0]).toMatchObject({ errorMsg: GIVEN_UP_TEXT })
    expect(await visitor.get(getPoints, {})).toEqual({ points: 500, held: 0 })
  })
})

/** Opens a second client of the queues, beside the server's own. */
async function openQueue() {
  const boss = await openBoss({ database: server.database, createQueues: async () => undefined, onError: () => undefined })
  const queue = openGenerationQueue(boss.queues, { on: () => undefined })
  return { ...queue, stop: () => queue.stop().then(() => boss.stop()) }
}

describe('jobs', () => {
  it('vanish with their transaction', async () => {
    const queue = await openQueue()
    const failedTransaction = server.database.db.transaction(async (tx) => {
      await queue.send(tx, ['never'])
      throw new Error('undone')
    })
    await expect(failedTransaction).rejects.toThrow('undone')
    expect(await listWaitingJobs()).not.toContain('never')
    await server.database.db.transaction((tx) => queue.send(tx, ['once', 'twice']))
    await queue.stop()
  })

  it('are sent at most once per waiting task', async () => {
    const firstCommit = await commit(visitor, image)
    await engine.untilPaused(1)
    const secondCommit = await commit(visitor, image)
    const queue = await openQueue()
    await recoverTasks(queue)
    await recoverTasks(queue)
    expect(await listWaitingJobs()).toEqual(secondCommit.taskIds)
    expect((await loadTask(firstCommit.taskIds[0]!)).status).toBe('PROCESSING')
    await queue.stop()
  })

  it('are not left by a refused commit', async () => {
    const poorVisitor = await createVisitor(server)
    await commit(visitor, image)
    await engine.untilPaused(1)
    const ownImage = await upload(poorVisitor)
    await commit(poorVisitor, ownImage, { videoNum: 4, duration: '10s', resolution: '1080p' })
    const jobsBefore = await listWaitingJobs()
    expect(await poorVisitor.refusal(generateCustom, customInput(ownImage), { idempotencyKey: randomUUID() })).toEqual({ code: 'H4044' })
    expect(await listWaitingJobs()).toEqual(jobsBefore)
  })
})

describe('a server that stops', () => {
  it('returns running work without counting the attempt, and the next one finishes it', async () => {
    const { batchId, taskIds } = await commit(visitor, image)
    await engine.untilPaused(1)
    const { dataDir, database } = server
    const reusedDatabase = { ...database, close: async () => undefined }
    await server.stop()
    expect(await loadTask(taskIds[0]!)).toMatchObject({ status: 'PENDING', attempts: 0, worker: null })
    const nextServer = await startTestServer({ listen: false, database: reusedDatabase, config: { dataDir } })
    const sameVisitor = createTestClient(nextServer, { token: visitor.token })
    await untilStatus(sameVisitor, batchId, 'SUCCESS')
    expect(await sameVisitor.get(getPoints, {})).toEqual({ points: 450, held: 0 })
    await nextServer.close()
  })

  it('returns a task that it claimed when the stop began', async () => {
    // A first video occupies the server's own renderer, so that the worker of this test can claim the second video.
    await commit(visitor, image)
    await engine.untilPaused(1)
    const { taskIds } = await commit(visitor, image)
    const stop = new AbortController()
    const { db } = server.database
    const worker = {
      db,
      queue: noQueue,
      engines: createEngineSet([{ engine, concurrency: 1 }]),
      health: createEngineHealth(db, Date.now),
      media: files,
      room: { hasRoom: async () => true },
      nowMs: Date.now,
      log: createLog('silent'),
      tracing: NO_TRACING,
      onAttempt: () => undefined,
      worker: 'ending',
    }
    const runner = createGenerationRunner({ ...worker, stopping: stop.signal })
    const runEnd = runner.runNext()
    stop.abort()
    await runEnd
    expect(await loadTask(taskIds[0]!)).toMatchObject({ status: 'PENDING', attempts: 0, worker: null })
  })
})

describe('recovery', () => {
  const commitAndClaim = async (worker: string) => {
    await commit(visitor, image)
    return (await claimTask(server.database.db, worker))!
  }
  beforeEach(async () => {
    // A first video occupies the server's own renderer, so that the test can claim the next tasks.
    await commit(visitor, image)
    await engine.untilPaused(1)
  })

  it('ignores work with a renewed lease, and returns it to the queue when the lease expires', async () => {
    const claimedTask = await commitAndClaim('other process')
    await recoverTasks()
    expect((await loadTask(claimedTask.taskId)).status).toBe('PROCESSING')
    await recoverAfterLeases()
    expect(await loadTask(claimedTask.taskId)).toMatchObject({ status: 'PENDING', attempts: 1 })
  })

  it('prevents every write of a zombie after its lease is lost', async () => {
    const { db } = server.database
    const zombieClaim = await commitAndClaim('zombie')
    await recoverAfterLeases()
    const newClaim = (await claimTask(db, 'zombie'))!
    expect(await renewLease(db, zombieClaim, {})).toBe(false)
    expect(await succeedTask(db, zombieClaim, { width: 1, height: 1, bytes: 1, posterBytes: 1 }, Date.now())).toBe(false)
    expect(await failTask({ db, files }, zombieClaim, 'no', Date.now())).toBe(false)
    expect(await loadTask(newClaim.taskId)).toMatchObject({ status: 'PROCESSING', attempts: 2 })
    expect(await failTask({ db, files }, newClaim, 'yes', Date.now())).toBe(true)
    const entries = await db.select({ kind: ledger.kind }).from(ledger).where(eq(ledger.taskId, newClaim.taskId))
    expect(entries.map(({ kind }) => kind)).toEqual(['hold', 'return'])
  })

  it('continues while the server runs, for lost work and for waiting work without a job', async () => {
    const { db } = server.database
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const reusedDatabase = { ...server.database, isShared: false, close: async () => undefined }
    const nextEngine = createPausedEngine()
    const nextServer = await startTestServer({
      listen: false,
      engine: nextEngine,
      database: reusedDatabase,
      config: { dataDir: server.dataDir },
    })
    await nextEngine.untilPaused(1)
    const claimedTask = await commitAndClaim('gone')
    const { taskIds } = await commit(visitor, image)
    await db.update(task).set({ leaseUntilMs: 1 }).where(eq(task.id, claimedTask.taskId))
    await db.execute(sql`delete from pgboss.job where name = 'generation' and state = 'created'`)
    vi.advanceTimersByTime(5000)
    vi.useRealTimers()
    await expect.poll(listWaitingJobs).toEqual(expect.arrayContaining([claimedTask.taskId, ...taskIds]))
    expect(await loadTask(claimedTask.taskId)).toMatchObject({ status: 'PENDING', attempts: 1 })
    await nextServer.close()
  })

  it('runs returned work before later work, as its position in the queue says', async () => {
    const claimedTask = await commitAndClaim('gone')
    const laterCommit = await commit(visitor, image)
    await server.database.db.execute(sql`delete from pgboss.job where singleton_key = ${claimedTask.taskId}`)
    const queue = await openQueue()
    await recoverAfterLeases(queue)
    for (const taskId of [claimedTask.taskId, ...laterCommit.taskIds]) {
      engine.release()
      await expect.poll(() => engine.paused.map((request) => request.taskId)).toEqual([taskId])
    }
    await queue.stop()
  })

  it('does not claim work of this process, whose lease expired because the computer slept', async () => {
    await recoverAfterLeases()
    expect(await loadTask(engine.paused[0]!.taskId)).toMatchObject({ status: 'PROCESSING', attempts: 1 })
  })

  it('fails a task that has crashed the process three times, and removes its files', async () => {
    const { db } = server.database
    const claimedTask = await commitAndClaim('crasher')
    await db.update(task).set({ attempts: MAX_ATTEMPTS }).where(eq(task.id, claimedTask.taskId))
    await writeFile(mediaPath(server.dataDir, claimedTask.videoName), 'published before the end was written')
    await recoverAfterLeases()
    expect(await loadTask(claimedTask.taskId)).toMatchObject({ status: 'FAILED', errorMsg: GIVEN_UP_TEXT })
    expect(existsSync(mediaPath(server.dataDir, claimedTask.videoName))).toBe(false)
    expect(await visitor.get(getPoints, {})).toEqual({ points: 450, held: 50 })
  })
})

describe('housekeeping', () => {
  it('deletes first answers after a week', async () => {
    const key = randomUUID()
    const firstCommit = await commit(visitor, image, {}, key)
    await runHousekeeping(server.database.db, files, Date.now() + IDEMPOTENCY_RETENTION_MS - 60_000)
    expect(await commit(visitor, image, {}, key)).toEqual(firstCommit)
    await runHousekeeping(server.database.db, files, Date.now() + IDEMPOTENCY_RETENTION_MS + 60_000)
    expect(await commit(visitor, image, {}, key)).not.toEqual(firstCommit)
  })

  it('deletes uploads that never arrived, at the start too, with a file whose row was not written', async () => {
    const { db } = server.database
    const loadUrls = async () => (await db.select({ name: media.name }).from(media)).map(({ name }) => `/media/${name}`)
    const { fileUrl } = await visitor.get(presignUpload, { filename: 'photo.jpg' })
    const file = mediaPath(server.dataDir, fileUrl.slice('/media/'.length))
    await writeFile(file, 'published before the commit')
    await runHousekeeping(db, files, Date.now() + UPLOAD_PERMIT_MS)
    expect(await loadUrls()).toEqual(expect.arrayContaining([image, fileUrl]))
    const reusedDatabase = { ...server.database, isShared: false, close: async () => undefined }
    const nowMs = () => Date.now() + 2 * UPLOAD_PERMIT_MS + 60_000
    const nextServer = await startTestServer({ listen: false, database: reusedDatabase, nowMs, config: { dataDir: server.dataDir } })
    expect(await loadUrls()).toEqual([image])
    expect(existsSync(file)).toBe(false)
    await nextServer.close()
  })

  it('removes half-written files after an hour, not those of another process', async () => {
    const [oldFile, newFile] = [files.temporaryPath(), files.temporaryPath()]
    for (const file of [oldFile, newFile]) await writeFile(file, 'half')
    const hourAgo = new Date(Date.now() - 61 * 60 * 1000)
    await utimes(oldFile, hourAgo, hourAgo)
    await createDiskMedia(server.dataDir)
    expect([oldFile, newFile].map((file) => existsSync(file))).toEqual([true, true])
    await runHousekeeping(server.database.db, files, Date.now())
    expect([oldFile, newFile].map((file) => existsSync(file))).toEqual([false, true])
  })
})
