import { existsSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { task } from '#server/database/schema.ts'
import { runHousekeeping } from '#server/boot/housekeeping.ts'
import { EngineFailure } from '#server/motion/engine.ts'
import { createDiskMedia } from '#server/media-store/disk-store.ts'
import type { MediaStore } from '#server/media-store/file-store.ts'
import {
  cancelTask,
  collectCreations,
  deleteCreations,
  getHistory,
  queryBatch,
  queryTask,
  restoreCreations,
} from '#shared/api/generation.ts'
import { getLedger, getPoints } from '#shared/api/user.ts'
import { UNUSED_UPLOAD_RETENTION_MS } from '#shared/domain/media-limits.ts'
import { RESTORE_WINDOW_MS } from '#shared/domain/task.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { type PausedEngine, createPausedEngine } from '../fixtures/server/test-engines.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, commit, createTestClient, createVisitor, creation, untilStatus, upload } from './client.ts'
import { mediaPath } from '../fixtures/server/media-path.ts'

const START_MS = Date.now()
let nowMs: number
let server: TestServer
let engine: PausedEngine
let files: MediaStore
let visitor: TestClient
let stranger: TestClient
let image: string
beforeEach(async () => {
  nowMs = START_MS
  engine = createPausedEngine()
  server = await startTestServer({ listen: false, engine, nowMs: () => nowMs, config: { welcomePointsVisitor: 500 } })
  files = await createDiskMedia(server.dataDir)
  visitor = await createVisitor(server, { nowMs: () => nowMs })
  stranger = await createVisitor(server, { nowMs: () => nowMs })
  image = await upload(visitor)
})
afterEach(() => server.close())

/** Makes a video for a visitor, and returns the ids of its task and batch. */
async function makeVideo(client: TestClient, picture: string): Promise<{ id: string; batchId: string }> {
  const { batchId, taskIds } = await commit(client, picture)
  await engine.untilPaused(1)
  engine.release()
  await untilStatus(client, batchId, 'SUCCESS')
  return { id: taskIds[0]!, batchId }
}

async function callTwice(call: () => Promise<unknown>): Promise<void> {
  await call()
  await call()
}

const historyIds = async (filter: { isCollect?: '1' | '0' } = {}) =>
  (await visitor.get(getHistory, { curPage: 1, pageSize: 100, taskStatus: 'ALL', ...filter })).data.map(({ id }) => id)
const statusOf = async (url: string) => (await visitor.request(url, { headers: { 'x-user-token': visitor.token } })).status
const loadTask = async (id: string) => (await server.database.db.select().from(task).where(eq(task.id, id)))[0]!
const cleanUpNow = () => runHousekeeping(server.database.db, files, nowMs)

describe('collecting', () => {
  it('marks and unmarks creations, also when the request is repeated', async () => {
    const { id } = await makeVideo(visitor, image)
    await callTwice(() => visitor.get(collectCreations, { ids: [id, id], op: 1 }))
    expect(await historyIds({ isCollect: '1' })).toEqual([id])
    expect((await creation(visitor, id)).isCollect).toBe(true)
    await callTwice(() => visitor.get(collectCreations, { ids: [id], op: 0 }))
    expect(await historyIds({ isCollect: '1' })).toEqual([])
  })
})

describe('an upload', () => {
  it('without a video is stored for 30 days; a used one stays', async () => {
    await makeVideo(visitor, image)
    const unusedImage = await upload(visitor, await makePhoto({ width: 400, height: 300, seed: 9 }))
    nowMs += UNUSED_UPLOAD_RETENTION_MS - 1000
    await cleanUpNow()
    expect([await statusOf(image), await statusOf(unusedImage)]).toEqual([200, 200])
    nowMs += 2000
    await cleanUpNow()
    expect([await statusOf(image), await statusOf(unusedImage)]).toEqual([200, 404])
  })
})

