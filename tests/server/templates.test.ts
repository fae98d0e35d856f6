import type { CallInput } from '#shared/api/define-call.ts'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createArtChoice } from '#server/gallery/open-gallery.ts'
import { TEMPLATES } from '#server/boot/open-resources.ts'
import * as templates from '#shared/api/templates.ts'
import { templateSlug, slugOf } from '#shared/domain/detail-path.ts'
import { findEffect } from '#motion/effects/effects.ts'
import { toPlanRequest } from '#shared/domain/plan-request.ts'
import { makePlan } from '#motion/make-plan.ts'
import { makeArtFolder } from '../fixtures/server/art-folder.ts'
import { createPausedEngine, createInstantEngine } from '../fixtures/server/test-engines.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { commit, createTestClient, createVisitor, templateInput, untilStatus, upload } from './client.ts'
import { generateTemplate, getHistory } from '#shared/api/generation.ts'
import { getPromptWords } from '#shared/api/prompts.ts'

const ALL_TEMPLATES = { curPage: 1, pageSize: templates.MAX_TEMPLATE_PAGE }
const SEED_VIDEOS = 4

let artFolder: Awaited<ReturnType<typeof makeArtFolder>>
let server: TestServer
beforeAll(async () => {
  artFolder = await makeArtFolder(['misty-peaks-mountains', 'low-sun-sea', 'night-city', 'flower', 'planet-space'])
  server = await startTestServer({ listen: false, artDir: artFolder.folder })
})
afterAll(async () => {
  await server.close()
  await artFolder.remove()
})

const newClient = () => createTestClient(server)
const idsOf = (list: { data: readonly templates.Template[] }) => list.data.map(({ id }) => id)

describe('the seed of the galleries', () => {
  const effects = TEMPLATES.filter(({ bizType }) => bizType === 'TEMPLATE')
  const recipes = TEMPLATES.filter(({ bizType }) => bizType !== 'TEMPLATE')

  it('has enough effects and recipes of both kinds, each with an id, an address and a name of its own', () => {
    expect(effects.length).toBeGreaterThanOrEqual(24)
    expect(recipes.length).toBeGreaterThanOrEqual(24)
    expect(recipes.filter(({ bizType }) => bizType === 'HEAD_TAIL').length).toBeGreaterThanOrEqual(4)
    for (const key of ['id', 'seoPath', 'name'] as const) expect(new Set(TEMPLATES.map((item) => item[key])).size).toBe(TEMPLATES.length)
    const paths = TEMPLATES.flatMap(({ id, seoPath, name }) => [...new Set([seoPath, slugOf(name)])].map((segment) => ({ id, segment })))
    expect(new Set(paths.map(({ segment }) => segment)).size).toBe(paths.length)
    for (const { id, tags, prompt, seoPath } of TEMPLATES) {
      expect([id, tags.length > 0, prompt.length > 10, /^[a-z0-9-]+$/.test(seoPath)]).toEqual([id, true, true, true])
    }
  })

  it('names existing effects of the renderer', () => {
    for (const { id, name } of effects) expect([id, findEffect(id)?.name]).toEqual([id, name])
  })

  it('has no prompt beyond the renderer, and each recipe has a request', () => {
    const planOf = ({ id, bizType }: (typeof TEMPLATES)[number], prompt: string) => {
      const video = { bizType, prompt, templateId: id, duration: '6s', imageFidelity: 0.5, seed: 1, variation: 0 } as const
      return makePlan(toPlanRequest(video, { width: 1280, height: 720 }))
    }
    const plans = TEMPLATES.map((item) => ({ ...item, plan: planOf(item, item.prompt) }))
    const kindsOf = ({ overlays }: { overlays: readonly { kind: string }[] }) => overlays.map(({ kind }) => kind)
    const changedEffects = effects.filter((item) => kindsOf(planOf(item, item.prompt)).join() !== kindsOf(planOf(item, '')).join())
    expect(changedEffects.map(({ id }) => id)).toEqual([])
    const unmetWords = plans.flatMap(({ id, plan }) => plan.summary.unmet.map(({ words }) => `${id}: ${words}`))
    expect(unmetWords).toEqual([])
    const itemsOfKind = (kind: string) => plans.filter(({ bizType }) => bizType === kind)
    expect(itemsOfKind('CUSTOM').flatMap(({ id, plan }) => (plan.summary.moves.length > 0 ? [] : [id]))).toEqual([])
    const recipePlans = [...itemsOfKind('CUSTOM'), ...itemsOfKind('HEAD_TAIL')]
    const barePlans = recipePlans.filter(({ plan }) => plan.overlays.length + plan.distortions.length === 0 && plan.grade === null)
    expect(barePlans.map(({ id }) => id)).toEqual([])
  })
})

