import type { WorkSnapshot } from '#shared/contract/hub-contract.ts'
import { describe, expect, it } from 'vitest'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { outboxKey } from '#shared/storage/records.ts'
import { type Hub, type HubWorld, inHubWorld } from './hub-fixture.ts'
import { resume } from './hub-world.ts'
import { makeIntentOf, makeLastPicture } from './kind-intents.ts'

const NOBODY = identityRecord.fallback()
const ACCOUNT = { ...NOBODY, businessUserId: 'ada' }
const PRESIGN = '/file/upload/presign'
const [FIRST, LAST] = ['a'.repeat(64), 'e'.repeat(64)]

let world: HubWorld
const renewWorld = inHubWorld((made) => (world = made))

async function work(hub: Hub): Promise<WorkSnapshot> {
  return (await resume(hub)).work.state
}

const accepted = () => [...world.server.batches.values()]

const KINDS = [
  {
    bizType: 'CUSTOM',
    path: '/ai/i2v/gen/custom',
    puts: [`/put/${FIRST}`],
    body: { modelName: 'kinora-motion-1', prompt: 'push in', images: [`/media/${FIRST}.jpg`], extParams: { imageFidelity: 0.5, seed: 5 } },
  },
  {
    bizType: 'HEAD_TAIL',
    path: '/ai/i2v/gen/head_tail',
    puts: [`/put/${FIRST}`, `/put/${LAST}`],
    body: {
      modelName: 'kinora-motion-1',
      prompt: 'push in',
      images: [`/media/${FIRST}.jpg`, `/media/${LAST}.jpg`],
      extParams: { imageFidelity: 0.5, seed: 6 },
    },
  },
  {
    bizType: 'TEMPLATE',
    path: '/ai/i2v/gen/template',
    puts: [`/put/${FIRST}`],
    body: { templateId: 'an-effect', prompt: '', images: [`/media/${FIRST}.jpg`], aiMusic: 0, extParams: { seed: 7 } },
  },
] as const

describe.each(KINDS)('a commit of kind $bizType', ({ bizType, path, puts, body }) => {
  it('is sent once, by its own call, with all its fields and nothing more', async () => {
    const hub = world.startHub()
    await hub.api.commit(makeIntentOf(bizType))
    await world.clock.settle()
    expect(world.server.puts).toEqual(puts)
    expect(accepted().map((batch) => batch.path)).toEqual([path])
    const common = { duration: '6s', resolution: '720p', videoNum: 1, priceCeiling: 50 }
    expect(JSON.parse(accepted()[0]!.body)).toEqual({ ...common, ...body })
    expect((await work(hub)).outbox).toEqual([])
  })

  it('without an answer is sent again with the same key and the same bytes, and is charged once', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.losesAnswersOf.add(path)
    const intent = makeIntentOf(bizType)
    await hub.api.commit(intent)
    await world.clock.settle()
    expect((await work(hub)).outbox).toMatchObject([{ bizType, state: 'unknown', isEditable: false }])
    world.server.losesAnswersOf.clear()
    await world.clock.advance(30_000)
    expect((await work(hub)).outbox).toEqual([])
    expect(new Set(world.callsTo(path).map(({ key }) => key))).toEqual(new Set([intent.id]))
    expect(world.callsTo(path).length).toBeGreaterThan(1)
    expect(world.callsTo(PRESIGN)).toHaveLength(puts.length)
    expect([accepted().length, world.server.points]).toEqual([1, 50])
  })

  it('survives the death of the worker after any step: charged once, each picture sent once', async () => {
    for (let stepsToLive = 1; stepsToLive <= 40; stepsToLive += 1) {
      renewWorld()
      const intent = makeIntentOf(bizType)
      const mortal = world.startHub({ stepsToLive })
      const stored = mortal.api.commit(intent)
      await world.clock.advance(6000)
      world.killHub(mortal)
      const wasStored = await Promise.race([stored.then(() => true), new Promise((resolve) => setImmediate(() => resolve(false)))])
      const next = world.startHub()
      if (wasStored !== true) await next.api.commit(intent)
      await world.clock.advance(10_000)
      const { outbox, batches } = await work(next)
      expect([stepsToLive, outbox.length, batches.map(({ commitId }) => commitId)]).toEqual([stepsToLive, 0, [intent.id]])
      expect([stepsToLive, accepted().length, world.server.points, world.server.puts]).toEqual([stepsToLive, 1, 50, puts])
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
    const sent = JSON.parse(accepted()[0]!.body)
    expect(sent).toMatchObject({ prompt: 'pull out', duration: '4s', priceCeiling: 60, images: body.images, extParams: { seed: 99 } })
  })

  it('moves to the account at a login, and is deleted with its account at a logout', async () => {
    world.server.isDown = true
    const hub = world.startHub()
    await hub.api.commit(makeIntentOf(bizType))
    await world.clock.settle()
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    world.server.isDown = false
    await world.clock.advance(30_000)
    expect(accepted().map((batch) => batch.path)).toEqual([path])
    world.server.isDown = true
    await hub.api.commit(makeIntentOf(bizType))
    await hub.api.changeIdentity({ ...NOBODY, userToken: 'new' }, 'erase')
    world.server.isDown = false
    await world.clock.advance(30_000)
    expect(accepted()).toHaveLength(1)
    expect(await world.disk.read((tx) => tx.keys('outbox/'))).toEqual([])
  })

  it('is tracked with its settings and pictures, to its end', async () => {
    const hub = world.startHub()
    const { settings } = makeIntentOf(bizType)
    await hub.api.commit(makeIntentOf(bizType))
    await world.clock.settle()
    const lastSource = bizType === 'HEAD_TAIL' ? { url: `/media/${LAST}.jpg`, width: 800, height: 600 } : undefined
    const shown = { bizType, settings, sourceUrl: `/media/${FIRST}.jpg`, width: 4000, height: 3000, lastSource }
    expect((await work(hub)).batches).toMatchObject([shown])
    world.finish('batch-1', 'SUCCESS')
    await world.clock.advance(6000)
    expect((await work(hub)).finished).toMatchObject([{ ...shown, status: 'SUCCESS' }])
    const { finished } = await work(hub)
    expect(finished.map((task) => [task.bizType, task.taskId, task.status])).toEqual([[bizType, 'batch-1-task-1', 'SUCCESS']])
  })
})

