import type { WorkSnapshot } from '#shared/contract/hub-contract.ts'
import { describe, expect, it } from 'vitest'
import { PROTOCOL_VERSION } from '#shared/contract/protocol-version.ts'
import { TASK_POLL_MS } from '#shared/domain/task.ts'
import { FROZEN_AFTER_MS } from '#workers/hub/runtime/hub-wire.ts'
import { DRAIN_MS, YIELD_MS } from '#workers/hub/runtime/hub-node.ts'
import { type HubWorld, inHubWorld } from './hub-fixture.ts'
import { makeIntent, resume } from './hub-world.ts'

const GENERATE_PATH = '/ai/i2v/gen/custom'
const POLL_PATH = '/ai/i2v/query/batch'

let world: HubWorld
inHubWorld((newWorld) => (world = newWorld))

function lastPublishedWork() {
  return world.snapshots.findLast(({ topic }) => topic === 'work')?.state as WorkSnapshot
}

describe('one of many hubs', () => {
  it('polls for all eight: 18 to 20 times a minute, never two within 2.9 s', async () => {
    const hubs = Array.from({ length: 8 }, () => world.startHub())
    await hubs[5]!.api.commit(makeIntent())
    for (let secondHub = 0; secondHub < 60; secondHub += 1) {
      await world.clock.advance(1000)
      await resume(hubs[secondHub % 8]!, `tab-${secondHub % 8}`)
    }
    const askedAtMs = world.callsTo(POLL_PATH).map(({ atMs }) => atMs)
    expect(askedAtMs.length).toBeGreaterThanOrEqual(18)
    expect(askedAtMs.length).toBeLessThanOrEqual(20)
    expect(Math.min(...askedAtMs.slice(1).map((atMs, index) => atMs - askedAtMs[index]!))).toBeGreaterThanOrEqual(2900)
    expect(world.browser.owners).toHaveLength(1)
  })

  it('returns the same answers to every tab', async () => {
    const hubs = [world.startHub(), world.startHub(), world.startHub()]
    world.server.isDown = true
    const intent = makeIntent()
    await hubs[1]!.api.commit(intent)
    await world.clock.settle()
    const answers = await Promise.all(hubs.map((hub) => resume(hub)))
    for (const { work, connection } of answers) {
      expect(work.state.outbox).toMatchObject([{ id: intent.id, state: 'queued' }])
      expect(connection.state.isOnline).toBe(false)
    }
    expect(await (await hubs[2]!.api.outboxPicture(intent.id, 'first'))?.text()).toBe('picture')
  })

  it('becomes the owner at once when the owner dies, and its next poll has the same rhythm', async () => {
    const [firstHub, secondHub] = [world.startHub(), world.startHub()]
    await firstHub.api.commit(makeIntent())
    await world.clock.advance(TASK_POLL_MS)
    const pollsBefore = world.callsTo(POLL_PATH).length
    world.killHub(firstHub)
    await world.clock.settle()
    expect(world.browser.owners).toHaveLength(2)
    expect((await resume(secondHub)).work.state.batches).toHaveLength(1)
    await world.clock.advance(TASK_POLL_MS)
    expect(world.callsTo(POLL_PATH).length).toBe(pollsBefore + 1)
  })

  it('polls at once when the owner died longer ago than the rhythm', async () => {
    const firstHub = world.startHub()
    await firstHub.api.commit(makeIntent())
    await world.clock.settle()
    world.killHub(firstHub)
    await world.clock.advance(5 * TASK_POLL_MS)
    world.startHub()
    await world.clock.settle()
    expect(world.callsTo(POLL_PATH)).toHaveLength(1)
  })
})

