import type { WorkSnapshot } from '#shared/contract/hub-contract.ts'
import { describe, expect, it } from 'vitest'
import { RECONCILE_MS, TASK_POLL_LEAST_GAP_MS, TASK_POLL_MS } from '#shared/domain/task.ts'
import { createHubStore, ownedStore } from '#workers/hub/runtime/hub-store.ts'
import { recordPush } from '#workers/sw/push-records.ts'
import { type Hub, type HubWorld, inHubWorld } from './hub-fixture.ts'
import { makeIntent, resume } from './hub-world.ts'

const GENERATE_PATH = '/ai/i2v/gen/custom'
const POLL_PATH = '/ai/i2v/query/batch'
const HISTORY_PATH = '/ai/i2v/history'

let world: HubWorld
const renewWorld = inHubWorld((newWorld) => (world = newWorld))

/** The last published state of the work, without a new request. */
function lastPublishedWork() {
  return world.snapshots.findLast(({ topic }) => topic === 'work')?.state as WorkSnapshot
}

async function readWork(hub: Hub) {
  return (await resume(hub)).work.state
}

describe('a commit', () => {
  it('is stored before it is acknowledged, and sent after the server comes back', async () => {
    world.server.isDown = true
    const hub = world.startHub()
    expect(await hub.api.commit(makeIntent())).toMatchObject({ ok: true })
    await world.clock.settle()
    expect((await readWork(hub)).outbox).toMatchObject([{ state: 'queued' }])
    expect((await resume(hub)).connection.state.isOnline).toBe(false)

    world.server.isDown = false
    await world.clock.advance(30_000)
    expect((await readWork(hub)).outbox).toEqual([])
    expect(world.server.batches.size).toBe(1)
    expect((await resume(hub)).connection.state.isOnline).toBe(true)
  })

  it('survives the death of the worker after any step, is charged once, and its picture is sent once', async () => {
    const steps = Array.from({ length: 30 }, (_, index) => index + 1)
    for (const stepsToLive of steps) {
      renewWorld()
      const intent = makeIntent()
      const mortalHub = world.startHub({ stepsToLive })
      const commitAnswer = mortalHub.api.commit(intent)
      await world.clock.settle()
      await world.clock.advance(6000)
      world.killHub(mortalHub)
      const wasStored = await Promise.race([commitAnswer.then(() => true), new Promise((resolve) => setImmediate(() => resolve(false)))])
      const nextHub = world.startHub()
      if (wasStored !== true) await nextHub.api.commit(intent)
      await world.clock.advance(10_000)

      const { outbox, batches } = await readWork(nextHub)
      expect([stepsToLive, outbox.length, batches.map(({ commitId }) => commitId)]).toEqual([stepsToLive, 0, [intent.id]])
      expect([stepsToLive, world.server.batches.size, world.server.points, world.server.puts.length]).toEqual([stepsToLive, 1, 50, 1])
    }
  })

  it('that meets a failing server waits without delaying the next, and can be discarded', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    const [firstIntent, secondIntent] = [makeIntent(), makeIntent()]
    world.server.failingKey = firstIntent.id
    world.server.isBrowserOffline = true
    await hub.api.commit(firstIntent)
    await world.clock.advance(1)
    await hub.api.commit(secondIntent)
    world.server.isBrowserOffline = false
    await world.clock.advance(5000)
    expect((await readWork(hub)).outbox).toMatchObject([{ id: firstIntent.id, state: 'queued', error: { code: 'H5000' } }])
    expect([...world.server.batches.values()].map(({ key }) => key)).toEqual([secondIntent.id])
    const triesBefore = world.callsTo(GENERATE_PATH).length
    await resume(hub)
    await world.clock.settle()
    expect(world.callsTo(GENERATE_PATH)).toHaveLength(triesBefore)

    expect(await hub.api.discard(firstIntent.id)).toMatchObject({ ok: true })
    world.server.failingKey = null
    await world.clock.advance(60_000)
    expect(world.server.batches.size).toBe(1)
  })

  it('survives the end of the worker and makes one batch with its original picture', async () => {
    world.server.isDown = true
    const firstHub = world.startHub()
    const intent = makeIntent()
    await firstHub.api.commit(intent)
    await world.clock.settle()
    await world.stopHub(firstHub)

    world.server.isDown = false
    const secondHub = world.startHub()
    await world.clock.advance(1000)
    expect([...world.server.batches.values()].map((batch) => batch.key)).toEqual([intent.id])
    expect(world.server.puts).toHaveLength(1)
    expect((await readWork(secondHub)).batches).toMatchObject([{ commitId: intent.id, batchId: 'batch-1' }])
  })

  it('without an answer is unknown, is sent again with the same key and body, and is charged once', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    const intent = makeIntent()
    world.server.storedHashes.add(intent.picture.sha256)
    const answerLoss = loseGenerationAnswers()
    await hub.api.commit(intent)
    await world.clock.settle()
    expect((await readWork(hub)).outbox).toMatchObject([{ state: 'unknown' }])
    answerLoss.stop()
    await world.clock.advance(30_000)

    expect((await readWork(hub)).outbox).toEqual([])
    expect(new Set(world.callsTo(GENERATE_PATH).map((call) => call.key))).toEqual(new Set([intent.id]))
    expect(world.callsTo(GENERATE_PATH).length).toBeGreaterThan(1)
    expect(world.server.batches.size).toBe(1)
    expect(world.server.points).toBe(50)
  })

  it('sent twice is one commit', async () => {
    const hub = world.startHub()
    const intent = makeIntent()
    await Promise.all([hub.api.commit(intent), hub.api.commit(intent)])
    await world.clock.settle()
    await world.clock.advance(100)
    expect(world.server.batches.size).toBe(1)
  })

  it('repeated after the server has accepted it, or after its video has ended, is not sent again', async () => {
    const hub = world.startHub()
    const intent = makeIntent()
    await hub.api.commit(intent)
    await world.clock.settle()
    const [batch] = (await readWork(hub)).batches
    for (const hasEnded of [false, true]) {
      if (hasEnded) {
        world.finish(batch?.batchId ?? '', 'SUCCESS')
        await world.clock.advance(9000)
        expect((await readWork(hub)).batches).toEqual([])
      }
      expect(await hub.api.commit(intent)).toEqual({ ok: true, value: { id: intent.id } })
      expect((await readWork(hub)).outbox).toEqual([])
      await world.clock.settle()
      expect(world.callsTo(GENERATE_PATH)).toHaveLength(1)
    }
  })

  it('that the server refuses stays with its reason, blocks no other, and can be sent again', async () => {
    const hub = world.startHub()
    world.server.generationRefusal = 'H4044'
    const refusedIntent = makeIntent()
    await hub.api.commit(refusedIntent)
    await world.clock.settle()
    expect((await readWork(hub)).outbox).toMatchObject([{ id: refusedIntent.id, state: 'refused', error: { code: 'H4044' } }])

    world.server.generationRefusal = null
    await hub.api.commit(makeIntent({ picture: { ...refusedIntent.picture, sha256: 'b'.repeat(64) } }))
    await world.clock.settle()
    expect(world.server.batches.size).toBe(1)
    await hub.api.retry(refusedIntent.id)
    await world.clock.settle()
    expect(world.server.batches.size).toBe(2)
    expect((await readWork(hub)).outbox).toEqual([])
  })

  it('can be discarded before it was sent and not after', async () => {
    world.server.isDown = true
    const hub = world.startHub()
    const unsentIntent = makeIntent()
    await hub.api.commit(unsentIntent)
    await world.clock.settle()
    expect(await hub.api.discard(unsentIntent.id)).toMatchObject({ ok: true })
    expect((await readWork(hub)).outbox).toEqual([])

    const sentIntent = makeIntent()
    world.server.storedHashes.add(sentIntent.picture.sha256)
    world.server.isDown = false
    const answerLoss = loseGenerationAnswers()
    await hub.api.commit(sentIntent)
    await world.clock.advance(30_000)
    expect(await hub.api.discard(sentIntent.id)).toMatchObject({ ok: false, error: { code: 'H4021' } })
    answerLoss.stop()
    await world.clock.advance(60_000)
    expect(world.server.batches.size).toBe(1)
  })

  it('sends no bytes that the server has stored already', async () => {
    const intent = makeIntent()
    world.server.storedHashes.add(intent.picture.sha256)
    const hub = world.startHub()
    await hub.api.commit(intent)
    await world.clock.settle()
    expect(world.server.batches.size).toBe(1)
    expect(world.server.puts).toEqual([])
  })

  it('requests a new permit once when the first was refused, then shows the reason of the failed upload', async () => {
    world.server.putStatus = 403
    const hub = world.startHub()
    await hub.api.commit(makeIntent())
    await world.clock.settle()
    expect(world.server.puts).toHaveLength(2)
    expect((await readWork(hub)).outbox).toMatchObject([
      { state: 'refused', error: { code: 'upload_failed', detail: 'S3 upload failed: 403 status' } },
    ])
  })
})

