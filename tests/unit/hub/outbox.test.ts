import type { OutboxItem, WorkSnapshot } from '#shared/contract/hub-contract.ts'
import { describe, expect, it } from 'vitest'
import { SAFE_RESEND_MS } from '#shared/domain/task.ts'
import { identityRecord, outboxRecord } from '#shared/storage/hub-records.ts'
import { outboxKey, parseRecord, toStored } from '#shared/storage/records.ts'
import { type Hub, type HubWorld, inHubWorld } from './hub-fixture.ts'
import { makeIntent, resume } from './hub-world.ts'

const GENERATE_PATH = '/ai/i2v/gen/custom'
const COLLECT_PATH = '/ai/i2v/collect'
const FORM_PATH = '/file/upload'

let world: HubWorld
inHubWorld((newWorld) => (world = newWorld))

async function readWork(hub: Hub): Promise<WorkSnapshot> {
  return (await resume(hub)).work.state
}

async function startWithWaitingCommits(count: number): Promise<{ hub: Hub; ids: string[] }> {
  world.server.isDown = true
  const hub = world.startHub()
  const ids = []
  for (let index = 0; index < count; index += 1) {
    const intent = makeIntent({ picture: { ...makeIntent().picture, sha256: String(index).repeat(64) } })
    await hub.api.commit(intent)
    ids.push(intent.id)
  }
  await world.clock.settle()
  return { hub, ids }
}

const idsOf = (outbox: readonly OutboxItem[]) => outbox.map(({ id }) => id)
const keysInOrder = () => [...world.server.batches.values()].map(({ key }) => key)