describe('a frozen owner', () => {
  it('is replaced 1.5 s after a call it does not acknowledge, and the call is answered', async () => {
    const [firstHub, secondHub] = [world.startHub(), world.startHub()]
    await world.clock.settle()
    world.freeze(firstHub)
    const commitAnswer = secondHub.api.commit(makeIntent())
    await world.clock.advance(FROZEN_AFTER_MS - 1)
    expect(world.browser.owners).toHaveLength(1)
    await world.clock.advance(1)
    expect(await commitAnswer).toMatchObject({ ok: true })
    await world.clock.settle()
    expect(world.server.batches.size).toBe(1)
  })

  it('can write and publish nothing valid when it thaws, and waits for the lock again', async () => {
    const [firstHub, secondHub] = [world.startHub(), world.startHub()]
    const intent = makeIntent()
    world.server.storedHashes.add(intent.picture.sha256)
    world.server.isDown = true
    await firstHub.api.commit(intent)
    await world.clock.settle()
    world.freeze(firstHub)
    world.server.isDown = false
    const resumeAnswer = resume(secondHub)
    await world.clock.advance(FROZEN_AFTER_MS)
    await resumeAnswer
    await world.clock.advance(30_000)
    expect(world.server.batches.size).toBe(1)

    world.thaw(firstHub)
    await world.clock.advance(30_000)
    expect(world.server.batches.size).toBe(1)
    expect(world.browser.owners).toHaveLength(2)
    const fences = world.snapshots.filter(({ topic }) => topic === 'work').map(({ fence }) => fence)
    expect(Math.max(...fences)).toBe(2)
    expect((await resume(firstHub)).work.state.batches).toHaveLength(1)

    world.killHub(secondHub)
    await world.clock.settle()
    expect(world.browser.owners).toHaveLength(3)
  })

  it('is not asked to run calls from a minute ago', async () => {
    const [firstHub, secondHub] = [world.startHub(), world.startHub()]
    await world.clock.settle()
    world.freeze(secondHub)
    world.freeze(firstHub)
    const lateCommit = secondHub.api.commit(makeIntent())
    lateCommit.catch(() => undefined)
    await world.clock.advance(61_000)
    world.killHub(firstHub)
    world.thaw(secondHub)
    await world.clock.settle()
    await expect(lateCommit).rejects.toThrow('No hub owner answered in time.')
    expect((await resume(secondHub)).work.state.outbox).toEqual([])
  })

  it('loses its lock once when several hubs miss it at the same time', async () => {
    const hubs = [world.startHub(), world.startHub(), world.startHub(), world.startHub()]
    await world.clock.settle()
    world.freeze(hubs[0]!)
    const answers = Promise.all(hubs.slice(1).map((hub, index) => resume(hub, `tab-${index}`)))
    await world.clock.advance(FROZEN_AFTER_MS + 100)
    expect(await answers).toHaveLength(3)
    await hubs[1]!.api.commit(makeIntent())
    await world.clock.advance(30_000)
    expect(world.server.batches.size).toBe(1)
    expect(world.callsTo(GENERATE_PATH)).toHaveLength(1)
    expect(lastPublishedWork().batches).toHaveLength(1)
  })
})

describe('a newer build', () => {
  it('replaces an idle older one at once', async () => {
    world.startHub({ build: 1 })
    await world.clock.settle()
    const newerHub = world.startHub({ build: 2 })
    await world.clock.settle()
    expect(world.browser.owners).toHaveLength(2)
    expect((await resume(newerHub)).work.state.outbox).toEqual([])
  })

  it('lets the older one finish its running work, so that nothing is sent twice', async () => {
    const olderHub = world.startHub({ build: 1 })
    await world.clock.settle()
    const intent = makeIntent()
    world.server.storedHashes.add(intent.picture.sha256)
    world.server.answerDelayMs = 800
    await olderHub.api.commit(intent)
    await world.clock.advance(900)
    world.startHub({ build: 2 })
    await world.clock.advance(DRAIN_MS + 10_000)
    expect(world.browser.owners).toHaveLength(2)
    expect(world.server.batches.size).toBe(1)
    expect(world.callsTo(GENERATE_PATH)).toHaveLength(1)
  })

  it('does not wait longer than the drain, and interrupted work is sent again without a second charge', async () => {
    const olderHub = world.startHub({ build: 1 })
    await world.clock.settle()
    const intent = makeIntent()
    world.server.storedHashes.add(intent.picture.sha256)
    world.server.answerDelayMs = 5000
    await olderHub.api.commit(intent)
    await world.clock.advance(5100)
    const newerHub = world.startHub({ build: 2 })
    await world.clock.advance(DRAIN_MS)
    expect(world.browser.owners).toHaveLength(2)
    world.server.answerDelayMs = 0
    await world.clock.advance(30_000)
    expect(world.server.batches.size).toBe(1)
    expect((await resume(newerHub)).work.state).toMatchObject({ outbox: [], batches: [{ commitId: intent.id }] })
  })

  it('replaces an older one that does not even answer', async () => {
    const olderHub = world.startHub({ build: 1 })
    await world.clock.settle()
    const newerHub = world.startHub({ build: 2 })
    world.freeze(olderHub)
    await world.clock.advance(YIELD_MS)
    const resumeAnswer = resume(newerHub)
    await world.clock.advance(FROZEN_AFTER_MS)
    expect((await resumeAnswer).work.state.outbox).toEqual([])
  })

  it('retains the work when an older one starts later', async () => {
    world.startHub({ build: 2 })
    await world.clock.settle()
    const olderHub = world.startHub({ build: 1 })
    await world.clock.advance(10_000)
    await olderHub.api.commit(makeIntent())
    expect(world.browser.owners).toHaveLength(1)
  })

  it('of another protocol reports to the older one that it is outdated', async () => {
    world.startHub({ build: 2 })
    await world.clock.settle()
    const olderHub = world.startHub({ build: 1, protocol: PROTOCOL_VERSION - 1 })
    await expect(olderHub.api.commit(makeIntent())).rejects.toMatchObject({ name: 'HubOutdated' })
  })

  it('is not marked outdated by an older owner of another protocol, but becomes the owner', async () => {
    world.startHub({ build: 1 })
    await world.clock.settle()
    const newerHub = world.startHub({ build: 2, protocol: PROTOCOL_VERSION + 1 })
    const resumeAnswer = resume(newerHub)
    await world.clock.advance(YIELD_MS + FROZEN_AFTER_MS)
    expect((await resumeAnswer).work.state.outbox).toEqual([])
    expect(world.browser.owners).toHaveLength(2)
  })
})