describe('the task pool', () => {
  it('is polled every 3000 ms, 18 to 20 times a minute, for any number of hubs and resumes', async () => {
    expect(TASK_POLL_MS).toBe(3000)
    const hubs = [world.startHub(), world.startHub()]
    await hubs[0]!.api.commit(makeIntent())
    await world.clock.settle()
    for (let second = 0; second < 60; second += 1) {
      await world.clock.advance(1000)
      await resume(hubs[second % 2]!)
    }
    const polls = world.callsTo(POLL_PATH)
    expect(polls.length).toBeGreaterThanOrEqual(18)
    expect(polls.length).toBeLessThanOrEqual(20)
    const gaps = polls.slice(1).map((poll, index) => poll.atMs - polls[index]!.atMs)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2900)
  })

  it('never sends two requests to the server within 2.9 s, for any delay of one of them', async () => {
    expect(TASK_POLL_LEAST_GAP_MS).toBe(2900)
    const hub = world.startHub()
    await hub.api.commit(makeIntent())
    await world.clock.settle()
    for (const delayMs of [700, 0, 400, 20, 900, 0]) {
      world.server.arrivalDelayMs = delayMs
      await world.clock.advance(3000)
    }
    await world.clock.advance(3000)
    const arrivedAtMs = world.callsTo(POLL_PATH).map(({ atMs }) => atMs)
    expect(arrivedAtMs.length).toBeGreaterThanOrEqual(5)
    const gaps = arrivedAtMs.slice(1).map((atMs, index) => atMs - arrivedAtMs[index]!)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(TASK_POLL_LEAST_GAP_MS)
  })

  it('retains its rhythm over a restart of the worker', async () => {
    const firstHub = world.startHub()
    await firstHub.api.commit(makeIntent())
    await world.clock.settle()
    const pollsBefore = world.callsTo(POLL_PATH).length
    await world.stopHub(firstHub)
    world.startHub()
    await world.clock.advance(2000)
    expect(world.callsTo(POLL_PATH)).toHaveLength(pollsBefore)
    await world.clock.advance(1500)
    expect(world.callsTo(POLL_PATH)).toHaveLength(pollsBefore + 1)
  })

  it('removes a batch when nothing in it generates, and stores each finished task', async () => {
    const hub = world.startHub()
    await hub.api.commit(makeIntent({ settings: { ...makeIntent().settings, videoNum: 2 }, priceCeiling: 100 }))
    await world.clock.settle()
    world.finish('batch-1', 'SUCCESS')
    await world.clock.advance(3000)
    const { batches, finished } = await readWork(hub)
    expect(batches).toEqual([])
    expect(finished.map((task) => task.status)).toEqual(['SUCCESS', 'SUCCESS'])
    const pollsBefore = world.callsTo(POLL_PATH).length
    await world.clock.advance(60_000)
    expect(world.callsTo(POLL_PATH)).toHaveLength(pollsBefore)
  })

  it('whose videos end one by one reports the cost of each alone: of one that failed of four, a quarter was returned', async () => {
    const hub = world.startHub()
    world.server.points = 300
    world.server.pricePerVideo = 75
    await hub.api.commit(makeIntent({ settings: { ...makeIntent().settings, videoNum: 4 }, priceCeiling: 300 }))
    await world.clock.settle()
    expect((await readWork(hub)).batches).toMatchObject([{ points: 300 }])
    const tasks = world.server.batches.get('batch-1')?.tasks ?? []
    for (const [index, task] of tasks.entries()) {
      task.status = index === 1 ? 'FAILED' : 'SUCCESS'
      await world.clock.advance(3000)
    }
    const { finished } = await readWork(hub)
    expect(Object.fromEntries(finished.map(({ taskId, status, points }) => [taskId, [status, points]]))).toEqual({
      'batch-1-task-1': ['SUCCESS', 75],
      'batch-1-task-2': ['FAILED', 75],
      'batch-1-task-3': ['SUCCESS', 75],
      'batch-1-task-4': ['SUCCESS', 75],
    })
  })

  it('stops polling a batch an hour after its commit, polls the history from then on, and announces its end', async () => {
    const hub = world.startHub()
    await hub.api.commit(makeIntent())
    await world.clock.settle()
    await world.clock.advance(60 * 60 * 1000 + 3000)
    expect(lastPublishedWork().batches).toMatchObject([{ batchId: 'batch-1', isOverdue: true }])
    const pollsBefore = world.callsTo(POLL_PATH).length
    await world.clock.advance(10 * RECONCILE_MS)
    expect(world.callsTo(POLL_PATH)).toHaveLength(pollsBefore)
    expect(world.callsTo(HISTORY_PATH).length).toBeGreaterThanOrEqual(9)
    expect(world.callsTo(HISTORY_PATH).length).toBeLessThanOrEqual(10)

    world.finish('batch-1', 'SUCCESS')
    await world.clock.advance(RECONCILE_MS)
    expect(lastPublishedWork()).toMatchObject({ batches: [], finished: [{ status: 'SUCCESS', announcedBy: null }] })
    expect(lastPublishedWork().finished.map(({ taskId, status }) => [taskId, status])).toEqual([['batch-1-task-1', 'SUCCESS']])
  })

  it('polls a batch that grew old while the device slept once more, and announces its end', async () => {
    const firstHub = world.startHub()
    await firstHub.api.commit(makeIntent())
    await world.clock.settle()
    await world.stopHub(firstHub)
    await world.clock.advance(70 * 60 * 1000)
    world.finish('batch-1', 'SUCCESS')
    world.startHub()
    await world.clock.settle()
    expect(lastPublishedWork()).toMatchObject({ batches: [], finished: [{ status: 'SUCCESS', announcedBy: null }] })
  })

  it('continues after the server was down', async () => {
    const hub = world.startHub()
    await hub.api.commit(makeIntent())
    await world.clock.settle()
    world.server.isDown = true
    await world.clock.advance(120_000)
    expect((await readWork(hub)).batches).toHaveLength(1)
    world.server.isDown = false
    world.finish('batch-1', 'FAILED')
    await world.clock.advance(30_000)
    expect((await readWork(hub)).finished).toMatchObject([{ status: 'FAILED' }])
  })
})