describe('the two pictures of a start and end frame', () => {
  it('that are one file are sent once', async () => {
    const hub = world.startHub()
    const { picture } = makeIntentOf('HEAD_TAIL')
    await hub.api.commit(makeIntentOf('HEAD_TAIL', { lastPicture: picture }))
    await world.clock.settle()
    expect(world.server.puts).toEqual([`/put/${FIRST}`])
    expect(JSON.parse(accepted()[0]!.body)).toMatchObject({ images: [`/media/${FIRST}.jpg`, `/media/${FIRST}.jpg`] })
  })

  it('count as one upload of both', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.existing.add(FIRST)
    world.server.isPutStopped = true
    const intent = makeIntentOf('HEAD_TAIL')
    await hub.api.commit(intent)
    await world.clock.settle()
    const sentBytes = intent.picture.blob.size
    const totalBytes = sentBytes + makeLastPicture().blob.size
    expect((await work(hub)).outbox).toMatchObject([{ state: 'preparing', sentBytes, totalBytes, isEditable: true }])
  })

  it('are not sent anew when the connection breaks between them: only the last one is sent then', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.existing.add(FIRST)
    world.server.losesPuts = true
    await hub.api.commit(makeIntentOf('HEAD_TAIL'))
    await world.clock.settle()
    expect((await work(hub)).outbox).toMatchObject([{ state: 'queued', isEditable: true }])
    world.killHub(hub)
    world.server.losesPuts = false
    const permissions = world.callsTo(PRESIGN).length
    const next = world.startHub()
    await world.clock.advance(30_000)
    expect((await work(next)).outbox).toEqual([])
    expect(world.callsTo(PRESIGN)).toHaveLength(permissions + 1)
    expect(new Set(world.server.puts)).toEqual(new Set([`/put/${LAST}`]))
  })

  it('can both be shown while they wait', async () => {
    world.server.isDown = true
    const hub = world.startHub()
    const intent = makeIntentOf('HEAD_TAIL')
    await hub.api.commit(intent)
    expect(await (await hub.api.outboxPicture(intent.id, 'first'))?.text()).toBe('picture')
    expect(await (await hub.api.outboxPicture(intent.id, 'last'))?.text()).toBe('the last picture')
    const other = makeIntentOf('CUSTOM')
    await hub.api.commit(other)
    expect(await hub.api.outboxPicture(other.id, 'last')).toBeNull()
  })

  it('stop both when the commit is discarded during the second', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.existing.add(FIRST)
    world.server.isPutStopped = true
    const intent = makeIntentOf('HEAD_TAIL')
    await hub.api.commit(intent)
    await world.clock.settle()
    expect(await hub.api.discard(intent.id)).toMatchObject({ ok: true })
    world.server.isPutStopped = false
    await world.clock.advance(30_000)
    expect([world.server.abortedPuts, accepted().length]).toEqual([1, 0])
  })

  it('are both requested anew when a refused commit is sent again', async () => {
    const hub = world.startHub()
    world.server.refusal = 'H3000'
    const intent = makeIntentOf('HEAD_TAIL')
    await hub.api.commit(intent)
    await world.clock.settle()
    expect((await work(hub)).outbox).toMatchObject([{ state: 'refused' }])
    world.server.refusal = null
    world.server.existing.clear()
    await hub.api.retry(intent.id)
    await world.clock.settle()
    expect(world.server.puts).toEqual([FIRST, LAST, FIRST, LAST].map((sha256) => `/put/${sha256}`))
    expect(accepted()).toHaveLength(1)
  })

  it('of which one is missing are refused by the server, and nothing is charged', async () => {
    const hub = world.startHub()
    await hub.api.commit(makeIntentOf('HEAD_TAIL', { lastPicture: undefined }))
    await world.clock.settle()
    expect((await work(hub)).outbox).toMatchObject([{ state: 'refused', error: { fields: ['images'] } }])
    expect(world.server.points).toBe(100)
  })
})

