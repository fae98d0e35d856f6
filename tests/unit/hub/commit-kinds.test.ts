import type { WorkSnapshot } from '#shared/contract/hub-contract.ts'
import { describe, expect, it } from 'vitest'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { outboxKey } from '#shared/storage/records.ts'
import { type Hub, type HubWorld, inHubWorld } from './hub-fixture.ts'
import { resume } from './hub-world.ts'
import { makeIntentOf, makeLastPicture } from './kind-intents.ts'

const NOBODY = identityRecord.fallback()
const ACCOUNT = { ...NOBODY, businessUserId: 'ada' }
const PRESIGN_PATH = '/file/upload/presign'
const [FIRST_HASH, LAST_HASH] = ['a'.repeat(64), 'e'.repeat(64)]

let world: HubWorld
const renewWorld = inHubWorld((newWorld) => (world = newWorld))

async function readWork(hub: Hub): Promise<WorkSnapshot> {
  return (await resume(hub)).work.state
}

const acceptedBatches = () => [...world.server.batches.values()]

const KIND_CASES = [
  {
    bizType: 'CUSTOM',
    path: '/ai/i2v/gen/custom',
    puts: [`/put/${FIRST_HASH}`],
    body: {
      modelName: 'kinora-motion-1',
      prompt: 'push in',
      images: [`/media/${FIRST_HASH}.jpg`],
      extParams: { imageFidelity: 0.5, seed: 5 },
    },
  },
  {
    bizType: 'HEAD_TAIL',
    path: '/ai/i2v/gen/head_tail',
    puts: [`/put/${FIRST_HASH}`, `/put/${LAST_HASH}`],
    body: {
      modelName: 'kinora-motion-1',
      prompt: 'push in',
      images: [`/media/${FIRST_HASH}.jpg`, `/media/${LAST_HASH}.jpg`],
      extParams: { imageFidelity: 0.5, seed: 6 },
    },
  },
  {
    bizType: 'TEMPLATE',
    path: '/ai/i2v/gen/template',
    puts: [`/put/${FIRST_HASH}`],
    body: { templateId: 'an-effect', prompt: '', images: [`/media/${FIRST_HASH}.jpg`], aiMusic: 0, extParams: { seed: 7 } },
  },
] as const

describe.each(KIND_CASES)('a commit of kind $bizType', ({ bizType, path, puts, body }) => {
  it('is sent once, by its own call, with all its fields and nothing more', async () => {
    const hub = world.startHub()
    await hub.api.commit(makeIntentOf(bizType))
    await world.clock.settle()
    expect(world.server.puts).toEqual(puts)
    expect(acceptedBatches().map((batch) => batch.path)).toEqual([path])
    const common = { duration: '6s', resolution: '720p', videoNum: 1, priceCeiling: 50 }
    expect(JSON.parse(acceptedBatches()[0]!.body)).toEqual({ ...common, ...body })
    expect((await readWork(hub)).outbox).toEqual([])
  })

  it('without an answer is sent again with the same key and the same bytes, and is charged once', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.losesAnswersOf.add(path)
    const intent = makeIntentOf(bizType)
    await hub.api.commit(intent)
    await world.clock.settle()
    expect((await readWork(hub)).outbox).toMatchObject([{ bizType, state: 'unknown', isEditable: false }])
    world.server.losesAnswersOf.clear()
    await world.clock.advance(30_000)
    expect((await readWork(hub)).outbox).toEqual([])
    expect(new Set(world.callsTo(path).map(({ key }) => key))).toEqual(new Set([intent.id]))
    expect(world.callsTo(path).length).toBeGreaterThan(1)
    expect(world.callsTo(PRESIGN_PATH)).toHaveLength(puts.length)
    expect([acceptedBatches().length, world.server.points]).toEqual([1, 50])
  })

  it('survives the death of the worker after any step: charged once, each picture sent once', async () => {
    for (let stepsToLive = 1; stepsToLive <= 40; stepsToLive += 1) {
      renewWorld()
      const intent = makeIntentOf(bizType)
      const mortalHub = world.startHub({ stepsToLive })
      const commitAnswer = mortalHub.api.commit(intent)
      await world.clock.advance(6000)
      world.killHub(mortalHub)
      const wasStored = await Promise.race([commitAnswer.then(() => true), new Promise((resolve) => setImmediate(() => resolve(false)))])
      const nextHub = world.startHub()
      if (wasStored !== true) await nextHub.api.commit(intent)
      await world.clock.advance(10_000)
      const { outbox, batches } = await readWork(nextHub)
      expect([stepsToLive, outbox.length, batches.map(({ commitId }) => commitId)]).toEqual([stepsToLive, 0, [intent.id]])
      expect([stepsToLive, acceptedBatches().length, world.server.points, world.server.puts]).toEqual([stepsToLive, 1, 50, puts])
    }
  })

  it('can be changed while it waits for the network, and is sent in its last state', async () => {
    world.server.isDown = true
    const hub = world.startHub()
    const intent = makeIntentOf(bizType)
    await hub.api.commit(intent)
    await world.clock.settle()
    const settings = { ...intent.settings, prompt: 'pull out', duration: '4s' as const, seed: 99 }
    expect(await hub.api.edit(intent.id, { settings, priceCeiling: 60 })).toMatchObject({ ok: true })
    world.server.isDown = false
    await world.clock.advance(30_000)
    const sentBody = JSON.parse(acceptedBatches()[0]!.body)
    expect(sentBody).toMatchObject({ prompt: 'pull out', duration: '4s', priceCeiling: 60, images: body.images, extParams: { seed: 99 } })
  })

  it('moves to the account at a login, and is deleted with its account at a logout', async () => {
    world.server.isDown = true
    const hub = world.startHub()
    await hub.api.commit(makeIntentOf(bizType))
    await world.clock.settle()
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    world.server.isDown = false
    await world.clock.advance(30_000)
    expect(acceptedBatches().map((batch) => batch.path)).toEqual([path])
    world.server.isDown = true
    await hub.api.commit(makeIntentOf(bizType))
    await hub.api.changeIdentity({ ...NOBODY, userToken: 'new' }, 'erase')
    world.server.isDown = false
    await world.clock.advance(30_000)
    expect(acceptedBatches()).toHaveLength(1)
    expect(await world.disk.read((tx) => tx.keys('outbox/'))).toEqual([])
  })

  it('is tracked with its settings and pictures, to its end', async () => {
    const hub = world.startHub()
    const { settings } = makeIntentOf(bizType)
    await hub.api.commit(makeIntentOf(bizType))
    await world.clock.settle()
    const lastSource = bizType === 'HEAD_TAIL' ? { url: `/media/${LAST_HASH}.jpg`, width: 800, height: 600 } : undefined
    const expectedFields = { bizType, settings, sourceUrl: `/media/${FIRST_HASH}.jpg`, width: 4000, height: 3000, lastSource }
    expect((await readWork(hub)).batches).toMatchObject([expectedFields])
    world.finish('batch-1', 'SUCCESS')
    await world.clock.advance(6000)
    expect((await readWork(hub)).finished).toMatchObject([{ ...expectedFields, status: 'SUCCESS' }])
    const { finished } = await readWork(hub)
    expect(finished.map((task) => [task.bizType, task.taskId, task.status])).toEqual([[bizType, 'batch-1-task-1', 'SUCCESS']])
  })
})

