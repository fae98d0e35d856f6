import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestClient } from './client.ts'
import { presignUpload } from '#shared/api/files.ts'
import * as generation from '#shared/api/generation.ts'
import { getLedger, getPoints } from '#shared/api/user.ts'
import { MAX_SEED } from '#shared/domain/generation-options.ts'
import { EFFECTS } from '#motion/effects/effects.ts'
import { type PausedEngine, createPausedEngine } from '../fixtures/server/test-engines.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import {
  createTestClient,
  createVisitor,
  creation,
  customInput,
  headTailInput,
  smallPhoto,
  templateInput,
  untilStatus,
  upload,
} from './client.ts'

const { generateCustom, generateHeadTail, generateTemplate } = generation
const ALL_CREATIONS = { curPage: 1, pageSize: 10, taskStatus: 'ALL' } as const
const keyOption = (idempotencyKey: string = randomUUID()) => ({ idempotencyKey })
const EFFECT = EFFECTS[0]!

let server: TestServer
let engine: PausedEngine
beforeAll(async () => {
  engine = createPausedEngine()
  server = await startTestServer({ listen: false, engine })
})
afterAll(() => server.close())

/** HEAD_TAIL and TEMPLATE commits with one interface, so that each rule is tested for both kinds. */
const KINDS = [
  {
    bizType: 'HEAD_TAIL',
    commit: (client: TestClient, image: string, changes: object = {}, id?: string) =>
      client.call(generateHeadTail, { ...headTailInput([image, image]), ...changes }, keyOption(id)),
    refusal: (client: TestClient, image: string, changes: object = {}, id?: string) =>
      client.refusal(generateHeadTail, { ...headTailInput([image, image]), ...changes }, keyOption(id)),
  },
  {
    bizType: 'TEMPLATE',
    commit: (client: TestClient, image: string, changes: object = {}, id?: string) =>
      client.call(generateTemplate, { ...templateInput(image), ...changes }, keyOption(id)),
    refusal: (client: TestClient, image: string, changes: object = {}, id?: string) =>
      client.refusal(generateTemplate, { ...templateInput(image), ...changes }, keyOption(id)),
  },
] as const

async function createNewcomer() {
  const visitor = await createVisitor(server)
  return { visitor, image: await upload(visitor) }
}

/** Ends all tasks of the batch successfully, one after the other. */
async function finishAll(visitor: TestClient, batchId: string): Promise<void> {
  const { tasks } = await visitor.get(generation.queryBatch, { batchId })
  for (const { id } of tasks) {
    await expect.poll(() => engine.paused.some(({ taskId }) => taskId === id), { timeout: 15_000 }).toBe(true)
    engine.release()
  }
  await untilStatus(visitor, batchId, 'SUCCESS')
}

async function cancelAll(visitor: TestClient): Promise<void> {
  const { data } = await visitor.get(generation.getHistory, ALL_CREATIONS)
  for (const { id, status } of data) if (status === 'PENDING') await visitor.call(generation.cancelTask, { taskId: id })
  // A task that a worker has just claimed is not paused yet, so releases are repeated until all tasks have ended.
  const isAllOver = async () => {
    while (engine.paused.length > 0) engine.release()
    return (await visitor.get(generation.getHistory, ALL_CREATIONS)).data.every(
      ({ status }) => status !== 'PENDING' && status !== 'PROCESSING',
    )
  }
  await expect.poll(isAllOver, { timeout: 15_000 }).toBe(true)
}

