import { describe, expect, it } from 'vitest'
import { type Creation, getHistory, queryTask } from '#shared/api/generation.ts'
import { type TaskState, RECONCILE_MS } from '#shared/domain/task.ts'
import { overdueKey } from '#shared/storage/records.ts'
import { fail, ok } from '#shared/result.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { createHistoryReconcile } from '#workers/hub/creations/history-reconcile.ts'
import { noteCancelled } from '#workers/hub/creations/task-poller.ts'
import { putOverdue } from '#workers/hub/runtime/hub-store.ts'
import { startLoop } from '#workers/lib/loop.ts'
import { creation } from '../../fixtures/page/builders.ts'
import { unreachableReply } from './scripted-api.ts'
import { createTrackedWorld, makeBatch } from './tracked-world.ts'

const historyRow = (id: string, status: TaskState, errorMsg: string | null = null): Creation => ({ ...creation(id, 1), status, errorMsg })

async function createWorld(...batches: [batchId: string, ...states: TaskState[]][]) {
  const world = await createTrackedWorld()
  const { api, clock, store, answer } = world
  const page: Creation[] = []
  const changes: boolean[] = []
  answer(getHistory, () => ok({ data: page, totalSize: page.length }))
  answer(queryTask, () => fail({ code: 'H4001', retry: 'never' }))
  const reconcile = createHistoryReconcile({ store, api, clock, onChange: async (hasFinished) => void changes.push(hasFinished) })
  const loop = startLoop({ clock, pass: (signal) => reconcile.pass(signal), onBug: (error) => expect.fail(String(error)) })
  await clock.settle()
  for (const [batchId, ...states] of batches) {
    await world.write((tx) => putOverdue(tx, { ...makeBatch(batchId, 0, states), askedAtMs: clock.nowMs() }))
  }
  loop.wake()
  return { ...world, page, changes, reconcile, loop, pollsAtMs: () => world.callsAtMs(getHistory) }
}