describe('a commit that waits', () => {
  it('is sent in the user’s order', async () => {
    const { hub, ids } = await startWithWaitingCommits(3)
    const [firstId, secondId, thirdId] = ids as [string, string, string]
    expect(idsOf((await readWork(hub)).outbox)).toEqual([firstId, secondId, thirdId])
    await hub.api.move(thirdId, firstId)
    await hub.api.move(firstId, null)
    expect(idsOf((await readWork(hub)).outbox)).toEqual([thirdId, secondId, firstId])
    world.server.isDown = false
    await world.clock.advance(30_000)
    expect(keysInOrder()).toEqual([thirdId, secondId, firstId])
  })

  it('retains its position, however often it and a later one fail', async () => {
    const { hub, ids } = await startWithWaitingCommits(1)
    await world.clock.advance(20_000)
    const laterIntent = makeIntent({ picture: { ...makeIntent().picture, sha256: 'b'.repeat(64) } })
    await hub.api.commit(laterIntent)
    await world.clock.settle()
    world.server.isDown = false
    await world.clock.advance(60_000)
    expect(keysInOrder()).toEqual([ids[0], laterIntent.id])
  })

  it('continues to wait after failed attempts, so that nothing moves under the pointer of the user', async () => {
    const { hub } = await startWithWaitingCommits(1)
    await world.clock.advance(60_000)
    await resume(hub)
    const shownStates = world.snapshots.filter(({ topic }) => topic === 'work').map(({ state }) => (state as WorkSnapshot).outbox[0]?.state)
    expect(new Set(shownStates.filter((state) => state !== undefined))).toEqual(new Set(['queued']))
  })

  it('can be edited, and is sent in its last state, at the price agreed then', async () => {
    const { hub, ids } = await startWithWaitingCommits(1)
    const { settings } = makeIntent()
    const newFields = { settings: { ...settings, prompt: 'pull out', videoNum: 2 as const }, priceCeiling: 100 }
    expect(await hub.api.edit(ids[0]!, newFields)).toEqual({ ok: true, value: null })
    world.server.isDown = false
    await world.clock.advance(30_000)
    const [batch] = [...world.server.batches.values()]
    expect(JSON.parse(batch!.body)).toMatchObject({ prompt: 'pull out', videoNum: 2, priceCeiling: 100 })
  })

  it('can be neither edited, moved nor discarded once a byte of it may have been sent', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.losesAnswersOf.add(GENERATE_PATH)
    const intent = makeIntent()
    await hub.api.commit(intent)
    await world.clock.settle()
    expect((await readWork(hub)).outbox).toMatchObject([{ state: 'unknown', isEditable: false }])
    const { settings, priceCeiling } = intent
    const answers = [
      await hub.api.edit(intent.id, { settings, priceCeiling }),
      await hub.api.move(intent.id, null),
      await hub.api.discard(intent.id),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: 'H4021' } })
  })

  it('of an older build, refused for the length of its name, is sent with the next try', async () => {
    const { hub, ids } = await startWithWaitingCommits(1)
    const key = outboxKey(ids[0]!)
    const row = parseRecord(outboxRecord, await world.disk.read((tx) => tx.get(key)))!
    const error = { code: 'upload_presign_failed', retry: 'never' } as const
    const picture = { ...row.picture, name: `${'🌊'.repeat(300)}.jpg` }
    await world.stopHub(hub)
    await world.disk.write(async (tx) => tx.put(key, toStored(outboxRecord, { ...row, picture, state: 'refused', error })))
    world.server.isDown = false
    const nextHub = world.startHub()
    await world.clock.settle()
    await nextHub.api.retry(ids[0]!)
    await world.clock.advance(30_000)
    expect([(await readWork(nextHub)).outbox, world.server.batches.size]).toEqual([[], 1])
  })

  it('stops its upload at once when it is discarded, and lets the next one start', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.isPutStopped = true
    const intent = makeIntent()
    await hub.api.commit(intent)
    await world.clock.settle()
    expect((await readWork(hub)).outbox).toMatchObject([{ state: 'preparing', isEditable: true }])
    expect(await hub.api.discard(intent.id)).toMatchObject({ ok: true })
    world.server.isPutStopped = false
    const nextIntent = makeIntent()
    await hub.api.commit(nextIntent)
    await world.clock.settle()
    expect(keysInOrder()).toEqual([nextIntent.id])
    expect(world.server.abortedPuts).toBe(1)
  })

  it('with a risen price is refused with its reason and nothing is charged; edited to the new price it is sent', async () => {
    world.server.pricePerVideo = 80
    const hub = world.startHub()
    const intent = makeIntent()
    await hub.api.commit(intent)
    await world.clock.settle()
    expect((await readWork(hub)).outbox).toMatchObject([{ state: 'refused', isEditable: true, error: { code: 'price_changed' } }])
    expect(world.server.points).toBe(100)
    await hub.api.edit(intent.id, { settings: intent.settings, priceCeiling: 80 })
    await world.clock.settle()
    expect(world.server.points).toBe(20)
  })

  it('without an answer is not sent again once the server may have deleted its key', async () => {
    const firstHub = world.startHub()
    await world.clock.settle()
    world.server.losesAnswersOf.add(GENERATE_PATH)
    await firstHub.api.commit(makeIntent())
    await world.clock.settle()
    await world.stopHub(firstHub)
    world.server.losesAnswersOf.clear()
    await world.clock.advance(SAFE_RESEND_MS + 1000)
    const callsBefore = world.callsTo(GENERATE_PATH).length
    const hub = world.startHub()
    await world.clock.settle()
    expect((await readWork(hub)).outbox).toMatchObject([{ state: 'refused', error: { code: 'outcome_unknown' } }])
    expect(world.callsTo(GENERATE_PATH)).toHaveLength(callsBefore)
  })
})

describe('a signal that the network is back', () => {
  it('retries waiting commits at once, for any present pause', async () => {
    const { hub } = await startWithWaitingCommits(1)
    await world.clock.advance(10 * 60 * 1000)
    world.server.isDown = false
    await resume(hub)
    await world.clock.settle()
    await hub.api.wake()
    await world.clock.settle()
    expect(world.server.batches.size).toBe(1)
  })
})