describe('the two pictures of a start and end frame', () => {
  it('that are one file are sent once', async () => {
    const hub = world.startHub()
    const { picture } = makeIntentOf('HEAD_TAIL')
    await hub.api.commit(makeIntentOf('HEAD_TAIL', { lastPicture: picture }))
    await world.clock.settle()
    expect(world.server.puts).toEqual([`/put/${FIRST_HASH}`])
    expect(JSON.parse(acceptedBatches()[0]!.body)).toMatchObject({ images: [`/media/${FIRST_HASH}.jpg`, `/media/${FIRST_HASH}.jpg`] })
  })

  it('count as one upload of both', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.storedHashes.add(FIRST_HASH)
    world.server.isPutStopped = true
    const intent = makeIntentOf('HEAD_TAIL')
    await hub.api.commit(intent)
    await world.clock.settle()
    const sentBytes = intent.picture.blob.size
    const totalBytes = sentBytes + makeLastPicture().blob.size
    expect((await readWork(hub)).outbox).toMatchObject([{ state: 'preparing', sentBytes, totalBytes, isEditable: true }])
  })

  it('are not sent anew when the connection breaks between them: only the last one is sent then', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.storedHashes.add(FIRST_HASH)
    world.server.losesPuts = true
    await hub.api.commit(makeIntentOf('HEAD_TAIL'))
    await world.clock.settle()
    expect((await readWork(hub)).outbox).toMatchObject([{ state: 'queued', isEditable: true }])
    world.killHub(hub)
    world.server.losesPuts = false
    const presignsBefore = world.callsTo(PRESIGN_PATH).length
    const nextHub = world.startHub()
    await world.clock.advance(30_000)
    expect((await readWork(nextHub)).outbox).toEqual([])
    expect(world.callsTo(PRESIGN_PATH)).toHaveLength(presignsBefore + 1)
    expect(new Set(world.server.puts)).toEqual(new Set([`/put/${LAST_HASH}`]))
  })

  it('can both be shown while they wait', async () => {
    world.server.isDown = true
    const hub = world.startHub()
    const intent = makeIntentOf('HEAD_TAIL')
    await hub.api.commit(intent)
    expect(await (await hub.api.outboxPicture(intent.id, 'first'))?.text()).toBe('picture')
    expect(await (await hub.api.outboxPicture(intent.id, 'last'))?.text()).toBe('the last picture')
    const otherIntent = makeIntentOf('CUSTOM')
    await hub.api.commit(otherIntent)
    expect(await hub.api.outboxPicture(otherIntent.id, 'last')).toBeNull()
  })

  it('stop both when the commit is discarded during the second', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.storedHashes.add(FIRST_HASH)
    world.server.isPutStopped = true
    const intent = makeIntentOf('HEAD_TAIL')
    await hub.api.commit(intent)
    await world.clock.settle()
    expect(await hub.api.discard(intent.id)).toMatchObject({ ok: true })
    world.server.isPutStopped = false
    await world.clock.advance(30_000)
    expect([world.server.abortedPuts, acceptedBatches().length]).toEqual([1, 0])
  })

  it('are both requested anew when a refused commit is sent again', async () => {
    const hub = world.startHub()
    world.server.generationRefusal = 'H3000'
    const intent = makeIntentOf('HEAD_TAIL')
    await hub.api.commit(intent)
    await world.clock.settle()
    expect((await readWork(hub)).outbox).toMatchObject([{ state: 'refused' }])
    world.server.generationRefusal = null
    world.server.storedHashes.clear()
    await hub.api.retry(intent.id)
    await world.clock.settle()
    expect(world.server.puts).toEqual([FIRST_HASH, LAST_HASH, FIRST_HASH, LAST_HASH].map((sha256) => `/put/${sha256}`))
    expect(acceptedBatches()).toHaveLength(1)
  })

  it('of which one is missing are refused by the server, and nothing is charged', async () => {
    const hub = world.startHub()
    await hub.api.commit(makeIntentOf('HEAD_TAIL', { lastPicture: undefined }))
    await world.clock.settle()
    expect((await readWork(hub)).outbox).toMatchObject([{ state: 'refused', error: { fields: ['images'] } }])
    expect(world.server.points).toBe(100)
  })
})