describe('batches that have outlived the pool', () => {
  it('are polled each minute, in one request, while one of their tasks generates', async () => {
    const { clock, page, calls, changes, overdueBatches, finishedTasks } = await createWorld(['a', 'PENDING'], ['b', 'PROCESSING'])
    page.push(historyRow('a-1', 'PROCESSING'), historyRow('b-1', 'PROCESSING'))
    await clock.advance(3 * RECONCILE_MS)
    expect(calls.map(({ path, input, atMs }) => [path, input, atMs])).toEqual(
      [1, 2, 3].map((minute) => [getHistory.path, { curPage: 1, pageSize: 100, taskStatus: 'ALL' }, minute * RECONCILE_MS]),
    )
    expect(changes).toEqual([false, false, false])
    expect(await overdueBatches()).toMatchObject([{ tasks: [{ status: 'PROCESSING' }], askedAtMs: clock.nowMs() }, { batchId: 'b' }])
    expect(await finishedTasks()).toEqual([])
  })

  it('are not polled when there are none', async () => {
    const { clock, calls, reconcile } = await createWorld()
    await clock.advance(10 * RECONCILE_MS)
    expect(calls).toEqual([])
    expect(await reconcile.pass(neverAborted())).toBeNull()
  })

  it('are removed at their end, which is stored with its reason', async () => {
    const { clock, page, calls, changes, overdueBatches, finishedTasks } = await createWorld(['a', 'PENDING', 'PENDING'], ['b', 'PENDING'])
    page.push(historyRow('a-1', 'SUCCESS'), historyRow('a-2', 'FAILED', 'too small'), historyRow('b-1', 'PENDING'))
    await clock.advance(RECONCILE_MS)
    expect(await finishedTasks()).toEqual([
      ['a-1', 'SUCCESS', null],
      ['a-2', 'FAILED', 'too small'],
    ])
    expect([(await overdueBatches()).map(({ batchId }) => batchId), changes]).toEqual([['b'], [true]])
    page.length = 0
    await clock.advance(10 * RECONCILE_MS)
    expect([await overdueBatches(), calls.filter(({ path }) => path === getHistory.path).length]).toEqual([[], 2])
  })

  it('stay until the last task has ended, and each end is stored once', async () => {
    const { clock, page, changes, overdueBatches, finishedTasks } = await createWorld(['a', 'SUCCESS', 'PENDING', 'PENDING'])
    page.push(historyRow('a-1', 'SUCCESS'), historyRow('a-2', 'SUCCESS'), historyRow('a-3', 'PROCESSING'))
    await clock.advance(RECONCILE_MS)
    expect([await finishedTasks(), changes]).toEqual([[['a-2', 'SUCCESS', null]], [true]])
    expect((await overdueBatches())[0]?.tasks.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'PROCESSING'])
    await clock.advance(RECONCILE_MS)
    expect(changes).toEqual([true, false])
  })

  it('are polled by task where the page does not list them', async () => {
    const { clock, answer, calls, changes, finishedTasks, overdueBatches } = await createWorld(['a', 'PENDING', 'PENDING'])
    answer(queryTask, ({ taskId }) => ok(historyRow(taskId, taskId === 'a-1' ? 'FAILED' : 'SUCCESS', taskId)))
    await clock.advance(RECONCILE_MS)
    expect(calls.filter(({ path }) => path === queryTask.path).map(({ input }) => input)).toEqual([{ taskId: 'a-1' }, { taskId: 'a-2' }])
    expect(await finishedTasks()).toEqual([
      ['a-1', 'FAILED', 'a-1'],
      ['a-2', 'SUCCESS', 'a-2'],
    ])
    expect([await overdueBatches(), changes]).toEqual([[], [true]])
  })

  it('that the server does not know any more are over, without a message', async () => {
    const { clock, changes, overdueBatches, finishedTasks } = await createWorld(['a', 'PENDING'])
    await clock.advance(RECONCILE_MS)
    expect([await overdueBatches(), await finishedTasks(), changes]).toEqual([[], [], [false]])
  })

  it.each([
    ['no answer comes', unreachableReply],
    ['the server can’t tell', () => fail({ code: 'H5000' as const, retry: 'later' as const })],
  ])('stay as they were when %s about a task', async (_, reply) => {
    const { clock, answer, overdueBatches, finishedTasks } = await createWorld(['a', 'PENDING'])
    answer(queryTask, reply)
    await clock.advance(RECONCILE_MS)
    expect([(await overdueBatches())[0]?.tasks[0]?.status, await finishedTasks()]).toEqual(['PENDING', []])
  })

  it('are polled in a minute again when the history could not be read', async () => {
    const { clock, answer, pollsAtMs, changes, overdueBatches } = await createWorld(['a', 'PENDING'])
    answer(getHistory, unreachableReply)
    await clock.advance(3 * RECONCILE_MS)
    expect([pollsAtMs().length, changes, (await overdueBatches()).length]).toEqual([3, [], 1])
  })

  it('count from the latest request for any of them', async () => {
    const { clock, write, pollsAtMs, loop } = await createWorld(['a', 'PENDING'])
    await clock.advance(30_000)
    await write((tx) => putOverdue(tx, { ...makeBatch('b', 0), askedAtMs: clock.nowMs() }))
    loop.wake()
    await clock.advance(RECONCILE_MS - 1)
    expect(pollsAtMs()).toEqual([])
    await clock.advance(1)
    expect(pollsAtMs()).toEqual([30_000 + RECONCILE_MS])
  })

  it('are not delayed by a clock that was set back', async () => {
    const { clock, loop, pollsAtMs } = await createWorld(['a', 'PENDING'])
    clock.shift(-10 * RECONCILE_MS)
    loop.wake()
    await clock.settle()
    expect(pollsAtMs()).toHaveLength(1)
  })

  it('that were erased while they were requested stay erased', async () => {
    const { clock, answer, write, overdueBatches, finishedTasks, changes } = await createWorld(['a', 'PENDING'])
    answer(getHistory, async () => {
      await write((tx) => tx.remove(overdueKey('a')))
      return ok({ data: [historyRow('a-1', 'SUCCESS')], totalSize: 1 })
    })
    await clock.advance(RECONCILE_MS)
    expect([await overdueBatches(), await finishedTasks(), changes]).toEqual([[], [], [false]])
  })

  it('retain a cancellation that was stored while they were requested', async () => {
    const { clock, answer, write, overdueBatches, finishedTasks } = await createWorld(['a', 'PENDING', 'PENDING'])
    answer(getHistory, async () => {
      await write((tx) => noteCancelled(tx, 'a-1'))
      return ok({ data: [historyRow('a-1', 'PROCESSING'), historyRow('a-2', 'PROCESSING')], totalSize: 2 })
    })
    await clock.advance(RECONCILE_MS)
    expect((await overdueBatches())[0]?.tasks.map(({ status }) => status)).toEqual(['CANCELLED', 'PROCESSING'])
    expect(await finishedTasks()).toEqual([])
  })
})