describe('the same picture', () => {
  it('in two commits is one upload', async () => {
    const hub = world.startHub()
    await Promise.all([hub.api.commit(makeIntent()), hub.api.commit(makeIntent())])
    await world.clock.advance(5000)
    expect(world.server.batches.size).toBe(2)
    expect(world.server.puts).toHaveLength(1)
  })
})

describe('an upload', () => {
  it('is sent as a form where the PUT is refused for another reason than its bytes', async () => {
    world.server.putStatus = 405
    world.server.acceptsFormUploads = true
    const hub = world.startHub()
    await hub.api.commit(makeIntent())
    await world.clock.settle()
    expect(world.callsTo(FORM_PATH)).toHaveLength(1)
    expect(world.server.batches.size).toBe(1)
  })

  it('is sent as a form when the PUT is lost again and again while the server itself answers', async () => {
    world.server.losesPuts = true
    world.server.acceptsFormUploads = true
    const hub = world.startHub()
    await hub.api.commit(makeIntent())
    await world.clock.advance(60_000)
    expect(world.server.puts).toHaveLength(3)
    expect(world.callsTo(FORM_PATH)).toHaveLength(1)
    expect(world.server.batches.size).toBe(1)
  })

  it('on a busy server is sent again after the named time, and not as a form', async () => {
    world.server.putStatus = 503
    world.server.putRetryAfter = '120'
    world.server.acceptsFormUploads = true
    const hub = world.startHub()
    await hub.api.commit(makeIntent())
    await world.clock.advance(110_000)
    expect([world.server.puts.length, world.callsTo(FORM_PATH)]).toEqual([1, []])
    world.server.putStatus = 200
    await world.clock.advance(60_000)
    expect([world.server.puts.length, world.callsTo(FORM_PATH)]).toEqual([2, []])
    expect([world.server.batches.size, (await readWork(hub)).outbox]).toEqual([1, []])
  })

  it('without enough storage is refused with the words of the server, and is sent with the next try', async () => {
    const error = { code: 'STORAGE_FULL', retry: 'never', message: 'Your storage is full: 5 of 5 GB used.' } as const
    const hub = world.startHub()
    await world.clock.settle()
    world.server.errorForAllCalls = error
    const intent = makeIntent()
    await hub.api.commit(intent)
    await world.clock.settle()
    expect((await readWork(hub)).outbox).toMatchObject([{ state: 'refused', error }])
    world.server.errorForAllCalls = null
    await hub.api.retry(intent.id)
    await world.clock.advance(30_000)
    expect([world.server.batches.size, (await readWork(hub)).outbox]).toEqual([1, []])
  })

  it('that the server rejects is not sent another way', async () => {
    world.server.putStatus = 415
    world.server.acceptsFormUploads = true
    const hub = world.startHub()
    await hub.api.commit(makeIntent())
    await world.clock.settle()
    expect(world.callsTo(FORM_PATH)).toEqual([])
    expect((await readWork(hub)).outbox).toMatchObject([
      { state: 'refused', error: { code: 'upload_failed', detail: 'S3 upload failed: 415 status' } },
    ])
  })
})