describe('deleting', () => {
  it('removes a creation from history, query and batch, and leaves points and ledger unchanged', async () => {
    const remainingVideo = await makeVideo(visitor, image)
    const { id, batchId } = await makeVideo(visitor, image)
    const ledgerBefore = await visitor.get(getLedger, {})
    await visitor.get(deleteCreations, { ids: [id] })
    expect(await historyIds()).toEqual([remainingVideo.id])
    expect(await visitor.refusal(queryTask, { taskId: id })).toEqual({ code: 'H4001' })
    expect(await visitor.refusal(queryBatch, { batchId })).toEqual({ code: 'H4001' })
    expect(await visitor.refusal(collectCreations, { ids: [id], op: 1 })).toEqual({ code: 'H4001' })
    expect(await visitor.refusal(cancelTask, { taskId: id })).toEqual({ code: 'H4001' })
    expect(await visitor.get(getLedger, {})).toEqual(ledgerBefore)
    expect(await visitor.get(getPoints, {})).toEqual({ points: 400, held: 0 })
  })

  it('leaves the other videos of a batch, and refuses all while one of them is being made', async () => {
    const { batchId, taskIds } = await commit(visitor, image, { videoNum: 2 })
    const [firstId, secondId] = taskIds as [string, string]
    await engine.untilPaused(1)
    expect(await visitor.refusal(deleteCreations, { ids: [firstId] })).toEqual({ code: 'H4021' })
    expect(visitor.status()).toBe(409)
    engine.release()
    await expect.poll(async () => (await creation(visitor, firstId)).status).toBe('SUCCESS')
    expect(await visitor.refusal(deleteCreations, { ids: taskIds })).toEqual({ code: 'H4021' })
    expect(await historyIds()).toEqual(taskIds)
    await visitor.get(deleteCreations, { ids: [firstId] })
    expect((await visitor.get(queryBatch, { batchId })).tasks.map(({ id }) => id)).toEqual([secondId])
  })

  it('works for videos that failed or were cancelled', async () => {
    const { taskIds } = await commit(visitor, image, { videoNum: 2 })
    const [failedId, cancelledId] = taskIds as [string, string]
    await engine.untilPaused(1)
    await visitor.get(cancelTask, { taskId: cancelledId })
    engine.release(new EngineFailure('no'))
    await expect.poll(async () => (await creation(visitor, failedId)).status).toBe('FAILED')
    await visitor.get(deleteCreations, { ids: taskIds })
    expect(await historyIds()).toEqual([])
  })

  it('twice has one effect, also in parallel, and does not prolong the time to restore', async () => {
    const { id } = await makeVideo(visitor, image)
    const answers = await Promise.all([1, 2].map(() => visitor.call(deleteCreations, { ids: [id] })))
    expect(answers.every(({ ok }) => ok)).toBe(true)
    nowMs += RESTORE_WINDOW_MS
    await visitor.get(deleteCreations, { ids: [id] })
    nowMs += 1
    expect(await visitor.refusal(restoreCreations, { ids: [id] })).toEqual({ code: 'H4001' })
    await cleanUpNow()
    await visitor.get(deleteCreations, { ids: [id] })
  })
})

describe('restoring', () => {
  it('restores a creation until the time is over, also when repeated', async () => {
    const { id } = await makeVideo(visitor, image)
    await visitor.get(collectCreations, { ids: [id], op: 1 })
    const creationBefore = await creation(visitor, id)
    await visitor.get(deleteCreations, { ids: [id] })
    nowMs += RESTORE_WINDOW_MS
    await cleanUpNow()
    await callTwice(() => visitor.get(restoreCreations, { ids: [id] }))
    expect(await creation(visitor, id)).toEqual(creationBefore)
    expect(await statusOf(creationBefore.videoUrl!)).toBe(200)
    expect(await historyIds()).toEqual([id])
  })

  it('is all or nothing', async () => {
    const oldVideo = await makeVideo(visitor, image)
    const newVideo = await makeVideo(visitor, image)
    await visitor.get(deleteCreations, { ids: [oldVideo.id] })
    nowMs += RESTORE_WINDOW_MS + 1
    await visitor.get(deleteCreations, { ids: [newVideo.id] })
    expect(await visitor.refusal(restoreCreations, { ids: [newVideo.id, oldVideo.id] })).toEqual({ code: 'H4001' })
    expect(await historyIds()).toEqual([])
    await visitor.get(restoreCreations, { ids: [newVideo.id] })
    expect(await historyIds()).toEqual([newVideo.id])
  })

  it('never restores a video without its file, even right after an erasure', async () => {
    const { id } = await makeVideo(visitor, image)
    await visitor.get(deleteCreations, { ids: [id] })
    nowMs += RESTORE_WINDOW_MS
    await runHousekeeping(server.database.db, files, nowMs + 1)
    expect(await visitor.refusal(restoreCreations, { ids: [id] })).toEqual({ code: 'H4001' })
  })
})

