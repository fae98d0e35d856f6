import { describe, expect, it } from 'vitest'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { ANNOUNCED_PREFIX, outboxKey } from '#shared/storage/records.ts'
import { type HubWorld, inHubWorld } from './hub-fixture.ts'
import { makeIntent, resume } from './hub-world.ts'

const GENERATE_PATH = '/ai/i2v/gen/custom'
const COLLECT_PATH = '/ai/i2v/collect'
const FORM_PATH = '/file/upload'
const PRESIGN_PATH = '/file/get/presign'
const HOUR_MS = 60 * 60 * 1000

let world: HubWorld
inHubWorld((newWorld) => (world = newWorld))

describe('a commit without an answer', () => {
  it('stays unknown when the server is then too busy to check it, because it may have been charged', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.losesAnswersOf.add(GENERATE_PATH)
    const intent = makeIntent()
    await hub.api.commit(intent)
    await world.clock.settle()
    world.server.losesAnswersOf.clear()
    world.server.errorForAllCalls = { code: 'H4022', retry: 'later' }
    await world.clock.advance(5000)
    expect((await resume(hub)).work.state.outbox).toMatchObject([{ state: 'unknown', isEditable: false }])
    expect(await hub.api.discard(intent.id)).toMatchObject({ ok: false, error: { code: 'H4021' } })
    world.server.errorForAllCalls = null
    await world.clock.advance(60_000)
    expect((await resume(hub)).work.state).toMatchObject({ outbox: [], batches: [{ commitId: intent.id }] })
  })
})

describe('a server that is too busy', () => {
  it('gets no burst of requests when it sends no time to wait', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.errorForAllCalls = { code: 'H4022', retry: 'later', afterMs: 0 }
    await hub.api.commit(makeIntent())
    await hub.api.mutate('m1', { kind: 'collect', ids: ['a'], op: 1 })
    await world.clock.advance(60_000)
    expect(world.callsTo(PRESIGN_PATH).length).toBeLessThan(20)
    expect(world.callsTo(COLLECT_PATH).length).toBeLessThan(20)
  })

  it('gets no earlier mutations because a tab returns', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.errorForAllCalls = { code: 'H4022', retry: 'later', afterMs: 60_000 }
    await hub.api.mutate('m1', { kind: 'collect', ids: ['a'], op: 1 })
    await world.clock.settle()
    for (let count = 0; count < 5; count += 1) {
      await resume(hub)
      await world.clock.settle()
    }
    expect(world.callsTo(COLLECT_PATH)).toHaveLength(1)
    world.server.errorForAllCalls = null
    await world.clock.advance(60_000)
    expect(world.server.mutations).toEqual(['m1'])
  })
})

describe('a picture whose upload always fails while the server answers', () => {
  it('delays no other commit', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.losesPuts = true
    world.server.losesAnswersOf.add(FORM_PATH)
    const stuckIntent = makeIntent()
    await hub.api.commit(stuckIntent)
    await world.clock.settle()
    const otherIntent = makeIntent({ picture: { ...makeIntent().picture, sha256: 'b'.repeat(64) } })
    world.server.storedHashes.add(otherIntent.picture.sha256)
    await world.clock.advance(60_000)
    await hub.api.commit(otherIntent)
    await world.clock.advance(60_000)
    expect([...world.server.batches.values()].map(({ key }) => key)).toEqual([otherIntent.id])
  })
})

describe('a clock that is set back', () => {
  it('delays neither a waiting commit nor a waiting mutation', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.errorForAllCalls = { code: 'H4022', retry: 'later' }
    await hub.api.commit(makeIntent())
    await hub.api.mutate('m1', { kind: 'collect', ids: ['a'], op: 1 })
    await world.clock.settle()
    world.server.errorForAllCalls = null
    world.clock.shift(-HOUR_MS)
    await world.clock.advance(60_000)
    expect(world.server.batches.size).toBe(1)
    expect(world.server.mutations).toEqual(['m1'])
  })
})

describe('a corrupt row', () => {
  it('of an older version is left out, and everything else continues', async () => {
    await world.disk.write(async (tx) => tx.put(outboxKey('broken'), { version: 1, data: null }))
    const hub = world.startHub()
    await hub.api.commit(makeIntent())
    await world.clock.advance(10_000)
    expect(world.server.batches.size).toBe(1)
    expect(await hub.api.changeIdentity({ ...identityRecord.fallback(), businessUserId: 'ada' }, 'erase')).toMatchObject({ ok: true })
  })
})

describe('finished tasks', () => {
  it('are deleted after a day by an owner that lives on', async () => {
    const hub = world.startHub()
    await hub.api.commit(makeIntent())
    await world.clock.advance(3000)
    world.finish('batch-1', 'SUCCESS')
    await world.clock.advance(3000)
    expect((await resume(hub)).work.state.finished).toHaveLength(1)
    world.clock.shift(25 * HOUR_MS)
    await world.clock.advance(HOUR_MS)
    expect((await resume(hub)).work.state.finished).toEqual([])
    expect(await world.disk.read((tx) => tx.keys(ANNOUNCED_PREFIX))).toEqual([])
  })
})
