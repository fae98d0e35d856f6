import { describe, expect, it } from 'vitest'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { FENCE_KEY, IDENTITY_KEY, parseRecord } from '#shared/storage/records.ts'
import { creation } from '../../fixtures/page/builders.ts'
import { type Hub, type HubWorld, inHubWorld } from './hub-fixture.ts'
import { makeIntent } from './hub-world.ts'

const ADA = { ...identityRecord.fallback(), userToken: 'hers', businessUserId: 'ada', epoch: 7 }
const NOBODY = { ...ADA, businessUserId: '' }
const TAB = { tabId: 'tab', isVisible: true }
const HISTORY_FIELDS = { prompt: 'a', modelName: 'm', duration: '4s', resolution: '480p', seed: 1 } as const

let world: HubWorld
inHubWorld((newWorld) => (world = newWorld))

/** Deletes the hub's records while the app runs, as a browser does when the user clears its data. */
async function clearRecords(): Promise<void> {
  await world.disk.write(async (tx) => {
    for (const key of await tx.keys('')) tx.remove(key)
  })
}

const readStored = (key: string) => world.disk.read((tx) => tx.get(key))
const readStoredIdentity = async () => parseRecord(identityRecord, await readStored(IDENTITY_KEY))

/** Starts a hub with the account Ada and one running video. The server's history lists the video. */
async function startHubWithVideo(): Promise<{ hub: Hub; batchId: string }> {
  const hub = world.startHub()
  await hub.api.resume(TAB, ADA)
  await hub.api.commit(makeIntent())
  await world.clock.advance(6000)
  const [batch] = (await hub.api.resume(TAB, ADA)).work.state.batches
  const { batchId = '', tasks = [] } = batch ?? {}
  const row = creation(tasks[0]?.id ?? '', 1, batchId)
  world.server.history = () => [{ ...row, ...HISTORY_FIELDS, status: 'PROCESSING', srcImage: ['/media/a.jpg'], width: null, height: null }]
  return { hub, batchId }
}

describe('a device whose records were cleared', () => {
  it('shows a message, has the identity of its tabs, polls the server’s running work, and sends nothing again', async () => {
    const { hub, batchId } = await startHubWithVideo()
    await clearRecords()
    await world.clock.advance(9000)
    expect((await hub.api.resume(TAB, ADA)).identity.state?.businessUserId).toBe('ada')
    await world.clock.advance(9000)
    const { work, storage } = await hub.api.resume(TAB, ADA)
    expect(work.state.batches.map((batch) => batch.batchId)).toEqual([batchId])
    expect(storage.state.clearedAtMs).toBeGreaterThan(0)
    expect(world.server.batches.size).toBe(1)
  })

  it('reports no identity before a tab does', async () => {
    await startHubWithVideo()
    const snapshotCount = world.snapshots.length
    await clearRecords()
    await world.clock.advance(9000)
    const laterSnapshots = world.snapshots.slice(snapshotCount)
    expect(laterSnapshots.some(({ topic }) => topic === 'storage')).toBe(true)
    expect(laterSnapshots.filter(({ topic }) => topic === 'identity')).toEqual([])
  })

  it('has no identity once its account has logged out, for any claim of an outdated tab', async () => {
    const { hub } = await startHubWithVideo()
    await clearRecords()
    await hub.api.changeIdentity(NOBODY, 'erase')
    await hub.api.resume(TAB, ADA)
    await world.clock.advance(9000)
    expect((await hub.api.resume(TAB, ADA)).identity.state?.businessUserId).toBe('')
    expect(await readStoredIdentity()).toMatchObject({ userToken: 'hers', businessUserId: '' })
  })

  it('whose account has logged out before has no stored data of it', async () => {
    const { hub } = await startHubWithVideo()
    await hub.api.changeIdentity(NOBODY, 'erase')
    await clearRecords()
    await world.clock.advance(9000)
    expect(await readStored(IDENTITY_KEY)).toBeUndefined()
    expect((await hub.api.resume(TAB, NOBODY)).identity.state?.businessUserId).toBe('')
  })

  it('continues with a higher fence and a higher epoch, also when another worker becomes the owner', async () => {
    const { hub } = await startHubWithVideo()
    const { identity } = await hub.api.resume(TAB, ADA)
    const fence = (await readStored(FENCE_KEY)) as number
    await clearRecords()
    await world.clock.advance(4000)
    world.killHub(hub)
    const nextHub = world.startHub()
    await nextHub.api.changeIdentity(NOBODY, 'erase')
    const nextSnapshots = await nextHub.api.resume(TAB, NOBODY)
    expect(nextSnapshots.identity.fence).toBeGreaterThan(fence)
    expect(nextSnapshots.identity.state?.epoch).toBeGreaterThan(identity.state?.epoch ?? 0)
    expect(nextSnapshots.storage.state.clearedAtMs).toBeGreaterThan(0)
  })

  it('is recovered by the next owner', async () => {
    const { hub, batchId } = await startHubWithVideo()
    await clearRecords()
    await world.clock.advance(4000)
    world.killHub(hub)
    const nextHub = world.startHub()
    await nextHub.api.resume(TAB, ADA)
    await world.clock.advance(3000)
    expect((await nextHub.api.resume(TAB, ADA)).work.state.batches.map((batch) => batch.batchId)).toEqual([batchId])
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
