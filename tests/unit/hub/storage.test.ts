import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { openStore } from '#shared/browser/open-store.ts'
import { createFallbackStore } from '#workers/hub/runtime/fallback-store.ts'
import { createHubStore, FencedOut, ownedStore } from '#workers/hub/runtime/hub-store.ts'
import { type HubWorld, inHubWorld } from './hub-fixture.ts'
import { makeIntent, resume } from './hub-world.ts'

let world: HubWorld
inHubWorld((newWorld) => (world = newWorld))

describe.each(['storage_full', 'storage_blocked'] as const)('a device with %s', (problem) => {
  it('shows it, accepts a commit all the same, sends it once and shows its end', async () => {
    world.server.disk = problem
    const [hub, otherHub] = [world.startHub(), world.startHub()]
    expect(await otherHub.api.commit(makeIntent())).toMatchObject({ ok: true })
    await world.clock.advance(6000)
    expect(world.server.batches.size).toBe(1)
    world.finish('batch-1', 'SUCCESS')
    await world.clock.advance(6000)
    const { work, storage } = await resume(otherHub)
    expect(work.state).toMatchObject({ outbox: [], batches: [], finished: [{ status: 'SUCCESS' }] })
    expect(storage.state.problem).toBe(problem)
    expect((await resume(hub)).work.state.finished).toHaveLength(1)
    expect(await hub.api.claimNotice('batch-1-task-1', 'tab', 'toast')).toBe(true)
    expect(await otherHub.api.claimNotice('batch-1-task-1', 'tab-2', 'toast')).toBe(false)
  })

  it('requests the balance once a tab has sent the identity', async () => {
    world.server.disk = problem
    world.server.isCallerUnknown = true
    const hub = world.startHub()
    await world.clock.settle()
    world.server.isCallerUnknown = false
    await resume(hub)
    await world.clock.settle()
    expect((await resume(hub)).credits.state).toEqual({ points: 100, held: 0 })
  })

  it('removes the notice and writes the records in memory to the disk once there is space again', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.disk = problem
    world.server.isDown = true
    const intent = makeIntent()
    await hub.api.commit(intent)
    expect((await resume(hub)).storage.state.problem).toBe(problem)
    world.server.disk = null
    await hub.api.commit(makeIntent())
    expect((await resume(hub)).storage.state.problem).toBeNull()
    world.killHub(hub)
    const nextHub = world.startHub()
    expect((await resume(nextHub)).work.state.outbox.map(({ id }) => id)).toContain(intent.id)
  })
})

