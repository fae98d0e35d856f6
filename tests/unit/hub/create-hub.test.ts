import type { WorkSnapshot } from '#shared/contract/hub-contract.ts'
import { describe, expect, it } from 'vitest'
import { RECONCILE_MS, TASK_POLL_LEAST_GAP_MS, TASK_POLL_MS } from '#shared/domain/task.ts'
import { createHubStore, ownedStore } from '#workers/hub/runtime/hub-store.ts'
import { recordPush } from '#workers/sw/push-records.ts'
import { type Hub, type HubWorld, inHubWorld } from './hub-fixture.ts'
import { makeIntent, resume } from './hub-world.ts'

const GENERATE = '/ai/i2v/gen/custom'
const POLL = '/ai/i2v/query/batch'
const HISTORY = '/ai/i2v/history'

let world: HubWorld
const renewWorld = inHubWorld((made) => (world = made))

/** The last published state of the work, without a new request. */
function lastWork() {
  return world.snapshots.findLast(({ topic }) => topic === 'work')?.state as WorkSnapshot
}

async function work(hub: Hub) {
  return (await resume(hub)).work.state
}

describe('a commit', () => {
  it('is stored before it is acknowledged, and sent after the server comes back', async () => {
    world.server.isDown = true
    const hub = world.startHub()
    expect(await hub.api.commit(makeIntent())).toMatchObject({ ok: true })
    await world.clock.settle()
    expect((await work(hub)).outbox).toMatchObject([{ state: 'queued' }])
    expect((await resume(hub)).connection.state.isOnline).toBe(false)

    world.server.isDown = false
    await world.clock.advance(30_000)
    expect((await work(hub)).outbox).toEqual([])
    expect(world.server.batches.size).toBe(1)
    expect((await resume(hub)).connection.state.isOnline).toBe(true)
  })

  it('survives the death of the worker after any step, is charged once, and its picture is sent once', async () => {
    const steps = Array.from({ length: 30 }, (_, index) => index + 1)
    for (const stepsToLive of steps) {
      renewWorld()
      const intent = makeIntent()
      const mortal = world.startHub({ stepsToLive })
      const stored = mortal.api.commit(intent)
      await world.clock.settle()
      await world.clock.advance(6000)
      world.killHub(mortal)
      const wasStored = await Promise.race([stored.then(() => true), new Promise((resolve) => setImmediate(() => resolve(false)))])
      const next = world.startHub()
      if (wasStored !== true) await next.api.commit(intent)
      await world.clock.advance(10_000)

      const { outbox, batches } = await work(next)
      expect([stepsToLive, outbox.length, batches.map(({ commitId }) => commitId)]).toEqual([stepsToLive, 0, [intent.id]])
      expect([stepsToLive, world.server.batches.size, world.server.points, world.server.puts.length]).toEqual([stepsToLive, 1, 50, 1])
    }
  })

  it('that meets a failing server waits without delaying the next, and can be discarded', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    const [first, second] = [makeIntent(), makeIntent()]
    world.server.failingKey = first.id
    world.server.isBrowserOffline = true
    await hub.api.commit(first)
    await world.clock.advance(1)
    await hub.api.commit(second)
    world.server.isBrowserOffline = false
    await world.clock.advance(5000)
    expect((await work(hub)).outbox).toMatchObject([{ id: first.id, state: 'queued', error: { code: 'H5000' } }])
    expect([...world.server.batches.values()].map(({ key }) => key)).toEqual([second.id])
    const tries = world.callsTo(GENERATE).length
    await resume(hub)
    await world.clock.settle()
    expect(world.callsTo(GENERATE)).toHaveLength(tries)

    expect(await hub.api.discard(first.id)).toMatchObject({ ok: true })
    world.server.failingKey = null
    await world.clock.advance(60_000)
    expect(world.server.batches.size).toBe(1)
  })

  it('survives the end of the worker and makes one batch with its original picture', async () => {
    world.server.isDown = true
    const first = world.startHub()
    const intent = makeIntent()
    await first.api.commit(intent)
    await world.clock.settle()
    await world.stopHub(first)

    world.server.isDown = false
    const second = world.startHub()
    await world.clock.advance(1000)
    expect([...world.server.batches.values()].map((batch) => batch.key)).toEqual([intent.id])
    expect(world.server.puts).toHaveLength(1)
    expect((await work(second)).batches).toMatchObject([{ commitId: intent.id, batchId: 'batch-1' }])
  })

  it('without an answer is unknown, is sent again with the same key and body, and is charged once', async () => {
    const hub = world.startHub()
    await world.clock.settle()
    const intent = makeIntent()
    world.server.existing.add(intent.picture.sha256)
    const lost = interceptGenerationAnswers()
    await hub.api.commit(intent)
    await world.clock.settle()
    expect((await work(hub)).outbox).toMatchObject([{ state: 'unknown' }])
    lost.stop()
    await world.clock.advance(30_000)

    expect((await work(hub)).outbox).toEqual([])
    expect(new Set(world.callsTo(GENERATE).map((call) => call.key))).toEqual(new Set([intent.id]))
    expect(world.callsTo(GENERATE).length).toBeGreaterThan(1)
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
    const [batch] = (await work(hub)).batches
    for (const hasEnded of [false, true]) {
      if (hasEnded) {
        world.finish(batch?.batchId ?? '', 'SUCCESS')
        await world.clock.advance(9000)
        expect((await work(hub)).batches).toEqual([])
      }
      expect(await hub.api.commit(intent)).toEqual({ ok: true, value: { id: intent.id } })
      expect((await work(hub)).outbox).toEqual([])
      await world.clock.settle()
      expect(world.callsTo(GENERATE)).toHaveLength(1)
    }
  })

  it('that the server refuses stays with its reason, blocks no other, and can be sent again', async () => {
    const hub = world.startHub()
    world.server.refusal = 'H4044'
    const refused = makeIntent()
    await hub.api.commit(refused)
    await world.clock.settle()
    expect((await work(hub)).outbox).toMatchObject([{ id: refused.id, state: 'refused', error: { code: 'H4044' } }])

    world.server.refusal = null
    await hub.api.commit(makeIntent({ picture: { ...refused.picture, sha256: 'b'.repeat(64) } }))
    await world.clock.settle()
    expect(world.server.batches.size).toBe(1)
    await hub.api.retry(refused.id)
    await world.clock.settle()
    expect(world.server.batches.size).toBe(2)
    expect((await work(hub)).outbox).toEqual([])
  })

  it('can be discarded before it was sent and not after', async () => {
    world.server.isDown = true
    const hub = world.startHub()
    const early = makeIntent()
    await hub.api.commit(early)
    await world.clock.settle()
    expect(await hub.api.discard(early.id)).toMatchObject({ ok: true })
    expect((await work(hub)).outbox).toEqual([])

    const late = makeIntent()
    world.server.existing.add(late.picture.sha256)
    world.server.isDown = false
    const lost = interceptGenerationAnswers()
    await hub.api.commit(late)
    await world.clock.advance(30_000)
    expect(await hub.api.discard(late.id)).toMatchObject({ ok: false, error: { code: 'H4021' } })
    lost.stop()
    await world.clock.advance(60_000)
    expect(world.server.batches.size).toBe(1)
  })

  it('sends no bytes that the server has stored already', async () => {
    const intent = makeIntent()
    world.server.existing.add(intent.picture.sha256)
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
    expect((await work(hub)).outbox).toMatchObject([
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
    const polls = world.callsTo(POLL)
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
    const arrivedAtMs = world.callsTo(POLL).map(({ atMs }) => atMs)
    expect(arrivedAtMs.length).toBeGreaterThanOrEqual(5)
    const gaps = arrivedAtMs.slice(1).map((atMs, index) => atMs - arrivedAtMs[index]!)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(TASK_POLL_LEAST_GAP_MS)
  })

  it('retains its rhythm over a restart of the worker', async () => {
    const first = world.startHub()
    await first.api.commit(makeIntent())
    await world.clock.settle()
    const before = world.callsTo(POLL).length
    await world.stopHub(first)
    world.startHub()
    await world.clock.advance(2000)
    expect(world.callsTo(POLL)).toHaveLength(before)
    await world.clock.advance(1500)
    expect(world.callsTo(POLL)).toHaveLength(before + 1)
  })

  it('removes a batch when nothing in it generates, and stores each finished task', async () => {
    const hub = world.startHub()
    await hub.api.commit(makeIntent({ settings: { ...makeIntent().settings, videoNum: 2 }, priceCeiling: 100 }))
    await world.clock.settle()
    world.finish('batch-1', 'SUCCESS')
    await world.clock.advance(3000)
    const { batches, finished } = await work(hub)
    expect(batches).toEqual([])
    expect(finished.map((task) => task.status)).toEqual(['SUCCESS', 'SUCCESS'])
    const polls = world.callsTo(POLL).length
    await world.clock.advance(60_000)
    expect(world.callsTo(POLL)).toHaveLength(polls)
  })

  it('whose videos end one by one reports the cost of each alone: of one that failed of four, a quarter was returned', async () => {
    const hub = world.startHub()
    world.server.points = 300
    world.server.priceEach = 75
    await hub.api.commit(makeIntent({ settings: { ...makeIntent().settings, videoNum: 4 }, priceCeiling: 300 }))
    await world.clock.settle()
    expect((await work(hub)).batches).toMatchObject([{ points: 300 }])
    const tasks = world.server.batches.get('batch-1')?.tasks ?? []
    for (const [index, task] of tasks.entries()) {
      task.status = index === 1 ? 'FAILED' : 'SUCCESS'
      await world.clock.advance(3000)
    }
    const { finished } = await work(hub)
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
    expect(lastWork().batches).toMatchObject([{ batchId: 'batch-1', isOverdue: true }])
    const polls = world.callsTo(POLL).length
    await world.clock.advance(10 * RECONCILE_MS)
    expect(world.callsTo(POLL)).toHaveLength(polls)
    expect(world.callsTo(HISTORY).length).toBeGreaterThanOrEqual(9)
    expect(world.callsTo(HISTORY).length).toBeLessThanOrEqual(10)

    world.finish('batch-1', 'SUCCESS')
    await world.clock.advance(RECONCILE_MS)
    expect(lastWork()).toMatchObject({ batches: [], finished: [{ status: 'SUCCESS', announcedBy: null }] })
    expect(lastWork().finished.map(({ taskId, status }) => [taskId, status])).toEqual([['batch-1-task-1', 'SUCCESS']])
  })

  it('polls a batch that grew old while the device slept once more, and announces its end', async () => {
    const first = world.startHub()
    await first.api.commit(makeIntent())
    await world.clock.settle()
    await world.stopHub(first)
    await world.clock.advance(70 * 60 * 1000)
    world.finish('batch-1', 'SUCCESS')
    world.startHub()
    await world.clock.settle()
    expect(lastWork()).toMatchObject({ batches: [], finished: [{ status: 'SUCCESS', announcedBy: null }] })
  })

  it('continues after the server was down', async () => {
    const hub = world.startHub()
    await hub.api.commit(makeIntent())
    await world.clock.settle()
    world.server.isDown = true
    await world.clock.advance(120_000)
    expect((await work(hub)).batches).toHaveLength(1)
    world.server.isDown = false
    world.finish('batch-1', 'FAILED')
    await world.clock.advance(30_000)
    expect((await work(hub)).finished).toMatchObject([{ status: 'FAILED' }])
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
    const first = world.startHub()
    const second = world.startHub()
    await second.api.commit(makeIntent())
    await world.clock.settle()
    expect(world.server.batches.size).toBe(1)
    await world.stopHub(first)
    await world.clock.settle()
    world.finish('batch-1', 'SUCCESS')
    await world.clock.advance(3000)
    expect((await work(second)).finished).toHaveLength(1)
  })

  it('that was replaced can write no more', async () => {
    const store = createHubStore(world.disk, () => 0)
    const overtaken = ownedStore(store, await store.acquireFence())
    await store.acquireFence()
    await expect(overtaken.write(async (tx) => tx.put('outbox/x', 1))).rejects.toThrow()
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
    const offline = world.startHub()
    await world.clock.settle()
    expect((await resume(offline)).credits.state).toEqual({ points: 50, held: 0 })
  })
})

function interceptGenerationAnswers() {
  const { server } = world
  const original = Object.getOwnPropertyDescriptor(server, 'losesAnswers')
  const isGenerating = () => server.calls.at(-1)?.path === GENERATE
  Object.defineProperty(server, 'losesAnswers', { configurable: true, get: isGenerating })
  return { stop: () => Object.defineProperty(server, 'losesAnswers', { ...original, value: false }) }
}
