import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { task } from '#server/database/schema.ts'
import { cancelTask, queryBatch } from '#shared/api/generation.ts'
import { getLedger, getPoints } from '#shared/api/user.ts'
import type { PausedEngine } from '../fixtures/server/test-engines.ts'
import type { TestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, commit, createVisitor, creation, startServerWithPausedEngine } from './client.ts'
import { mediaPath } from '../fixtures/server/media-path.ts'

const WELCOME_POINTS = 500
const RACES = 12

let server: TestServer
let engine: PausedEngine
let visitor: TestClient
let image: string
beforeEach(async () => {
  ;({ engine, server, visitor, image } = await startServerWithPausedEngine(WELCOME_POINTS))
})
afterEach(() => server.close())

const loadLedger = async () => (await visitor.get(getLedger, {})).data.toReversed()
const ledgerKinds = async () => (await loadLedger()).map(({ kind }) => kind)
const statusOf = async (taskId: string) => (await creation(visitor, taskId)).status
const taskRow = async (taskId: string) => (await server.database.db.select().from(task).where(eq(task.id, taskId)))[0]!

async function commitOne(changes = {}) {
  const { batchId, taskIds } = await commit(visitor, image, changes)
  return { batchId, taskId: taskIds[0]! }
}

describe('cancelling a video that waits', () => {
  it('returns its points once for any number of calls, and only to its owner', async () => {
    const { taskIds } = await commit(visitor, image, { videoNum: 2 })
    await engine.untilPaused(1)
    const [runningId, waitingId] = taskIds as [string, string]
    const stranger = await createVisitor(server)
    expect(await stranger.refusal(cancelTask, { taskId: waitingId })).toEqual({ code: 'H4001' })
    const answers = await Promise.all([1, 2].map(() => visitor.get(cancelTask, { taskId: waitingId })))
    expect(answers).toEqual([{ pointsReturned: 50 }, { pointsReturned: 50 }])
    expect(await creation(visitor, waitingId)).toMatchObject({ status: 'CANCELLED', pointsReturned: 50 })
    expect(await ledgerKinds()).toEqual(['grant', 'hold', 'hold', 'return'])
    expect((await loadLedger()).at(-1)?.note).toBe('Canceled before rendering')
    engine.release()
    await expect.poll(() => statusOf(runningId)).toBe('SUCCESS')
    const lastCommit = await commitOne()
    await engine.untilPaused(1)
    expect(engine.paused.map(({ taskId }) => taskId)).toEqual([lastCommit.taskId])
  })

  it('is refused once it has ended', async () => {
    const { taskId } = await commitOne()
    await engine.untilPaused(1)
    engine.release()
    await expect.poll(() => statusOf(taskId)).toBe('SUCCESS')
    expect(await visitor.refusal(cancelTask, { taskId })).toEqual({ code: 'H4021' })
    expect(visitor.status()).toBe(409)
    expect(await ledgerKinds()).toEqual(['grant', 'hold', 'settle'])
  })
})

describe('cancelling a running video', () => {
  it('returns its points at once, stops the engine, and lets the next one begin', async () => {
    const { batchId, taskId } = await commitOne()
    const nextCommit = await commitOne()
    await engine.untilPaused(1)
    engine.report(0.5)
    expect(await visitor.get(cancelTask, { taskId })).toEqual({ pointsReturned: 50 })
    expect(await visitor.get(getPoints, {})).toEqual({ points: WELCOME_POINTS - 50, held: 50 })
    await expect.poll(() => engine.paused.map((request) => request.taskId)).toEqual([nextCommit.taskId])
    expect((await visitor.get(queryBatch, { batchId })).tasks).toMatchObject([
      { status: 'CANCELLED', stage: null, progress: null, leftMs: null },
    ])
    expect((await loadLedger()).at(-1)).toMatchObject({ kind: 'return', amount: 50, taskId, note: 'Canceled while rendering' })
    expect(await visitor.get(cancelTask, { taskId })).toEqual({ pointsReturned: 50 })
    expect(await ledgerKinds()).toEqual(['grant', 'hold', 'hold', 'return'])
    engine.release()
    await expect.poll(() => statusOf(nextCommit.taskId)).toBe('SUCCESS')
    expect(await statusOf(taskId)).toBe('CANCELLED')
  })

  it('reaches the process that makes it with its next report, when another process got the call', async () => {
    const { taskId } = await commitOne()
    await engine.untilPaused(1)
    await server.database.db.update(task).set({ status: 'CANCELLED' }).where(eq(task.id, taskId))
    expect(engine.paused).toHaveLength(1)
    engine.report(0.4)
    await expect.poll(() => engine.paused).toEqual([])
    expect(await statusOf(taskId)).toBe('CANCELLED')
  })

  it('at the moment of its end: only one of both happens, and files and points match it', async () => {
    const endStatuses = new Set<string>()
    for (let race = 0; race < RACES; race += 1) {
      const { taskId } = await commitOne()
      await engine.untilPaused(1)
      engine.release()
      // Each round waits a little longer, so that some cancellations arrive while the task publishes its files.
      for (let step = 0; step < race; step += 1) await new Promise(setImmediate)
      const answer = await visitor.call(cancelTask, { taskId })
      await expect.poll(() => statusOf(taskId)).toMatch(answer.ok ? 'CANCELLED' : 'SUCCESS')
      const { videoName, posterName } = await taskRow(taskId)
      await expect
        .poll(async () => (await readdir(server.dataDir, { recursive: true })).filter((name) => name.endsWith('.part')))
        .toEqual([])
      const areFilesStored = () => [videoName, posterName].map((name) => existsSync(mediaPath(server.dataDir, name)))
      await expect.poll(areFilesStored).toEqual(answer.ok ? [false, false] : [true, true])
      endStatuses.add(answer.ok ? 'CANCELLED' : 'SUCCESS')
      const entryKinds = (await loadLedger()).filter((line) => line.taskId === taskId).map(({ kind }) => kind)
      expect(entryKinds).toEqual(['hold', answer.ok ? 'return' : 'settle'])
    }
    expect(endStatuses).toContain('CANCELLED')
  })
})