describe.each(KINDS)('a commit of kind $bizType', ({ bizType, commit, refusal }) => {
  it('reserves its points for each video at once, is returned with its kind, and is settled when the video is done', async () => {
    const { visitor, image } = await createNewcomer()
    const commitAnswer = await commit(visitor, image, { videoNum: 2 })
    if (!commitAnswer.ok) throw new Error(commitAnswer.error.code)
    const { batchId, taskIds } = commitAnswer.value
    expect(taskIds).toHaveLength(2)
    expect(await visitor.get(getPoints, {})).toEqual({ points: 0, held: 100 })
    expect((await visitor.get(generation.queryBatch, { batchId })).tasks).toMatchObject([{ bizType }, { bizType }])
    await finishAll(visitor, batchId)
    const kinds = (await visitor.get(getLedger, {})).data.map(({ kind }) => kind).sort()
    expect(kinds).toEqual(['grant', 'hold', 'hold', 'settle', 'settle'])
    expect(await creation(visitor, taskIds[0]!)).toMatchObject({ bizType, status: 'SUCCESS', points: 50 })
    expect(await visitor.get(generation.getHistory, { ...ALL_CREATIONS, bizType })).toMatchObject({ totalSize: 2 })
    expect(await visitor.get(generation.getHistory, { ...ALL_CREATIONS, bizType: 'CUSTOM' })).toMatchObject({ totalSize: 0 })
  })

  it('costs the price of its length and size', async () => {
    const { visitor, image } = await createNewcomer()
    expect(await commit(visitor, image, { duration: '8s', resolution: '1080p' })).toMatchObject({ ok: true })
    expect(await visitor.get(getPoints, {})).toEqual({ points: 0, held: 100 })
    await cancelAll(visitor)
  })

  it('with the same key and body returns the first answer and is charged once; another body is refused', async () => {
    const { visitor, image } = await createNewcomer()
    const id = randomUUID()
    const [firstAnswer, secondAnswer] = await Promise.all([commit(visitor, image, {}, id), commit(visitor, image, {}, id)])
    expect(firstAnswer).toMatchObject({ ok: true })
    expect(secondAnswer).toEqual(firstAnswer)
    expect(await commit(visitor, image, {}, id)).toEqual(firstAnswer)
    expect(await visitor.get(getPoints, {})).toMatchObject({ points: 50 })
    expect(await refusal(visitor, image, { prompt: 'something else' }, id)).toEqual({ code: 'H3000', fields: ['idempotency-key'] })
    expect(visitor.status()).toBe(422)
    await cancelAll(visitor)
  })

  it('has keys of its own: the key of another kind does not match', async () => {
    const { visitor, image } = await createNewcomer()
    const id = randomUUID()
    const customBatch = await visitor.get(generateCustom, customInput(image), keyOption(id))
    const otherAnswer = await commit(visitor, image, {}, id)
    expect(otherAnswer.ok && otherAnswer.value.batchId).not.toBe(customBatch.batchId)
    expect(await visitor.get(getPoints, {})).toMatchObject({ points: 0 })
    await cancelAll(visitor)
  })

  it('is accepted once of two when the points suffice for one, and never for a part of its videos', async () => {
    const { visitor, image } = await createNewcomer()
    expect(await refusal(visitor, image, { videoNum: 3 })).toEqual({ code: 'H4044' })
    expect(await visitor.get(getPoints, {})).toEqual({ points: 100, held: 0 })
    const answers = await Promise.all([1, 2].map(() => commit(visitor, image, { videoNum: 2 })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'H4044' } })
    expect(await visitor.get(getPoints, {})).toMatchObject({ points: 0 })
    await cancelAll(visitor)
  })

  it('costs no more than agreed: a more expensive one reserves nothing, and its key can be used again', async () => {
    const { visitor, image } = await createNewcomer()
    const id = randomUUID()
    expect(await refusal(visitor, image, { videoNum: 2, priceCeiling: 99 }, id)).toEqual({ code: 'H3000', fields: ['priceCeiling'] })
    expect(await visitor.get(getPoints, {})).toEqual({ points: 100, held: 0 })
    expect(await visitor.get(generation.getHistory, ALL_CREATIONS)).toEqual({ data: [], totalSize: 0 })
    expect(await commit(visitor, image, { videoNum: 2, priceCeiling: 100 }, id)).toMatchObject({ ok: true })
    await cancelAll(visitor)
  })

  it('accepts only its own number of pictures, and only stored ones of the caller', async () => {
    const { visitor, image } = await createNewcomer()
    const foreignImage = await upload(await createVisitor(server))
    const { fileUrl: unfinishedImage } = await visitor.get(presignUpload, { filename: 'photo.jpg' })
    const pictureCount = bizType === 'HEAD_TAIL' ? 2 : 1
    const wrongCounts = [0, 1, 2, 3].filter((count) => count !== pictureCount).map((count) => Array.from({ length: count }, () => image))
    const wrongImages = [
      foreignImage,
      unfinishedImage,
      'https://example.org/a.jpg',
      '/media/../secret',
      `/media/${'0'.repeat(32)}.jpg`,
      `${image}?download=a.mp4`,
    ]
    const images = [
      ...wrongCounts,
      ...wrongImages.map((url) => (pictureCount === 2 ? [image, url] : [url])),
      ...(pictureCount === 2 ? [[foreignImage, image]] : []),
    ]
    for (const wrongList of images)
      expect([wrongList, await refusal(visitor, image, { images: wrongList })]).toEqual([wrongList, { code: 'H3000', fields: ['images'] }])
    expect(await visitor.get(getPoints, {})).toEqual({ points: 100, held: 0 })
  })

  it('names missing and wrong fields', async () => {
    const { visitor, image } = await createNewcomer()
    const wrongInput = { duration: '7s', resolution: 'x', videoNum: 5, prompt: 'a'.repeat(10_000) }
    expect(await refusal(visitor, image, wrongInput)).toEqual({ code: 'H3000', fields: Object.keys(wrongInput).sort(byField) })
    for (const seed of [-1, MAX_SEED + 1, 0.5, '7', null, Number.NaN]) {
      const input = { extParams: { imageFidelity: 0.5, seed } }
      expect([seed, await refusal(visitor, image, input)]).toEqual([seed, { code: 'H3000', fields: ['extParams.seed'] }])
    }
    expect(await refusal(visitor, image, { resolution: undefined })).toEqual({ code: 'H3001', fields: ['resolution'] })
    // Of the two kinds only a TEMPLATE commit needs a prompt. A HEAD_TAIL commit has two frames, which suffice.
    if (bizType === 'TEMPLATE') expect(await refusal(visitor, image, { prompt: undefined })).toEqual({ code: 'H3001', fields: ['prompt'] })
    expect(await refusal(visitor, image, { prompt: 'a\0b' })).toEqual({ code: 'H3000', fields: ['prompt'] })
    expect(await refusal(visitor, image, { duration: 6 })).toEqual({ code: 'H3000', fields: ['duration'] })
  })

  it('needs a known visitor and a key', async () => {
    const stranger = createTestClient(server)
    expect(await refusal(stranger, '/media/x')).toEqual({ code: 'H3009' })
    expect(stranger.status()).toBe(401)
    const call = bizType === 'HEAD_TAIL' ? generateHeadTail : generateTemplate
    const { visitor, image } = await createNewcomer()
    const input = bizType === 'HEAD_TAIL' ? headTailInput([image, image]) : templateInput(image)
    expect(await visitor.refusal(call as typeof generateCustom, input as never)).toEqual({ code: 'H3001', fields: ['idempotency-key'] })
  })

  it('uses the seed of the shown sketch, and makes one where none is given', async () => {
    const commitSeed = async (extParams: object) => {
      const { visitor, image } = await createNewcomer()
      const commitAnswer = await commit(visitor, image, { extParams: { imageFidelity: 0.5, ...extParams } })
      const { seed } = await creation(visitor, commitAnswer.ok ? commitAnswer.value.taskIds[0]! : '')
      await cancelAll(visitor)
      return seed
    }
    for (const seed of [0, 1234, MAX_SEED]) expect(await commitSeed({ seed })).toBe(seed)
    const [firstSeed, secondSeed] = [await commitSeed({}), await commitSeed({})]
    expect(firstSeed).not.toBe(secondSeed)
    for (const seed of [firstSeed, secondSeed]) expect(Number.isInteger(seed) && seed! > 0 && seed! <= MAX_SEED).toBe(true)
  })
})