describe('a commit that an older build has stored', () => {
  const older = (changes: object) => {
    const { id, bizType, settings, picture, priceCeiling } = makeIntentOf('CUSTOM')
    const { seed: _, ...asked } = settings
    const unsent = { state: 'queued', fileUrl: null, body: null, error: null }
    return { id, bizType, settings: asked, picture, priceCeiling, createdAtMs: world.clock.nowMs(), ...unsent, ...changes }
  }
  const put = (version: number, data: { id: string }) => world.disk.write(async (tx) => tx.put(outboxKey(data.id), { version, data }))
  const version2 = (changes: object = {}) => older({ account: 'visitor:', position: 1, frozenAtMs: null, ...changes })

  it.each([
    [1, () => older({})],
    [2, version2],
  ] as const)('as version %i is sent once, without a seed', async (version, make) => {
    await put(version, make())
    const hub = world.startHub()
    await world.clock.settle()
    expect((await work(hub)).outbox).toEqual([])
    const { id: _id, bizType: _kind, picture: _picture, ...sent } = makeIntentOf('CUSTOM')
    const { imageFidelity, seed: _seed, ...asked } = sent.settings
    const images = [`/media/${FIRST}.jpg`]
    expect(JSON.parse(accepted()[0]!.body)).toEqual({ ...asked, images, extParams: { imageFidelity }, priceCeiling: sent.priceCeiling })
  })

  it('and perhaps sent is sent again with its frozen bytes', async () => {
    const asked = { prompt: 'push in', videoNum: 1, duration: '6s', resolution: '720p', modelName: 'kinora-motion-1' }
    const body = JSON.stringify({ ...asked, images: ['/media/then.jpg'], extParams: { imageFidelity: 0.5 }, priceCeiling: 50 })
    const frozenAtMs = world.clock.nowMs()
    const row = version2({ state: 'unknown', fileUrl: '/media/then.jpg', body, frozenAtMs })
    await put(2, row)
    world.startHub()
    await world.clock.settle()
    expect(accepted()).toMatchObject([{ key: row.id, body }])
    expect(world.server.puts).toEqual([])
  })

  it('is moved to an account unread, and sent by it', async () => {
    world.server.isDown = true
    const row = version2()
    await put(2, row)
    const hub = world.startHub()
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    expect((await work(hub)).outbox).toMatchObject([{ id: row.id }])
    world.server.isDown = false
    await world.clock.advance(30_000)
    expect(accepted().map(({ key }) => key)).toEqual([row.id])
  })
})
