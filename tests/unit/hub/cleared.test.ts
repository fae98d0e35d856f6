import { describe, expect, it } from 'vitest'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { FENCE_KEY, IDENTITY_KEY, parseRecord } from '#shared/storage/records.ts'
import { creation } from '../../fixtures/page/builders.ts'
import { type Hub, type HubWorld, inHubWorld } from './hub-fixture.ts'
import { makeIntent } from './hub-world.ts'

const ADA = { ...identityRecord.fallback(), userToken: 'hers', businessUserId: 'ada', epoch: 7 }
const NOBODY = { ...ADA, businessUserId: '' }
const TAB = { tabId: 'tab', isVisible: true }
const MADE = { prompt: 'a', modelName: 'm', duration: '4s', resolution: '480p', seed: 1 } as const

let world: HubWorld
inHubWorld((made) => (world = made))

/** Deletes the hub's records under the running app, as a browser does when the user clears its data. */
async function clear(): Promise<void> {
  await world.disk.write(async (tx) => {
    for (const key of await tx.keys('')) tx.remove(key)
  })
}

const stored = (key: string) => world.disk.read((tx) => tx.get(key))
const storedIdentity = async () => parseRecord(identityRecord, await stored(IDENTITY_KEY))

/** A hub of the account Ada with one running video, which is in the server's history. */
async function making(): Promise<{ hub: Hub; batchId: string }> {
  const hub = world.startHub()
  await hub.api.resume(TAB, ADA)
  await hub.api.commit(makeIntent())
  await world.clock.advance(6000)
  const [batch] = (await hub.api.resume(TAB, ADA)).work.state.batches
  const { batchId = '', tasks = [] } = batch ?? {}
  const row = creation(tasks[0]?.id ?? '', 1, batchId)
  world.server.history = () => [{ ...row, ...MADE, status: 'PROCESSING', srcImage: ['/media/a.jpg'], width: null, height: null }]
  return { hub, batchId }
}

describe('a device whose records were cleared', () => {
  it('shows a message, has the identity of its tabs, polls the server’s running work, and sends nothing again', async () => {
    const { hub, batchId } = await making()
    await clear()
    await world.clock.advance(9000)
    expect((await hub.api.resume(TAB, ADA)).identity.state?.businessUserId).toBe('ada')
    await world.clock.advance(9000)
    const { work, storage } = await hub.api.resume(TAB, ADA)
    expect(work.state.batches.map((batch) => batch.batchId)).toEqual([batchId])
    expect(storage.state.clearedAtMs).toBeGreaterThan(0)
    expect(world.server.batches.size).toBe(1)
  })

  it('reports no identity before a tab does', async () => {
    await making()
    const before = world.snapshots.length
    await clear()
    await world.clock.advance(9000)
    const published = world.snapshots.slice(before)
    expect(published.some(({ topic }) => topic === 'storage')).toBe(true)
    expect(published.filter(({ topic }) => topic === 'identity')).toEqual([])
  })

  it('has no identity once its account has logged out, for any claim of an outdated tab', async () => {
    const { hub } = await making()
    await clear()
    await hub.api.changeIdentity(NOBODY, 'erase')
    await hub.api.resume(TAB, ADA)
    await world.clock.advance(9000)
    expect((await hub.api.resume(TAB, ADA)).identity.state?.businessUserId).toBe('')
    expect(await storedIdentity()).toMatchObject({ userToken: 'hers', businessUserId: '' })
  })

  it('whose account has logged out before has no stored data of it', async () => {
    const { hub } = await making()
    await hub.api.changeIdentity(NOBODY, 'erase')
    await clear()
    await world.clock.advance(9000)
    expect(await stored(IDENTITY_KEY)).toBeUndefined()
    expect((await hub.api.resume(TAB, NOBODY)).identity.state?.businessUserId).toBe('')
  })

  it('continues with a higher fence and a higher epoch, also when another worker becomes the owner', async () => {
    const { hub } = await making()
    const { identity } = await hub.api.resume(TAB, ADA)
    const fence = (await stored(FENCE_KEY)) as number
    await clear()
    await world.clock.advance(4000)
    world.killHub(hub)
    const next = world.startHub()
    await next.api.changeIdentity(NOBODY, 'erase')
    const after = await next.api.resume(TAB, NOBODY)
    expect(after.identity.fence).toBeGreaterThan(fence)
    expect(after.identity.state?.epoch).toBeGreaterThan(identity.state?.epoch ?? 0)
    expect(after.storage.state.clearedAtMs).toBeGreaterThan(0)
  })

  it('is recovered by the next owner', async () => {
    const { hub, batchId } = await making()
    await clear()
    await world.clock.advance(4000)
    world.killHub(hub)
    const next = world.startHub()
    await next.api.resume(TAB, ADA)
    await world.clock.advance(3000)
    expect((await next.api.resume(TAB, ADA)).work.state.batches.map((batch) => batch.batchId)).toEqual([batchId])
  })

  it('differs from an unused one, and from one that cannot be read for a moment', async () => {
    const hub = world.startHub()
    expect((await hub.api.resume(TAB, ADA)).storage.state.clearedAtMs).toBeUndefined()
    world.server.disk = 'storage_blocked'
    await world.clock.advance(9000)
    await hub.api.resume(TAB, ADA)
    world.server.disk = null
    await world.clock.advance(9000)
    expect((await hub.api.resume(TAB, ADA)).storage.state.clearedAtMs).toBeUndefined()
  })
})