const FIELD_ORDER = ['prompt', 'duration', 'resolution', 'videoNum']
const byField = (a: string, b: string) => FIELD_ORDER.indexOf(a) - FIELD_ORDER.indexOf(b)

describe('a start and end frame', () => {
  it('is sent to the engine with both pictures in their order', async () => {
    const { visitor, image } = await createNewcomer()
    const flippedImage = await upload(
      visitor,
      await sharp(await smallPhoto())
        .flop()
        .jpeg()
        .toBuffer(),
    )
    const { batchId, taskIds } = await visitor.get(
      generateHeadTail,
      headTailInput([flippedImage, image], { extParams: { imageFidelity: 0.2, seed: 77 } }),
      keyOption(),
    )
    await expect.poll(() => engine.paused.length, { timeout: 15_000 }).toBe(1)
    const [request] = engine.paused
    const names = [flippedImage, image].map((url) => url.replace('/media/', ''))
    expect(request).toMatchObject({ bizType: 'HEAD_TAIL', templateId: null, aiMusic: 0, imageFidelity: 0.2, seed: 77 })
    expect(request!.imagePaths.map((path) => path.split('/').at(-1))).toEqual(names)
    await finishAll(visitor, batchId)
    const settings = {
      srcImage: [flippedImage, image],
      templateId: null,
      templateName: null,
      aiMusic: 0,
      params: { imageFidelity: 0.2 },
      seed: 77,
    }
    expect(await creation(visitor, taskIds[0]!)).toMatchObject(settings)
  })

  it('returns its models, durations, sizes and points to everybody', async () => {
    const stranger = createTestClient(server)
    const parameters = await stranger.get(generation.getHeadTailParameters, {})
    expect(parameters).toEqual(await stranger.get(generation.getVideoParameters, {}))
    expect(parameters.series[0]?.durationOptions.length).toBeGreaterThan(0)
  })

  it('with an unknown model is refused', async () => {
    const { visitor, image } = await createNewcomer()
    const wrongInput = headTailInput([image, image], { modelName: 'other' })
    expect(await visitor.refusal(generateHeadTail, wrongInput, keyOption())).toEqual({ code: 'H3000', fields: ['modelName'] })
  })
})

