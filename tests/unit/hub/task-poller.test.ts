import { describe, expect, it } from 'vitest'
import { type BatchTask, queryBatch } from '#shared/api/generation.ts'
import { BATCH_RETENTION_MS } from '#shared/domain/task.ts'
import { ANNOUNCED_BY_PUSH } from '#shared/domain/push-rules.ts'
import { pushedKey } from '#shared/storage/records.ts'
import { fail, ok } from '#shared/result.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { putPool, readAllFinished } from '#workers/hub/runtime/hub-store.ts'
import { createTaskPoller, noteCancelled } from '#workers/hub/creations/task-poller.ts'
import { startLoop } from '#workers/lib/loop.ts'
import { unreachableReply } from './scripted-api.ts'
import { createTrackedWorld, makeBatch, makeTask } from './tracked-world.ts'

const unabortedSignal = neverAborted()

async function createWorld() {
  const world = await createTrackedWorld()
  const { api, clock, store, answer } = world
  const tasks = new Map<string, BatchTask[]>()
  const changes: { hasFinished: boolean; hasOverdue: boolean }[] = []
  const owner = { isClosing: false }
  answer(queryBatch, ({ batchId }) => ok({ batchId, tasks: tasks.get(batchId) ?? [makeTask(`${batchId}-1`, 'PROCESSING')] }))
  const makePoller = () => {
    const onChange = async (change: (typeof changes)[number]) => void changes.push(change)
    return createTaskPoller({ store, api, clock, random: () => 0, isClosing: () => owner.isClosing, onChange })
  }
  const poller = makePoller()
  const loop = startLoop({ clock, pass: (signal) => poller.pass(signal), onBug: (error) => expect.fail(String(error)) })
  await clock.settle()
  async function trackBatches(...batchIds: string[]): Promise<void> {
    await world.addBatches(...batchIds.map((batchId) => makeBatch(batchId, clock.nowMs())))
    loop.wake()
    await clock.settle()
  }
  const pollsAtMs = (batchId = 'a') =>
    world.calls.filter(({ input }) => (input as { batchId: string }).batchId === batchId).map(({ atMs }) => atMs)
  return { ...world, tasks, changes, owner, poller, loop, makePoller, trackBatches, pollsAtMs }
}

