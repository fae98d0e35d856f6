import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { presignUpload } from '#shared/api/files.ts'
import {
  cancelTask,
  generateCustom,
  generateTemplate,
  getHistory,
  getVideoParameters,
  queryBatch,
  queryTask,
} from '#shared/api/generation.ts'
import { getLedger, getPoints } from '#shared/api/user.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { commit, createTestClient, createVisitor, creation, customInput, templateInput, untilStatus, upload } from './client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: false })
})
afterAll(() => server.close())

describe('image to video', () => {
  it('turns a commit into a video that its owner can see, and settles the hold', async () => {
    const visitor = await createVisitor(server)
    const image = await upload(visitor)
    const { batchId, taskIds } = await commit(visitor, image)
    expect(await visitor.get(getPoints, {})).toMatchObject({ points: 50 })
    const { tasks } = await untilStatus(visitor, batchId, 'SUCCESS')
    expect(tasks).toMatchObject([{ id: taskIds[0], errorMsg: null, stage: null, queuePosition: null }])
    const made = await creation(visitor, taskIds[0]!)
    expect(made).toMatchObject({ status: 'SUCCESS', srcImage: [image], points: 50, pointsReturned: 0, width: 160, height: 96 })
    const video = await visitor.request(made.videoUrl!, { headers: { cookie: `user_token=${visitor.token}` } })
    expect(video.status).toBe(200)
    expect(video.headers.get('content-type')).toBe('video/mp4')
    const { data } = await visitor.get(getLedger, {})
    expect(data.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ['settle', 0, 50],
      ['hold', -50, 50],
      ['grant', 100, 100],
    ])
    expect(await visitor.get(getPoints, {})).toEqual({ points: 50, held: 0 })
  })

  it('makes one task and one hold per video', async () => {
    const visitor = await createVisitor(server)
    const { batchId, taskIds } = await commit(visitor, await upload(visitor), { videoNum: 2 })
    expect(taskIds).toHaveLength(2)
    expect(await visitor.get(getPoints, {})).toMatchObject({ points: 0 })
    await untilStatus(visitor, batchId, 'SUCCESS')
    const kinds = (await visitor.get(getLedger, {})).data.map(({ kind }) => kind).sort()
    expect(kinds).toEqual(['grant', 'hold', 'hold', 'settle', 'settle'])
  })

  it('reserves exactly the price where a video costs more than the minimum', async () => {
    const visitor = await createVisitor(server)
    const { batchId, taskIds } = await commit(visitor, await upload(visitor), { resolution: '1080p', priceCeiling: 75 })
    expect(await visitor.get(getPoints, {})).toMatchObject({ points: 25 })
    await untilStatus(visitor, batchId, 'SUCCESS')
    expect(await creation(visitor, taskIds[0]!)).toMatchObject({ points: 75, pointsReturned: 0 })
    const { data } = await visitor.get(getLedger, {})
    expect(data.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ['settle', 0, 25],
      ['hold', -75, 25],
      ['grant', 100, 100],
    ])
    expect(await visitor.get(getPoints, {})).toEqual({ points: 25, held: 0 })
  })

  it('returns the first answer again for the same key and body, and charges once', async () => {
    const visitor = await createVisitor(server)
    const image = await upload(visitor)
    const key = randomUUID()
    const [first, again] = await Promise.all([commit(visitor, image, {}, key), commit(visitor, image, {}, key)])
    expect(again).toEqual(first)
    expect(await commit(visitor, image, {}, key)).toEqual(first)
    expect(await visitor.get(getPoints, {})).toMatchObject({ points: 50 })
  })

  it('refuses the same key with another body', async () => {
    const visitor = await createVisitor(server)
    const image = await upload(visitor)
    const key = randomUUID()
    await commit(visitor, image, {}, key)
    const other = customInput(image, { prompt: 'something else' })
    expect(await visitor.refusal(generateCustom, other, { idempotencyKey: key })).toEqual({ code: 'H3000', fields: ['idempotency-key'] })
    expect(visitor.status()).toBe(422)
  })

  it('separates the keys of two kinds of commit', async () => {
    const visitor = await createVisitor(server)
    const image = await upload(visitor)
    const key = randomUUID()
    const custom = await commit(visitor, image, {}, key)
    const ofTemplate = await visitor.get(generateTemplate, templateInput(image), { idempotencyKey: key })
    expect(ofTemplate.batchId).not.toBe(custom.batchId)
    expect(await commit(visitor, image, {}, key)).toEqual(custom)
    expect(await visitor.get(generateTemplate, templateInput(image), { idempotencyKey: key })).toEqual(ofTemplate)
    expect(await visitor.get(getPoints, {})).toMatchObject({ points: 0 })
  })

  it('separates the keys of two visitors', async () => {
    const key = randomUUID()
    const one = await createVisitor(server)
    const two = await createVisitor(server)
    const [first, second] = [await commit(one, await upload(one), {}, key), await commit(two, await upload(two), {}, key)]
    expect(first.batchId).not.toBe(second.batchId)
  })

  it('does not store a refusal: the same key works once there are points', async () => {
    const visitor = await createVisitor(server)
    const image = await upload(visitor)
    const key = randomUUID()
    await visitor.refusal(generateCustom, customInput('/media/0.jpg'), { idempotencyKey: key })
    expect(await commit(visitor, image, {}, key)).toHaveProperty('batchId')
  })

  it('accepts exactly one of two commits when the points suffice for one', async () => {
    const visitor = await createVisitor(server)
    const image = await upload(visitor)
    await commit(visitor, image)
    const both = await Promise.all([1, 2].map(() => visitor.call(generateCustom, customInput(image), { idempotencyKey: randomUUID() })))
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'H4044' } })
    expect(await visitor.get(getPoints, {})).toMatchObject({ points: 0 })
  })

  it('reserves nothing at all when the points suffice for only some of the videos', async () => {
    const visitor = await createVisitor(server)
    const image = await upload(visitor)
    expect(await visitor.refusal(generateCustom, customInput(image, { videoNum: 3 }), { idempotencyKey: randomUUID() })).toEqual({
      code: 'H4044',
    })
    expect(visitor.status()).toBe(402)
    expect(await visitor.get(getPoints, {})).toEqual({ points: 100, held: 0 })
    expect(await visitor.get(getHistory, { curPage: 1, pageSize: 10, taskStatus: 'ALL' })).toEqual({ data: [], totalSize: 0 })
  })

  it('costs no more than agreed: a more expensive one reserves nothing, makes nothing, and its key can be used again', async () => {
    const visitor = await createVisitor(server)
    const image = await upload(visitor)
    const key = randomUUID()
    const dear = customInput(image, { videoNum: 2, priceCeiling: 99 })
    expect(await visitor.refusal(generateCustom, dear, { idempotencyKey: key })).toEqual({ code: 'H3000', fields: ['priceCeiling'] })
    expect(await visitor.get(getPoints, {})).toEqual({ points: 100, held: 0 })
    expect(await visitor.get(getHistory, { curPage: 1, pageSize: 10, taskStatus: 'ALL' })).toEqual({ data: [], totalSize: 0 })
    expect(await commit(visitor, image, { videoNum: 2, priceCeiling: 100 }, key)).toHaveProperty('batchId')
    expect((await visitor.get(getLedger, {})).data.filter(({ kind }) => kind === 'hold')).toHaveLength(2)
  })

  it('refuses pictures of another owner, foreign addresses and unfinished uploads', async () => {
    const visitor = await createVisitor(server)
    const stranger = await createVisitor(server)
    const foreign = await upload(stranger)
    const unfinished = await visitor.get(presignUpload, { filename: 'photo.jpg' })
    for (const image of [
      foreign,
      unfinished.fileUrl,
      'https://example.org/a.jpg',
      '/media/../secret',
      '/media/00000000000000000000000000000000.jpg',
    ]) {
      expect(await visitor.refusal(generateCustom, customInput(image), { idempotencyKey: randomUUID() })).toEqual({
        code: 'H3000',
        fields: ['images'],
      })
    }
  })

  it('names missing and wrong fields', async () => {
    const visitor = await createVisitor(server)
    const image = await upload(visitor)
    const idempotencyKey = randomUUID()
    const wrong = customInput(image, { duration: '7s' as never, extParams: { imageFidelity: 2 } })
    expect(await visitor.refusal(generateCustom, wrong, { idempotencyKey })).toEqual({
      code: 'H3000',
      fields: ['duration', 'extParams.imageFidelity'],
    })
    const { prompt: _, ...missing } = customInput(image)
    expect(await visitor.refusal(generateCustom, missing as never, { idempotencyKey })).toEqual({ code: 'H3001', fields: ['prompt'] })
    expect(await visitor.refusal(generateCustom, customInput(image))).toEqual({ code: 'H3001', fields: ['idempotency-key'] })
    const unknown = customInput(image, { modelName: 'other' })
    expect(await visitor.refusal(generateCustom, unknown, { idempotencyKey })).toEqual({ code: 'H3000', fields: ['modelName'] })
  })

  it('refuses a NUL character in every text, as the database would', async () => {
    const visitor = await createVisitor(server)
    const input = customInput(await upload(visitor), { prompt: 'push\0in' })
    expect(await visitor.refusal(generateCustom, input, { idempotencyKey: randomUUID() })).toEqual({ code: 'H3000', fields: ['prompt'] })
    const page = { curPage: 1, pageSize: 1, taskStatus: 'ALL' as const }
    expect(await visitor.refusal(getHistory, { ...page, search: 'a\0' })).toEqual({ code: 'H3000', fields: ['search'] })
    expect(await visitor.refusal(queryBatch, { batchId: 'a\0' })).toEqual({ code: 'H3000', fields: ['batchId'] })
    expect(await visitor.refusal(queryTask, { taskId: 'a\0' })).toEqual({ code: 'H3000', fields: ['taskId'] })
    expect(await visitor.refusal(cancelTask, { taskId: 'a\0' })).toEqual({ code: 'H3000', fields: ['taskId'] })
    expect(await visitor.refusal(getLedger, { start: 'a\0' })).toEqual({ code: 'H3000', fields: ['start'] })
    expect(await visitor.refusal(presignUpload, { filename: 'a\0.jpg' })).toEqual({ code: 'H3000', fields: ['filename'] })
  })

  it('needs a known visitor', async () => {
    const nobody = createTestClient(server)
    expect(await nobody.refusal(generateCustom, customInput('/media/x'), { idempotencyKey: randomUUID() })).toEqual({ code: 'H3009' })
    expect(nobody.status()).toBe(401)
  })

  it('returns a batch or a task to its owner alone', async () => {
    const visitor = await createVisitor(server)
    const stranger = await createVisitor(server)
    const { batchId, taskIds } = await commit(visitor, await upload(visitor))
    expect(await stranger.refusal(queryBatch, { batchId })).toEqual({ code: 'H4001' })
    expect(await stranger.refusal(queryTask, { taskId: taskIds[0]! })).toEqual({ code: 'H4001' })
    expect(stranger.status()).toBe(404)
    expect(await stranger.get(getHistory, { curPage: 1, pageSize: 10, taskStatus: 'ALL' })).toEqual({ data: [], totalSize: 0 })
  })

  it('returns durations, resolutions and points to everybody', async () => {
    const { series, videoNumOptions } = await createTestClient(server).get(getVideoParameters, {})
    expect(videoNumOptions).toEqual([1, 2, 3, 4])
    const standard = series[0]?.durationOptions.find(({ isDefault }) => isDefault)
    expect(standard).toMatchObject({ value: '6s' })
    expect(standard?.resolutionOptions.find(({ isDefault }) => isDefault)).toEqual({ value: '720p', isDefault: true, points: 50 })
  })
})