describe('an announcement', () => {
  it('is granted to exactly one tab per task', async () => {
    const hubs = [world.startHub(), world.startHub()]
    await hubs[0]!.api.commit(makeIntent())
    await world.clock.settle()
    world.finish('batch-1', 'SUCCESS')
    await world.clock.advance(3000)
    const claims = await Promise.all(
      ['tab-1', 'tab-2', 'tab-3'].map((tab, index) => hubs[index % 2]!.api.claimNotice('batch-1-task-1', tab, 'toast')),
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  it('stays with the tab that asks again because the answer was lost', async () => {
    const hub = world.startHub()
    await hub.api.commit(makeIntent())
    await world.clock.settle()
    world.finish('batch-1', 'SUCCESS')
    await world.clock.advance(3000)
    expect(await hub.api.claimNotice('batch-1-task-1', 'tab-1', 'toast')).toBe(true)
    expect(await hub.api.claimNotice('batch-1-task-1', 'tab-1', 'toast')).toBe(true)
    for (let count = 0; count < 2; count += 1) expect(await hub.api.claimNotice('batch-1-task-1', 'tab-2', 'toast')).toBe(false)
  })

  it('of a push is shown by no tab, and reported as use by exactly one', async () => {
    const hubs = [world.startHub(), world.startHub()]
    await hubs[0]!.api.commit(makeIntent())
    await world.clock.settle()
    const task = 'batch-1-task-1'
    await resume(hubs[0]!)
    await recordPush(world.disk, task, 0)
    world.finish('batch-1', 'SUCCESS')
    await world.clock.advance(3000)
    expect(await hubs[0]!.api.claimNotice(task, 'tab-1', 'toast')).toBe(false)
    const claims = await Promise.all(['tab-1', 'tab-2', 'tab-3'].map((tab, index) => hubs[index % 2]!.api.claimNotice(task, tab, 'usage')))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await hubs[0]!.api.claimNotice(task, 'tab-1', 'toast')).toBe(false)
    expect((await recordPush(world.disk, task, 0)).isNew).toBe(false)
  })

  it('of a tab is not reported as use once more', async () => {
    const hub = world.startHub()
    await hub.api.commit(makeIntent())
    await world.clock.settle()
    world.finish('batch-1', 'SUCCESS')
    await world.clock.advance(3000)
    expect(await hub.api.claimNotice('batch-1-task-1', 'tab-2', 'usage')).toBe(false)
    expect(await hub.api.claimNotice('batch-1-task-1', 'tab-1', 'toast')).toBe(true)
    expect(await hub.api.claimNotice('batch-1-task-1', 'tab-2', 'usage')).toBe(false)
  })
})

describe('the owner', () => {
  it('is one of several hubs, and another becomes the owner when it ends', async () => {
    const firstHub = world.startHub()
    const secondHub = world.startHub()
    await secondHub.api.commit(makeIntent())
    await world.clock.settle()
    expect(world.server.batches.size).toBe(1)
    await world.stopHub(firstHub)
    await world.clock.settle()
    world.finish('batch-1', 'SUCCESS')
    await world.clock.advance(3000)
    expect((await readWork(secondHub)).finished).toHaveLength(1)
  })

  it('that was replaced can write no more', async () => {
    const store = createHubStore(world.disk, () => 0)
    const formerStore = ownedStore(store, await store.acquireFence())
    await store.acquireFence()
    await expect(formerStore.write(async (tx) => tx.put('outbox/x', 1))).rejects.toThrow()
    expect(await store.read((tx) => tx.get('outbox/x'))).toBeUndefined()
  })
})

describe('the balance', () => {
  it('detects that the network is back when nothing else sends a request', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    world.server.isBrowserOffline = true
    await resume(hub)
    await world.clock.settle()
    expect((await resume(hub)).connection.state.isOnline).toBe(false)
    world.server.isBrowserOffline = false
    await world.clock.advance(10_000)
    const connections = world.snapshots.filter(({ topic }) => topic === 'connection').map(({ state }) => state)
    expect(connections.at(-1)).toEqual({ isOnline: true })
  })

  it('is requested again after the end of a task', async () => {
    const hub = world.startHub()
    await hub.api.commit(makeIntent())
    await world.clock.settle()
    world.finish('batch-1', 'FAILED')
    world.server.points = 100
    await world.clock.advance(3000)
    expect((await resume(hub)).credits.state).toEqual({ points: 100, held: 0 })
  })

  it('is requested at the start and after a commit, and cached for an offline start', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    expect((await resume(hub)).credits.state).toEqual({ points: 100, held: 0 })
    await hub.api.commit(makeIntent())
    await world.clock.settle()
    expect((await resume(hub)).credits.state).toEqual({ points: 50, held: 0 })

    world.server.isDown = true
    await world.stopHub(hub)
    const offlineHub = world.startHub()
    await world.clock.settle()
    expect((await resume(offlineHub)).credits.state).toEqual({ points: 50, held: 0 })
  })
})

function loseGenerationAnswers() {
  const { server } = world
  const originalProperty = Object.getOwnPropertyDescriptor(server, 'losesAnswers')
  const isGenerating = () => server.calls.at(-1)?.path === GENERATE_PATH
  Object.defineProperty(server, 'losesAnswers', { configurable: true, get: isGenerating })
  return { stop: () => Object.defineProperty(server, 'losesAnswers', { ...originalProperty, value: false }) }
}