describe('a commit that an older build has stored', () => {
  const makeOlderRow = (changes: object) => {
    const { id, bizType, settings, picture, priceCeiling } = makeIntentOf('CUSTOM')
    const { seed: _, ...settingsWithoutSeed } = settings
    const unsentFields = { state: 'queued', fileUrl: null, body: null, error: null }
    return {
      id,
      bizType,
      settings: settingsWithoutSeed,
      picture,
      priceCeiling,
      createdAtMs: world.clock.nowMs(),
      ...unsentFields,
      ...changes,
    }
  }
  const putRow = (version: number, data: { id: string }) => world.disk.write(async (tx) => tx.put(outboxKey(data.id), { version, data }))
  const makeVersion2Row = (changes: object = {}) => makeOlderRow({ account: 'visitor:', position: 1, frozenAtMs: null, ...changes })

  it.each([
    [1, () => makeOlderRow({})],
    [2, makeVersion2Row],
  ] as const)('as version %i is sent once, without a seed', async (version, makeRow) => {
    await putRow(version, makeRow())
    const hub = world.startHub()
    await world.clock.settle()
    expect((await readWork(hub)).outbox).toEqual([])
    const { id: _id, bizType: _kind, picture: _picture, ...intentFields } = makeIntentOf('CUSTOM')
    const { imageFidelity, seed: _seed, ...sentSettings } = intentFields.settings
    const images = [`/media/${FIRST_HASH}.jpg`]
    expect(JSON.parse(acceptedBatches()[0]!.body)).toEqual({
      ...sentSettings,
      images,
      extParams: { imageFidelity },
      priceCeiling: intentFields.priceCeiling,
    })
  })

  it('and perhaps sent is sent again with its frozen bytes', async () => {
    const bodySettings = { prompt: 'push in', videoNum: 1, duration: '6s', resolution: '720p', modelName: 'kinora-motion-1' }
    const body = JSON.stringify({ ...bodySettings, images: ['/media/then.jpg'], extParams: { imageFidelity: 0.5 }, priceCeiling: 50 })
    const frozenAtMs = world.clock.nowMs()
    const row = makeVersion2Row({ state: 'unknown', fileUrl: '/media/then.jpg', body, frozenAtMs })
    await putRow(2, row)
    world.startHub()
    await world.clock.settle()
    expect(acceptedBatches()).toMatchObject([{ key: row.id, body }])
    expect(world.server.puts).toEqual([])
  })

  it('is moved to an account unread, and sent by it', async () => {
    world.server.isDown = true
    const row = makeVersion2Row()
    await putRow(2, row)
    const hub = world.startHub()
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    expect((await readWork(hub)).outbox).toMatchObject([{ id: row.id }])
    world.server.isDown = false
    await world.clock.advance(30_000)
    expect(acceptedBatches().map(({ key }) => key)).toEqual([row.id])
  })
})