describe('a mutation', () => {
  it('waits for the network and is done once, in its order', async () => {
    world.server.isDown = true
    const hub = world.startHub()
    await hub.api.mutate('m1', { kind: 'collect', ids: ['a'], op: 1 })
    await hub.api.mutate('m2', { kind: 'collect', ids: ['a'], op: 0 })
    await hub.api.mutate('m2', { kind: 'collect', ids: ['a'], op: 0 })
    await world.clock.settle()
    expect((await readWork(hub)).mutations).toMatchObject([
      { id: 'm1', state: 'unknown' },
      { id: 'm2', state: 'queued' },
    ])
    world.server.isDown = false
    await world.clock.advance(30_000)
    expect((await readWork(hub)).mutations).toEqual([])
    expect(world.server.mutations).toEqual(['m1', 'm2'])
  })

  it('survives the end of the worker and is repeated with the same key', async () => {
    world.server.losesAnswersOf.add(COLLECT_PATH)
    const firstHub = world.startHub()
    await firstHub.api.mutate('m1', { kind: 'collect', ids: ['a'], op: 1 })
    await world.clock.settle()
    world.killHub(firstHub)
    world.server.losesAnswersOf.clear()
    const secondHub = world.startHub()
    await world.clock.settle()
    expect((await readWork(secondHub)).mutations).toEqual([])
    expect(new Set(world.callsTo(COLLECT_PATH).map(({ key }) => key))).toEqual(new Set(['m1']))
  })

  it('that the server refuses stays with its reason until it is dropped, and delays no other', async () => {
    world.server.refusedMutations.add('m1')
    const hub = world.startHub()
    await hub.api.mutate('m1', { kind: 'delete', ids: ['gone', 'there'] })
    await hub.api.mutate('m2', { kind: 'contact', email: 'a@b.c', subject: 's', message: 'm' })
    await world.clock.settle()
    expect((await readWork(hub)).mutations).toMatchObject([{ id: 'm1', state: 'refused', error: { code: 'H4001' } }])
    expect(world.server.mutations).toEqual(['m2'])
    await hub.api.dropMutation('m1')
    expect((await readWork(hub)).mutations).toEqual([])
  })

  it.each(['erase', 'suspend'] as const)('is not sent for another user who logged in during the earlier one (%s)', async (change) => {
    const ada = { ...identityRecord.fallback(), businessUserId: 'ada' }
    const hub = world.startHub()
    await hub.api.changeIdentity(ada, 'merge')
    world.server.answerDelayMs = 5000
    await hub.api.mutate('m1', { kind: 'collect', ids: ['a'], op: 1 })
    await hub.api.mutate('m2', { kind: 'delete', ids: ['a'] })
    await world.clock.advance(1000)
    await hub.api.changeIdentity(identityRecord.fallback(), change)
    await world.clock.advance(60_000)
    expect(world.server.mutations).toEqual(['m1'])
    await hub.api.changeIdentity(ada, 'suspend')
    await world.clock.advance(60_000)
    expect(world.server.mutations.includes('m2')).toBe(change === 'suspend')
  })

  it.each([
    { kind: 'contact', email: 'a@b.c', subject: 's', message: 'm' },
    { kind: 'subscribe', email: 'a@b.c' },
  ] as const)(
    'to us ($kind) over its limit waits alone, does not delay others, and is sent by itself once the limit is over',
    async (mutation) => {
      world.server.limitedMutations.add('m1')
      const hub = world.startHub()
      await hub.api.mutate('m1', mutation)
      await hub.api.mutate('m2', { kind: 'collect', ids: ['a'], op: 1 })
      await world.clock.settle()
      expect(world.server.mutations).toEqual(['m2'])
      expect((await readWork(hub)).mutations).toMatchObject([{ id: 'm1', state: 'queued', error: { code: 'H4022' } }])
      await hub.api.mutate('m3', { kind: 'collect', ids: ['a'], op: 0 })
      await world.clock.settle()
      expect(world.server.mutations).toEqual(['m2', 'm3'])
      world.server.limitedMutations.clear()
      await world.clock.advance(3_600_000)
      expect(world.server.mutations).toEqual(['m2', 'm3', 'm1'])
      expect((await readWork(hub)).mutations).toEqual([])
    },
  )

  it('that marks too often delays the ones behind it', async () => {
    world.server.limitedMutations.add('m1')
    const hub = world.startHub()
    await hub.api.mutate('m1', { kind: 'collect', ids: ['a'], op: 1 })
    await hub.api.mutate('m2', { kind: 'collect', ids: ['a'], op: 0 })
    await world.clock.settle()
    expect(world.server.mutations).toEqual([])
  })

  it('that deletes an already deleted creation is done', async () => {
    world.server.refusedMutations.add('m1')
    const hub = world.startHub()
    await hub.api.mutate('m1', { kind: 'delete', ids: ['gone'] })
    await world.clock.settle()
    expect((await readWork(hub)).mutations).toEqual([])
  })
})