describe('the galleries', () => {
  it('are public, whole and without a gap or a duplicate from page to page', async () => {
    const client = newClient()
    const wholeList = await client.get(templates.getPopularTemplates, ALL_TEMPLATES)
    expect(wholeList.totalSize).toBe(TEMPLATES.length)
    expect(idsOf(wholeList)).toEqual(TEMPLATES.map(({ id }) => id))
    const pagedIds: string[] = []
    for (let curPage = 1; curPage <= Math.ceil(wholeList.totalSize / 7); curPage++) {
      const page = await client.get(templates.getPopularTemplates, { curPage, pageSize: 7 })
      expect(page.totalSize).toBe(wholeList.totalSize)
      pagedIds.push(...idsOf(page))
    }
    expect(pagedIds).toEqual(idsOf(wholeList))
    expect(await client.get(templates.getPopularTemplates, { curPage: 500, pageSize: 7 })).toEqual({
      data: [],
      totalSize: wholeList.totalSize,
    })
  })

  it('are divided by kind and by newness', async () => {
    const client = newClient()
    const kindsIn = async (call: typeof templates.getExplore) =>
      new Set((await client.get(call, ALL_TEMPLATES)).data.map(({ bizType }) => bizType))
    expect(await kindsIn(templates.getExplore)).toEqual(new Set(['CUSTOM', 'HEAD_TAIL']))
    expect(await kindsIn(templates.getEffects)).toEqual(new Set(['TEMPLATE']))
    const [newTemplates, hotTemplates] = [
      await client.get(templates.getNewTemplates, ALL_TEMPLATES),
      await client.get(templates.getHotTemplates, ALL_TEMPLATES),
    ]
    expect(newTemplates.data.every(({ type }) => type === templates.NEW_TEMPLATE)).toBe(true)
    expect(hotTemplates.data.some(({ type }) => type === templates.NEW_TEMPLATE)).toBe(false)
    expect(new Set([...idsOf(newTemplates), ...idsOf(hotTemplates)]).size).toBe(TEMPLATES.length)
    expect(hotTemplates.data.filter(({ bizType }) => bizType === 'TEMPLATE').length).toBeGreaterThanOrEqual(4)
  })

  it('refuse an impossible page', async () => {
    const client = newClient()
    const wrongInputs: [CallInput<typeof templates.getExplore>, string][] = [
      [{ curPage: 0, pageSize: 6 }, 'curPage'],
      [{ curPage: 1.5, pageSize: 6 }, 'curPage'],
      [{ curPage: 1, pageSize: 0 }, 'pageSize'],
      [{ curPage: 1, pageSize: 1000 }, 'pageSize'],
    ]
    for (const [input, field] of wrongInputs)
      expect(await client.refusal(templates.getExplore, input)).toEqual({ code: 'H3000', fields: [field] })
  })

  it('show a picture of the right size at once, and no video before there is one', async () => {
    const { data } = await newClient().get(templates.getPopularTemplates, ALL_TEMPLATES)
    for (const item of data) {
      expect([item.id, item.movieUrl, item.videoDownloadUrl]).toEqual([item.id, null, null])
      expect([item.id, item.srcImage.length, item.srcImage[0]]).toEqual([item.id, item.bizType === 'HEAD_TAIL' ? 2 : 1, item.firstImageUrl])
      expect(new Set(item.srcImage).size).toBe(item.srcImage.length)
    }
    const [firstItem] = data
    const pictureResponse = await newClient().request(firstItem?.firstImageUrl ?? '')
    expect([pictureResponse.status, pictureResponse.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(pictureResponse.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect([firstItem?.width, firstItem?.height]).toEqual([640, 360])
    const usedPictures = new Set(data.map(({ firstImageUrl }) => firstImageUrl))
    expect(usedPictures.size).toBe(5)
  })
})

describe('an answer that is the same for everybody', () => {
  it('is cacheable, revalidated each time, and sets no cookie', async () => {
    const client = await createVisitor(server)
    await client.get(templates.getEffects, ALL_TEMPLATES)
    const headers = client.headers()
    expect([headers.get('cache-control'), headers.get('vary'), headers.get('set-cookie')]).toEqual(['public, no-cache', null, null])
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/)
    const revalidatingClient = createTestClient(server, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    await revalidatingClient.call(templates.getEffects, ALL_TEMPLATES)
    expect([revalidatingClient.status(), revalidatingClient.headers().get('etag')]).toEqual([304, headers.get('etag')])
    await revalidatingClient.call(templates.getExplore, ALL_TEMPLATES)
    expect(revalidatingClient.status()).toBe(200)
    await client.get(templates.getTemplate, { templateId: TEMPLATES[0]?.id ?? '' })
    expect(client.headers().get('cache-control')).toBe('public, no-cache')
    await client.get(getPromptWords, {})
    expect(client.headers().get('cache-control')).toBe('public, no-cache')
  })

  it('is not cached when it is a refusal, and neither is anything private', async () => {
    const client = await createVisitor(server)
    await client.refusal(templates.getTemplate, { templateId: 'nothing' })
    expect(client.headers().get('cache-control')).toBe('no-store')
    await client.get(getHistory, { curPage: 1, pageSize: 1, taskStatus: 'ALL' })
    expect(client.headers().get('cache-control')).toBe('no-store')
  })

  it('includes the files, which set no cookie, not even for an expired session', async () => {
    const [item] = (await newClient().get(templates.getPopularTemplates, { curPage: 1, pageSize: 1 })).data
    const pictureResponse = await newClient().request(item?.firstImageUrl ?? '', { headers: { cookie: 'session=over' } })
    expect([pictureResponse.status, pictureResponse.headers.get('vary'), pictureResponse.headers.get('set-cookie')]).toEqual([
      200,
      null,
      null,
    ])
    const partResponse = await newClient().request(item?.firstImageUrl ?? '', { headers: { range: 'bytes=0-9' } })
    expect(partResponse.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(partResponse.headers.get('content-range')).toMatch(/^bytes 0-9\/\d+$/)
  })
})

describe('one item', () => {
  it('is read by its id, and by its seo path or the slug of its name, in any case of letters', async () => {
    const client = newClient()
    for (const { id } of TEMPLATES) {
      const item = await client.get(templates.getTemplate, { templateId: id })
      expect(await client.get(templates.getTemplateByPath, { path: templateSlug(item) })).toEqual(item)
      expect(await client.get(templates.getTemplateByPath, { path: slugOf(item.templateEnName).toUpperCase() })).toEqual(item)
    }
  })

  it('is not found under another id or path', async () => {
    const client = newClient()
    expect((await client.refusal(templates.getTemplate, { templateId: '' })).code).toBe('H3001')
    for (const templateId of ['-1', 'nothing', '__proto__', 'golden-hour-video-effect']) {
      expect(await client.refusal(templates.getTemplate, { templateId })).toEqual({ code: 'H4001' })
    }
    for (const segment of ['-1', 'nothing', '../golden-hour', 'constructor']) {
      expect(await client.refusal(templates.getTemplateByPath, { path: segment })).toEqual({ code: 'H4001' })
    }
  })

  it('has an id that a commit accepts where it is an effect', async () => {
    const client = await createVisitor(server)
    const [effect] = (await client.get(templates.getEffects, { curPage: 1, pageSize: 1 })).data
    const input = templateInput(await upload(client), { templateId: effect?.id ?? '', prompt: effect?.prompt ?? '' })
    const { batchId } = await client.get(generateTemplate, input, { idempotencyKey: crypto.randomUUID() })
    await untilStatus(client, batchId, 'SUCCESS')
  })
})

describe('the videos of the galleries', () => {
  const loadSeeded = async (galleryServer: TestServer) => {
    const { data } = await createTestClient(galleryServer).get(templates.getPopularTemplates, ALL_TEMPLATES)
    return data.filter(({ movieUrl }) => movieUrl !== null)
  }

  it('are made in the background, the first ones first, and are public', async () => {
    const seedingServer = await startTestServer({ listen: false, artDir: artFolder.folder, config: { seedVideos: SEED_VIDEOS } })
    try {
      await expect.poll(async () => (await loadSeeded(seedingServer)).length, { timeout: 30_000 }).toBe(SEED_VIDEOS)
      const madeItems = await loadSeeded(seedingServer)
      expect(madeItems.map(({ id }) => id)).toEqual(TEMPLATES.slice(0, SEED_VIDEOS).map(({ id }) => id))
      const client = createTestClient(seedingServer)
      const partResponse = await client.request(madeItems[0]?.movieUrl ?? '', { headers: { range: 'bytes=0-9' } })
      expect([partResponse.status, partResponse.headers.get('content-type')]).toEqual([206, 'video/mp4'])
      const downloadResponse = await client.request(madeItems[0]?.videoDownloadUrl ?? '')
      expect(downloadResponse.status).toBe(200)
      expect(downloadResponse.headers.get('content-disposition')).toContain(`${templateSlug(madeItems[0]!)}.mp4`)
      // The server makes the smaller pictures after the videos. The test waits for them before it closes the server.
      await expect.poll(() => readdir(path.join(seedingServer.dataDir, 'media', 'incoming')), { timeout: 30_000 }).toEqual([])
    } finally {
      await seedingServer.close()
    }
  })

  it('are not made a second time', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-seed-'))
    const pausedEngine = createPausedEngine()
    const config = { seedVideos: 1, dataDir }
    const firstServer = await startTestServer({ listen: false, artDir: artFolder.folder, config, engine: createInstantEngine() })
    await expect.poll(async () => (await loadSeeded(firstServer)).length, { timeout: 30_000 }).toBe(1)
    await firstServer.close()
    const secondServer = await startTestServer({
      listen: false,
      artDir: artFolder.folder,
      config: { ...config, seedVideos: 2 },
      engine: pausedEngine,
    })
    try {
      expect(await loadSeeded(secondServer)).toHaveLength(1)
      await pausedEngine.untilPaused(1)
      expect(pausedEngine.seen.map(({ taskId }) => taskId)).toEqual([`seed-${TEMPLATES[1]?.id}`])
    } finally {
      await secondServer.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  it('wait for users’ own videos', async () => {
    const engine = createPausedEngine()
    const seedingServer = await startTestServer({ listen: false, artDir: artFolder.folder, config: { seedVideos: 1 }, engine })
    try {
      await engine.untilPaused(1)
      const client = await createVisitor(seedingServer)
      const { batchId } = await commit(client, await upload(client))
      await expect.poll(() => engine.paused.map(({ taskId }) => taskId.startsWith('seed-'))).toEqual([false])
      engine.release()
      await untilStatus(client, batchId, 'SUCCESS')
      expect(await loadSeeded(seedingServer)).toEqual([])
    } finally {
      await seedingServer.close()
    }
  })

  it('are made on request where each one would have to be paid', async () => {
    const engine = createPausedEngine({ isFree: false })
    const paidServer = await startTestServer({ listen: false, artDir: artFolder.folder, config: { seedVideos: 1 }, engine })
    try {
      const client = await createVisitor(paidServer)
      await commit(client, await upload(client))
      await engine.untilPaused(1)
      expect(engine.seen.map(({ taskId }) => taskId.startsWith('seed-'))).toEqual([false])
    } finally {
      await paidServer.close()
    }
  })
})

describe('the choice of a picture', () => {
  const makeChoice = (...slugs: string[]) =>
    createArtChoice(
      slugs.map((slug) => ({ slug, tags: slug.split('-'), width: 1, height: 1, name: '', path: '', contentType: 'image/webp' })),
    )

  it('uses the first preference that exists, and shows others when one was shown often', () => {
    const chooseArt = makeChoice('sea-boat', 'night-city', 'flower')
    const chooseSlug = () => chooseArt([['city', 'flower']])[0]?.slug
    expect(chooseSlug()).toBe('night-city')
    expect(chooseSlug()).toBe('flower')
    expect(new Set([chooseSlug(), chooseSlug(), chooseSlug(), chooseSlug()])).toEqual(new Set(['night-city', 'flower', 'sea-boat']))
    expect(makeChoice('flower', 'sea-boat')([['sea-boat']])[0]?.slug).toBe('sea-boat')
  })

  it('is the picture named by an item, before others with the same contents', () => {
    expect(makeChoice('city-night', 'city')([['city', 'night']])[0]?.slug).toBe('city')
  })

  it('is any picture rather than none, and none where there is none', () => {
    expect(makeChoice('flower')([['volcano']])[0]?.slug).toBe('flower')
    expect(makeChoice('flower', 'sea')([['flower'], ['flower']]).map(({ slug }) => slug)).toEqual(['flower', 'sea'])
    expect(makeChoice()([['volcano']])).toEqual([])
  })
})

describe('a server without pictures', () => {
  it('has empty galleries', async () => {
    const emptyFolder = await makeArtFolder([])
    const bareServer = await startTestServer({ listen: false, artDir: path.join(emptyFolder.folder, 'nowhere') })
    try {
      expect(await createTestClient(bareServer).get(templates.getExplore, ALL_TEMPLATES)).toEqual({ data: [], totalSize: 0 })
    } finally {
      await bareServer.close()
      await emptyFolder.remove()
    }
  })
})
