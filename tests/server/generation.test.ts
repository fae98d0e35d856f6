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
    const finishedTask = await creation(visitor, taskIds[0]!)
    expect(finishedTask).toMatchObject({ status: 'SUCCESS', srcImage: [image], points: 50, pointsReturned: 0, width: 160, height: 96 })
    const videoResponse = await visitor.request(finishedTask.videoUrl!, { headers: { cookie: `user_token=${visitor.token}` } })
    expect(videoResponse.status).toBe(200)
    expect(videoResponse.headers.get('content-type')).toBe('video/mp4')
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
    const [firstAnswer, secondAnswer] = await Promise.all([commit(visitor, image, {}, key), commit(visitor, image, {}, key)])
    expect(secondAnswer).toEqual(firstAnswer)
    expect(await commit(visitor, image, {}, key)).toEqual(firstAnswer)
    expect(await visitor.get(getPoints, {})).toMatchObject({ points: 50 })
  })

  it('refuses the same key with another body', async () => {
    const visitor = await createVisitor(server)
    const image = await upload(visitor)
    const key = randomUUID()
    await commit(visitor, image, {}, key)
    const otherInput = customInput(image, { prompt: 'something else' })
    expect(await visitor.refusal(generateCustom, otherInput, { idempotencyKey: key })).toEqual({
      code: 'H3000',
      fields: ['idempotency-key'],
    })
    expect(visitor.status()).toBe(422)
  })

  it('separates the keys of two kinds of commit', async () => {
    const visitor = await createVisitor(server)
    const image = await upload(visitor)
    const key = randomUUID()
    const customBatch = await commit(visitor, image, {}, key)
    const templateBatch = await visitor.get(generateTemplate, templateInput(image), { idempotencyKey: key })
    expect(templateBatch.batchId).not.toBe(customBatch.batchId)
    expect(await commit(visitor, image, {}, key)).toEqual(customBatch)
    expect(await visitor.get(generateTemplate, templateInput(image), { idempotencyKey: key })).toEqual(templateBatch)
    expect(await visitor.get(getPoints, {})).toMatchObject({ points: 0 })
  })

  it('separates the keys of two visitors', async () => {
    const key = randomUUID()
    const firstVisitor = await createVisitor(server)
    const secondVisitor = await createVisitor(server)
    const [firstBatch, secondBatch] = [
      await commit(firstVisitor, await upload(firstVisitor), {}, key),
      await commit(secondVisitor, await upload(secondVisitor), {}, key),
    ]
    expect(firstBatch.batchId).not.toBe(secondBatch.batchId)
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
    const answers = await Promise.all([1, 2].map(() => visitor.call(generateCustom, customInput(image), { idempotencyKey: randomUUID() })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'H4044' } })
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
    const expensiveInput = customInput(image, { videoNum: 2, priceCeiling: 99 })
    expect(await visitor.refusal(generateCustom, expensiveInput, { idempotencyKey: key })).toEqual({
      code: 'H3000',
      fields: ['priceCeiling'],
    })
    expect(await visitor.get(getPoints, {})).toEqual({ points: 100, held: 0 })
    expect(await visitor.get(getHistory, { curPage: 1, pageSize: 10, taskStatus: 'ALL' })).toEqual({ data: [], totalSize: 0 })
    expect(await commit(visitor, image, { videoNum: 2, priceCeiling: 100 }, key)).toHaveProperty('batchId')
    expect((await visitor.get(getLedger, {})).data.filter(({ kind }) => kind === 'hold')).toHaveLength(2)
  })

  it('refuses pictures of another owner, foreign addresses and unfinished uploads', async () => {
    const visitor = await createVisitor(server)
    const stranger = await createVisitor(server)
    const foreignImage = await upload(stranger)
    const unfinishedUpload = await visitor.get(presignUpload, { filename: 'photo.jpg' })
    for (const image of [
      foreignImage,
      unfinishedUpload.fileUrl,
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
    const wrongInput = customInput(image, { duration: '7s' as never, extParams: { imageFidelity: 2 } })
    expect(await visitor.refusal(generateCustom, wrongInput, { idempotencyKey })).toEqual({
      code: 'H3000',
      fields: ['duration', 'extParams.imageFidelity'],
    })
    const { prompt: _, ...inputWithoutPrompt } = customInput(image)
    expect(await visitor.refusal(generateCustom, inputWithoutPrompt as never, { idempotencyKey })).toEqual({
      code: 'H3001',
      fields: ['prompt'],
    })
    expect(await visitor.refusal(generateCustom, customInput(image))).toEqual({ code: 'H3001', fields: ['idempotency-key'] })
    const unknownModelInput = customInput(image, { modelName: 'other' })
    expect(await visitor.refusal(generateCustom, unknownModelInput, { idempotencyKey })).toEqual({ code: 'H3000', fields: ['modelName'] })
  })

  it('refuses a NUL character in every text, as the database would', async () => {
    const visitor = await createVisitor(server)
    const input = customInput(await upload(visitor), { prompt: 'push\0in' })
    expect(await visitor.refusal(generateCustom, input, { idempotencyKey: randomUUID() })).toEqual({ code: 'H3000', fields: ['prompt'] })
    const pageInput = { curPage: 1, pageSize: 1, taskStatus: 'ALL' as const }
    expect(await visitor.refusal(getHistory, { ...pageInput, search: 'a\0' })).toEqual({ code: 'H3000', fields: ['search'] })
    expect(await visitor.refusal(queryBatch, { batchId: 'a\0' })).toEqual({ code: 'H3000', fields: ['batchId'] })
    expect(await visitor.refusal(queryTask, { taskId: 'a\0' })).toEqual({ code: 'H3000', fields: ['taskId'] })
    expect(await visitor.refusal(cancelTask, { taskId: 'a\0' })).toEqual({ code: 'H3000', fields: ['taskId'] })
    expect(await visitor.refusal(getLedger, { start: 'a\0' })).toEqual({ code: 'H3000', fields: ['start'] })
    expect(await visitor.refusal(presignUpload, { filename: 'a\0.jpg' })).toEqual({ code: 'H3000', fields: ['filename'] })
  })

  it('needs a known visitor', async () => {
    const stranger = createTestClient(server)
    expect(await stranger.refusal(generateCustom, customInput('/media/x'), { idempotencyKey: randomUUID() })).toEqual({ code: 'H3009' })
    expect(stranger.status()).toBe(401)
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
    const standardDuration = series[0]?.durationOptions.find(({ isDefault }) => isDefault)
    expect(standardDuration).toMatchObject({ value: '6s' })
    expect(standardDuration?.resolutionOptions.find(({ isDefault }) => isDefault)).toEqual({ value: '720p', isDefault: true, points: 50 })
  })
})