describe('a template', () => {
  it('is sent to the engine with its effect and music, and returned with the effect’s name', async () => {
    const { visitor, image } = await createNewcomer()
    const { batchId, taskIds } = await visitor.get(generateTemplate, templateInput(image, { prompt: '', aiMusic: 0 }), keyOption())
    await expect.poll(() => engine.paused.length, { timeout: 15_000 }).toBe(1)
    expect(engine.paused[0]).toMatchObject({ bizType: 'TEMPLATE', prompt: '', templateId: EFFECT.id, aiMusic: 0 })
    await finishAll(visitor, batchId)
    const video = await creation(visitor, taskIds[0]!)
    expect(video).toMatchObject({ templateId: EFFECT.id, templateName: EFFECT.name, aiMusic: 0, prompt: '', params: {} })
    expect(decodeURIComponent(video.videoDownloadUrl!)).toContain(`?download=${EFFECT.name.toLowerCase().replaceAll(' ', '-')}-20`)
  })

  it('has music by default', async () => {
    const { visitor, image } = await createNewcomer()
    const { aiMusic: _, ...inputWithoutMusic } = templateInput(image)
    const { batchId, taskIds } = await visitor.get(generateTemplate, inputWithoutMusic as never, keyOption())
    await finishAll(visitor, batchId)
    expect(await creation(visitor, taskIds[0]!)).toMatchObject({ aiMusic: 1 })
    for (const aiMusic of [2, -1, '1', true]) {
      const input = templateInput(image, { aiMusic: aiMusic as never })
      expect(await visitor.refusal(generateTemplate, input, keyOption())).toEqual({ code: 'H3000', fields: ['aiMusic'] })
    }
  })

  it('that is unknown is refused, reserves nothing, and its key can be used again', async () => {
    const { visitor, image } = await createNewcomer()
    const id = randomUUID()
    for (const templateId of ['no-such-effect', '__proto__', '../x', EFFECT.id.toUpperCase()]) {
      expect(await visitor.refusal(generateTemplate, templateInput(image, { templateId }), keyOption(id))).toEqual({
        code: 'H4001',
        fields: ['templateId'],
      })
    }
    expect(visitor.status()).toBe(404)
    expect(await visitor.refusal(generateTemplate, templateInput(image, { templateId: '' }), keyOption())).toEqual({
      code: 'H3000',
      fields: ['templateId'],
    })
    expect(await visitor.get(getPoints, {})).toEqual({ points: 100, held: 0 })
    expect(await visitor.call(generateTemplate, templateInput(image), keyOption(id))).toMatchObject({ ok: true })
    await cancelAll(visitor)
  })
})