describe('the fallback store', () => {
  function createStores() {
    vi.stubGlobal('indexedDB', new IDBFactory())
    vi.stubGlobal('IDBKeyRange', IDBKeyRange)
    const disk = openStore('test')
    let isFull = false
    const failingDisk: typeof disk = {
      read: (run) => disk.read(run),
      write: (run) => (isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : disk.write(run)),
    }
    return { disk, store: createFallbackStore(failingDisk), setFull: (isNowFull: boolean) => (isFull = isNowFull) }
  }

  it('overlays its unwritten records on the readable ones, removals too', async () => {
    const { store, setFull } = createStores()
    await store.write(async (tx) => {
      tx.put('row/a', 1)
      tx.put('row/b', 2)
      tx.put('else', 3)
    })
    setFull(true)
    await store.write(async (tx) => {
      tx.remove('row/a')
      tx.put('row/c', 4)
      expect(await tx.list('row/')).toEqual([2, 4])
    })
    expect(await store.read(async (tx) => [await tx.get('row/a'), await tx.get('row/b'), await tx.keys('row/')])).toEqual([
      undefined,
      2,
      ['row/b', 'row/c'],
    ])
  })

  it('writes its memory to the disk in one transaction with the next write', async () => {
    const { disk, store, setFull } = createStores()
    await store.write(async (tx) => tx.put('row/a', 1))
    setFull(true)
    await store.write(async (tx) => {
      tx.remove('row/a')
      tx.put('row/b', 2)
    })
    setFull(false)
    await store.write(async (tx) => tx.put('row/c', 3))
    expect(await disk.read((tx) => tx.keys('row/'))).toEqual(['row/b', 'row/c'])
  })

  it('writes its memory to a merely slow disk by itself', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    vi.stubGlobal('IDBKeyRange', IDBKeyRange)
    const disk = openStore('test')
    const plannedRuns: (() => void)[] = []
    let isSlow = true
    const slowDisk: typeof disk = {
      read: (run) => disk.read(run),
      write: (run) => (isSlow ? Promise.reject(new DOMException('slow', 'TimeoutError')) : disk.write(run)),
    }
    const store = createFallbackStore(slowDisk, (run) => plannedRuns.push(run))
    const problems: unknown[] = []
    store.watchProblem((problem) => problems.push(problem))
    await store.write(async (tx) => tx.put('row/a', 1))
    plannedRuns.shift()?.()
    await vi.waitFor(() => expect(plannedRuns).toHaveLength(1))
    isSlow = false
    plannedRuns.shift()?.()
    await vi.waitFor(() => expect(problems).toEqual([null, 'storage_slow', null]))
    expect(await disk.read((tx) => tx.get('row/a'))).toBe(1)
    expect(plannedRuns).toEqual([])
  })

  it('changes nothing when a write in memory fails half-way', async () => {
    const { store, setFull } = createStores()
    setFull(true)
    const failedWrite = store.write(async (tx) => {
      tx.put('row/a', 1)
      throw new Error('half-way')
    })
    await expect(failedWrite).rejects.toThrow('half-way')
    expect(await store.read((tx) => tx.keys(''))).toEqual([])
  })

  it('loses none of two writes when the disk comes back between them', async () => {
    const { disk, store, setFull } = createStores()
    const addOne = () => store.write(async (tx) => tx.put('sum', (((await tx.get('sum')) as number | undefined) ?? 0) + 1))
    setFull(true)
    await addOne()
    const [secondAdd, thirdAdd] = [addOne(), Promise.resolve().then(() => (setFull(false), addOne()))]
    await Promise.all([secondAdd, thirdAdd])
    await store.write(async (tx) => tx.put('else', 1))
    expect(await disk.read((tx) => tx.get('sum'))).toBe(3)
  })

  it('of a former owner does not overwrite its successor’s fence and rows, and adds only its own records', async () => {
    const { disk, store, setFull } = createStores()
    setFull(true)
    const formerHubStore = createHubStore(store, () => 0)
    const formerStore = ownedStore(formerHubStore, await formerHubStore.acquireFence())
    await formerStore.write(async (tx) => {
      tx.put('pool', 'old')
      tx.put('outbox/a', 'only here')
    })
    const successorHubStore = createHubStore(createFallbackStore(disk), () => 0.5)
    const successorStore = ownedStore(successorHubStore, await successorHubStore.acquireFence())
    await successorStore.write(async (tx) => tx.put('pool', 'new'))
    setFull(false)
    await expect(formerStore.write(async (tx) => tx.put('late', 1))).rejects.toThrow(FencedOut)
    await store.write(async () => undefined)
    expect(await disk.read(async (tx) => [await tx.get('pool'), await tx.get('outbox/a'), await tx.get('late')])).toEqual([
      'new',
      'only here',
      undefined,
    ])
  })

  it('of a former owner restores no row that its successor has removed', async () => {
    const { disk, store, setFull } = createStores()
    const formerHubStore = createHubStore(store, () => 0)
    const formerStore = ownedStore(formerHubStore, await formerHubStore.acquireFence())
    await formerStore.write(async (tx) => tx.put('outbox/a', 'queued'))
    setFull(true)
    await formerStore.write(async (tx) => tx.put('outbox/a', 'sending'))
    const successorHubStore = createHubStore(createFallbackStore(disk), () => 0.5)
    const successorStore = ownedStore(successorHubStore, await successorHubStore.acquireFence())
    await successorStore.write(async (tx) => tx.remove('outbox/a'))
    setFull(false)
    await store.write(async () => undefined)
    expect(await disk.read((tx) => tx.get('outbox/a'))).toBeUndefined()
  })

  it('does one write in memory after the other', async () => {
    const { store, setFull } = createStores()
    setFull(true)
    const addOne = () => store.write(async (tx) => tx.put('sum', (((await tx.get('sum')) as number | undefined) ?? 0) + 1))
    await Promise.all([addOne(), addOne(), addOne()])
    expect(await store.read((tx) => tx.get('sum'))).toBe(3)
  })
})