describe('a batch in the pool', () => {
  it('is polled at once and every 3 s then, and each answer is stored', async () => {
    const { trackBatches, pollsAtMs, clock, changes, pool } = await createWorld()
    await trackBatches('a')
    await clock.advance(9000)
    expect(pollsAtMs()).toEqual([0, 3000, 6000, 9000])
    expect(await pool()).toMatchObject([{ batchId: 'a', tasks: [{ id: 'a-1', status: 'PROCESSING' }] }])
    expect(changes).toEqual(Array.from({ length: 4 }, () => ({ hasFinished: false, hasOverdue: false })))
  })

  it('retains the received share, whatever a later attempt or answer says', async () => {
    const { trackBatches, clock, pool, tasks } = await createWorld()
    const makeTaskAt = (progress: number | null) => ({ ...makeTask('a-1', 'PROCESSING'), progress })
    const progresses: unknown[] = []
    tasks.set('a', [makeTaskAt(0.2)])
    await trackBatches('a')
    for (const progress of [0.6, null, 0.1, 0.7]) {
      tasks.set('a', [makeTaskAt(progress)])
      await clock.advance(3000)
      progresses.push((await pool())[0]?.tasks[0]?.progress)
    }
    expect(progresses).toEqual([0.6, 0.6, 0.6, 0.7])
  })

  it('leaves a cancelled task cancelled when an older answer arrives after it', async () => {
    const { trackBatches, clock, pool, tasks, write } = await createWorld()
    tasks.set('a', [makeTask('a-1', 'PROCESSING'), makeTask('a-2', 'PROCESSING')])
    await trackBatches('a')
    await write((tx) => noteCancelled(tx, 'a-1'))
    await clock.advance(3000)
    expect((await pool())[0]?.tasks.map(({ status }) => status)).toEqual(['CANCELLED', 'PROCESSING'])
  })

  it('is polled in its own rhythm, which a wake does not shorten', async () => {
    const { trackBatches, pollsAtMs, clock, loop } = await createWorld()
    await trackBatches('a')
    await clock.advance(1000)
    await trackBatches('b')
    loop.wake()
    await clock.advance(6000)
    expect([pollsAtMs('a'), pollsAtMs('b')]).toEqual([
      [0, 3000, 6000],
      [1000, 4000, 7000],
    ])
  })

  it.each([
    [50, [0, 3000, 6000]],
    [1000, [0, 3900, 7800]],
  ])('counts from its request, or, after %i ms of delay, from shortly before the answer', async (delayMs, atMs) => {
    const { trackBatches, answer, pollsAtMs, clock } = await createWorld()
    answer(queryBatch, async ({ batchId }) => {
      await clock.sleep(delayMs, unabortedSignal)
      return ok({ batchId, tasks: [makeTask('a-1', 'PROCESSING')] })
    })
    await trackBatches('a')
    await clock.advance(8500)
    expect(pollsAtMs()).toEqual(atMs)
  })

  it('retains its rhythm in a new worker', async () => {
    const { trackBatches, pollsAtMs, clock, loop, makePoller } = await createWorld()
    await trackBatches('a')
    await clock.advance(1000)
    await loop.stop()
    const nextPoller = makePoller()
    expect(await nextPoller.pass(unabortedSignal)).toBe(2000)
    await clock.advance(2000)
    expect(await nextPoller.pass(unabortedSignal)).toBe(3000)
    expect(pollsAtMs()).toEqual([0, 3000])
  })

  it('leaves when none of its tasks generates, and each end is published', async () => {
    const { trackBatches, pollsAtMs, clock, finishedTasks, changes, pool, tasks } = await createWorld()
    tasks.set('a', [makeTask('a-1', 'SUCCESS'), makeTask('a-2', 'PENDING')])
    await trackBatches('a')
    tasks.set('a', [makeTask('a-1', 'SUCCESS'), makeTask('a-2', 'CANCELLED')])
    await clock.advance(60_000)
    expect([await pool(), pollsAtMs(), await finishedTasks()]).toEqual([[], [0, 3000], [['a-1', 'SUCCESS', null]]])
    expect(changes.map(({ hasFinished }) => hasFinished)).toEqual([true, false])
  })

  it('that ends is stored with its facts and its share of the points, once', async () => {
    const { addBatches, clock, loop, store, tasks } = await createWorld()
    const lastSource = { url: '/media/b.jpg', width: 5, height: 6 }
    const batch = { ...makeBatch('a', clock.nowMs(), ['PENDING', 'PENDING', 'PENDING', 'PENDING']), points: 301, lastSource }
    tasks.set('a', [makeTask('a-1', 'FAILED', 'too small'), ...batch.tasks.slice(1)])
    await addBatches(batch)
    loop.wake()
    await clock.advance(9000)
    const { account, bizType, settings, sourceUrl, width, height } = batch
    const batchFields = {
      account,
      bizType,
      batchId: 'a',
      commitId: batch.commitId,
      settings,
      sourceUrl,
      width,
      height,
      lastSource,
      points: 75,
    }
    const end = { taskId: 'a-1', status: 'FAILED', errorMsg: 'too small', finishedAtMs: clock.nowMs() - 9000 }
    expect(await store.read(readAllFinished)).toEqual([{ ...batchFields, ...end, announcedBy: null, isDismissed: false }])
  })

  it('with an end reported by a push is announced', async () => {
    const { trackBatches, store, tasks, write } = await createWorld()
    await write((tx) => tx.put(pushedKey('a-1'), {}))
    tasks.set('a', [makeTask('a-1', 'SUCCESS')])
    await trackBatches('a')
    expect(await store.read(readAllFinished)).toMatchObject([{ taskId: 'a-1', announcedBy: ANNOUNCED_BY_PUSH }])
  })

  it('removes no other one with it', async () => {
    const { trackBatches, clock, changes, pool, tasks } = await createWorld()
    tasks.set('a', [makeTask('a-1', 'FAILED', 'too small')])
    await trackBatches('a', 'b')
    expect((await pool()).map(({ batchId }) => batchId)).toEqual(['b'])
    expect(changes).toEqual([{ hasFinished: true, hasOverdue: false }])
    await clock.advance(3000)
    expect((await pool()).map(({ batchId }) => batchId)).toEqual(['b'])
  })

  it('that the server does not know leaves without a message', async () => {
    const { trackBatches, answer, pollsAtMs, clock, finishedTasks, changes, pool } = await createWorld()
    answer(queryBatch, () => fail({ code: 'H4001', retry: 'never' }))
    await trackBatches('a')
    await clock.advance(60_000)
    expect([await pool(), await finishedTasks(), pollsAtMs(), changes]).toEqual([[], [], [0], [{ hasFinished: false, hasOverdue: false }]])
  })

  it('that is refused stays and is polled as before', async () => {
    const { trackBatches, answer, pollsAtMs, clock, pool } = await createWorld()
    answer(queryBatch, () => fail({ code: 'H3009', retry: 'never' }))
    await trackBatches('a')
    await clock.advance(9000)
    expect([pollsAtMs(), (await pool()).length]).toEqual([[0, 3000, 6000, 9000], 1])
  })

  it('is polled with growing pauses up to 30 s without an answer, and at once when the network is back', async () => {
    const { trackBatches, answer, pollsAtMs, clock, loop, poller } = await createWorld()
    answer(queryBatch, unreachableReply)
    await trackBatches('a')
    await clock.advance(110_000)
    expect(pollsAtMs()).toEqual([0, 3000, 9000, 21_000, 45_000, 75_000, 105_000])
    poller.endPauses()
    loop.wake()
    await clock.settle()
    expect(pollsAtMs().at(-1)).toBe(110_000)
  })

  it('is polled every 3 s again after an answer', async () => {
    const { trackBatches, answer, pollsAtMs, clock } = await createWorld()
    answer(queryBatch, unreachableReply)
    await trackBatches('a')
    await clock.advance(9000)
    answer(queryBatch, ({ batchId }) => ok({ batchId, tasks: [makeTask('a-1', 'PROCESSING')] }))
    await clock.advance(18_000)
    expect(pollsAtMs()).toEqual([0, 3000, 9000, 21_000, 24_000, 27_000])
  })

  it('moves to the history an hour after it was accepted, after a last poll', async () => {
    const { trackBatches, pollsAtMs, clock, changes, overdueBatches, pool } = await createWorld()
    await trackBatches('a')
    await clock.advance(BATCH_RETENTION_MS - 1)
    expect([(await pool()).length, (await overdueBatches()).length]).toEqual([1, 0])
    await clock.advance(60_000)
    expect([await pool(), pollsAtMs().at(-1), changes.at(-1)]).toEqual([[], BATCH_RETENTION_MS, { hasFinished: false, hasOverdue: true }])
    const askedAtMs = (pollsAtMs().at(-1) ?? 0) + clock.nowMs() - BATCH_RETENTION_MS - 59_999
    expect(await overdueBatches()).toMatchObject([{ batchId: 'a', askedAtMs, tasks: [{ status: 'PROCESSING' }] }])
  })

  it('that ends in that moment does not move to the history', async () => {
    const { trackBatches, clock, changes, overdueBatches, tasks } = await createWorld()
    await trackBatches('a')
    await clock.advance(BATCH_RETENTION_MS - 1)
    tasks.set('a', [makeTask('a-1', 'SUCCESS')])
    await clock.advance(60_000)
    expect([await overdueBatches(), changes.at(-1)]).toEqual([[], { hasFinished: true, hasOverdue: false }])
  })

  it('is not delayed by a clock that was set back', async () => {
    const { trackBatches, pollsAtMs, clock, loop } = await createWorld()
    await trackBatches('a')
    clock.shift(-60_000)
    loop.wake()
    await clock.settle()
    expect(pollsAtMs()).toHaveLength(2)
  })

  it('of another account is not polled', async () => {
    const { addBatches, pollsAtMs, clock, loop } = await createWorld()
    await addBatches({ ...makeBatch('a', clock.nowMs()), account: 'account:ben' })
    loop.wake()
    await clock.advance(9000)
    expect(pollsAtMs()).toEqual([])
  })

  it('that was erased while it was polled stays erased', async () => {
    const { trackBatches, answer, clock, finishedTasks, changes, pool, write } = await createWorld()
    answer(queryBatch, async ({ batchId }) => {
      await write((tx) => putPool(tx, { batches: [], polledAtMs: clock.nowMs() }))
      return ok({ batchId, tasks: [makeTask('a-1', 'SUCCESS')] })
    })
    await trackBatches('a')
    expect([await pool(), await finishedTasks(), changes]).toEqual([[], [], [{ hasFinished: false, hasOverdue: false }]])
  })
})

describe('an owner that ends', () => {
  it('polls no further batch once it is about to hand over', async () => {
    const { trackBatches, answer, pollsAtMs, clock, owner, poller } = await createWorld()
    answer(queryBatch, ({ batchId }) => {
      owner.isClosing = true
      return ok({ batchId, tasks: [makeTask(`${batchId}-1`, 'PROCESSING')] })
    })
    await trackBatches('a', 'b')
    await clock.advance(60_000)
    expect([pollsAtMs('a'), pollsAtMs('b')]).toEqual([[0], []])
    expect(await poller.pass(unabortedSignal)).toBeNull()
  })

  it('polls no further batch once it was stopped', async () => {
    const { trackBatches, answer, pollsAtMs, loop } = await createWorld()
    answer(queryBatch, async ({ batchId }) => {
      void loop.stop()
      return ok({ batchId, tasks: [makeTask(`${batchId}-1`, 'PROCESSING')] })
    })
    await trackBatches('a', 'b')
    expect([pollsAtMs('a'), pollsAtMs('b')]).toEqual([[0], []])
  })
})