describe('history', () => {
  it('is newest first, filtered, searched and paged', async () => {
    const visitor = await createVisitor(server)
    const image = await upload(visitor)
    const first = await commit(visitor, image, { prompt: 'a 100% calm lake' })
    await untilStatus(visitor, first.batchId, 'SUCCESS')
    const second = await commit(visitor, image, { prompt: 'a busy café street'.normalize('NFD') })
    await untilStatus(visitor, second.batchId, 'SUCCESS')
    const page = { curPage: 1, pageSize: 1, taskStatus: 'ALL' as const }
    const newest = await visitor.get(getHistory, page)
    expect(newest.totalSize).toBe(2)
    expect(newest.data.map(({ batchId }) => batchId)).toEqual([second.batchId])
    const older = await visitor.get(getHistory, { ...page, curPage: 2 })
    expect(older.data.map(({ batchId }) => batchId)).toEqual([first.batchId])
    const found = await visitor.get(getHistory, { ...page, search: '100%' })
    expect(found).toMatchObject({ totalSize: 1, data: [{ batchId: first.batchId }] })
    for (const search of ['CAFÉ', 'ｃａｆé', 'cafe\u0301'])
      expect(await visitor.get(getHistory, { ...page, search })).toMatchObject({ totalSize: 1, data: [{ batchId: second.batchId }] })
    expect(await visitor.get(getHistory, { ...page, search: '100％' })).toMatchObject({ totalSize: 1 })
    expect(await visitor.get(getHistory, { ...page, taskStatus: 'FAILED' })).toMatchObject({ totalSize: 0 })
    expect(await visitor.get(getHistory, { ...page, isCollect: '1' })).toMatchObject({ totalSize: 0 })
    expect(await visitor.refusal(getHistory, { ...page, pageSize: 1000 })).toEqual({ code: 'H3000', fields: ['pageSize'] })
  })
})