describe('history', () => {
  it('is newest first, filtered, searched and paged', async () => {
    const visitor = await createVisitor(server)
    const image = await upload(visitor)
    const firstCommit = await commit(visitor, image, { prompt: 'a 100% calm lake' })
    await untilStatus(visitor, firstCommit.batchId, 'SUCCESS')
    const secondCommit = await commit(visitor, image, { prompt: 'a busy café street'.normalize('NFD') })
    await untilStatus(visitor, secondCommit.batchId, 'SUCCESS')
    const pageInput = { curPage: 1, pageSize: 1, taskStatus: 'ALL' as const }
    const newestPage = await visitor.get(getHistory, pageInput)
    expect(newestPage.totalSize).toBe(2)
    expect(newestPage.data.map(({ batchId }) => batchId)).toEqual([secondCommit.batchId])
    const olderPage = await visitor.get(getHistory, { ...pageInput, curPage: 2 })
    expect(olderPage.data.map(({ batchId }) => batchId)).toEqual([firstCommit.batchId])
    const matchingPage = await visitor.get(getHistory, { ...pageInput, search: '100%' })
    expect(matchingPage).toMatchObject({ totalSize: 1, data: [{ batchId: firstCommit.batchId }] })
    for (const search of ['CAFÉ', 'ｃａｆé', 'cafe\u0301'])
      expect(await visitor.get(getHistory, { ...pageInput, search })).toMatchObject({
        totalSize: 1,
        data: [{ batchId: secondCommit.batchId }],
      })
    expect(await visitor.get(getHistory, { ...pageInput, search: '100％' })).toMatchObject({ totalSize: 1 })
    expect(await visitor.get(getHistory, { ...pageInput, taskStatus: 'FAILED' })).toMatchObject({ totalSize: 0 })
    expect(await visitor.get(getHistory, { ...pageInput, isCollect: '1' })).toMatchObject({ totalSize: 0 })
    expect(await visitor.refusal(getHistory, { ...pageInput, pageSize: 1000 })).toEqual({ code: 'H3000', fields: ['pageSize'] })
  })
})