describe('erasing', () => {
  it('removes video and poster with their rows after the time limit, and retains source, task and ledger', async () => {
    const { id } = await makeVideo(visitor, image)
    const otherVideo = await makeVideo(visitor, image)
    const { videoUrl, previewImageUrl } = await creation(visitor, id)
    const { videoUrl: otherUrl } = await creation(visitor, otherVideo.id)
    const urls = [videoUrl!, previewImageUrl!]
    await visitor.get(deleteCreations, { ids: [id] })
    nowMs += RESTORE_WINDOW_MS
    await cleanUpNow()
    expect(await Promise.all(urls.map(statusOf))).toEqual([200, 200])
    nowMs += 1
    await cleanUpNow()
    expect(await Promise.all(urls.map(statusOf))).toEqual([404, 404])
    expect(urls.map((url) => existsSync(mediaPath(server.dataDir, url.slice('/media/'.length))))).toEqual([false, false])
    expect([await statusOf(otherUrl!), await statusOf(image)]).toEqual([200, 200])
    expect(await loadTask(id)).toMatchObject({ status: 'SUCCESS', isErased: true })
  })

  it('is finished by the next round after an interruption', async () => {
    const { id } = await makeVideo(visitor, image)
    const { videoUrl } = await creation(visitor, id)
    await visitor.get(deleteCreations, { ids: [id] })
    nowMs += RESTORE_WINDOW_MS + 1
    const brokenFiles = { ...files, remove: () => Promise.reject(new Error('killed')) }
    await expect(runHousekeeping(server.database.db, brokenFiles, nowMs)).rejects.toThrow('killed')
    expect((await loadTask(id)).isErased).toBe(false)
    await cleanUpNow()
    expect(existsSync(mediaPath(server.dataDir, videoUrl!.slice('/media/'.length)))).toBe(false)
  })
})

describe('creations of another owner', () => {
  it('return the same as unknown ones in every call, and nothing changes, not even the caller’s own ones beside them', async () => {
    const ownVideo = await makeVideo(stranger, await upload(stranger))
    const { id } = await makeVideo(visitor, image)
    for (const foreignId of [id, 'unknown']) {
      const ids = [ownVideo.id, foreignId]
      expect(await stranger.refusal(collectCreations, { ids, op: 1 })).toEqual({ code: 'H4001' })
      expect(await stranger.refusal(deleteCreations, { ids })).toEqual({ code: 'H4001' })
      expect(stranger.status()).toBe(404)
      expect(await stranger.refusal(restoreCreations, { ids })).toEqual({ code: 'H4001' })
    }
    await visitor.get(deleteCreations, { ids: [id] })
    expect(await stranger.refusal(restoreCreations, { ids: [id] })).toEqual({ code: 'H4001' })
    expect(await loadTask(id)).toMatchObject({ isCollect: false, deletedAtMs: nowMs })
    expect(await loadTask(ownVideo.id)).toMatchObject({ isCollect: false, deletedAtMs: null })
  })

  it('need a known visitor, and a list of ids that is neither empty nor too long', async () => {
    const unknownClient = createTestClient(server, { nowMs: () => nowMs })
    const manyIds = Array.from({ length: 101 }, (_, index) => String(index))
    for (const call of [deleteCreations, restoreCreations]) {
      expect(await unknownClient.refusal(call, { ids: ['x'] })).toEqual({ code: 'H3009' })
      for (const ids of [[], manyIds]) expect(await visitor.refusal(call, { ids })).toEqual({ code: 'H3000', fields: ['ids'] })
      expect(await visitor.refusal(call, { ids: ['a\0'] })).toEqual({ code: 'H3000', fields: ['ids.0'] })
      expect(await visitor.refusal(call, {} as never)).toEqual({ code: 'H3001', fields: ['ids'] })
    }
    expect(await unknownClient.refusal(collectCreations, { ids: ['x'], op: 1 })).toEqual({ code: 'H3009' })
    expect(await visitor.refusal(collectCreations, { ids: ['x'], op: 2 as never })).toEqual({ code: 'H3000', fields: ['op'] })
  })
})
