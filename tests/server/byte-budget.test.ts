import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createByteBudget } from '#server/pictures/byte-budget.ts'

const WAIT_MS = 1000

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Returns functions that start and end tasks in a byte budget, and the names of the started tasks. */
function startTasks(budget = createByteBudget({ maxBytes: 100, maxWaiting: 3, waitMs: WAIT_MS, clientShare: 1 })) {
  const startedNames: string[] = []
  const endByName = new Map<string, () => void>()
  const startTask = (name: string, bytes: number, { key = null, signal }: { key?: string | null; signal?: AbortSignal } = {}) =>
    budget.run(
      bytes,
      () =>
        new Promise<string>((resolve) => {
          startedNames.push(name)
          endByName.set(name, () => resolve(name))
        }),
      { key, signal },
    )
  const settlePromises = () => vi.advanceTimersByTimeAsync(0)
  const end = async (name: string) => {
    endByName.get(name)?.()
    await settlePromises()
  }
  return { startedNames, startTask, end, settlePromises }
}

it('tasks begin in call order, as many as the bytes allow', async () => {
  const { startedNames, startTask, end, settlePromises } = startTasks()
  const firstTask = startTask('first', 60)
  void startTask('large', 50)
  void startTask('small', 10)
  await settlePromises()
  expect(startedNames).toEqual(['first'])
  await end('first')
  expect(await firstTask).toEqual({ ok: true, value: 'first' })
  expect(startedNames).toEqual(['first', 'large', 'small'])
})

it('a task larger than the budget runs alone', async () => {
  const { startedNames, startTask, end, settlePromises } = startTasks()
  void startTask('first', 10)
  void startTask('huge', 1000)
  void startTask('last', 10)
  await settlePromises()
  expect(startedNames).toEqual(['first'])
  await end('first')
  expect(startedNames).toEqual(['first', 'huge'])
  await end('huge')
  expect(startedNames).toEqual(['first', 'huge', 'last'])
})

it('a task that waits too long is refused, and the next one can begin', async () => {
  const { startedNames, startTask, settlePromises } = startTasks()
  void startTask('first', 60)
  const largeTask = startTask('large', 50)
  await vi.advanceTimersByTimeAsync(WAIT_MS - 1)
  void startTask('small', 10)
  await settlePromises()
  expect(startedNames).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(await largeTask).toEqual({ ok: false, error: 'busy' })
  expect(startedNames).toEqual(['first', 'small'])
})

it('a task is refused at once where too many wait', async () => {
  const { startTask } = startTasks()
  void startTask('first', 100)
  for (const name of ['one', 'two', 'three']) void startTask(name, 1)
  expect(await startTask('four', 1)).toEqual({ ok: false, error: 'busy' })
})

it('a task of a disconnected client does not begin, and its bytes are free', async () => {
  const { startedNames, startTask, end } = startTasks()
  const connection = new AbortController()
  void startTask('first', 100)
  const abandonedTask = startTask('left', 100, { signal: connection.signal })
  void startTask('last', 100)
  connection.abort()
  expect(await abandonedTask).toEqual({ ok: false, error: 'busy' })
  expect(await startTask('too late', 1, { signal: connection.signal })).toEqual({ ok: false, error: 'busy' })
  await end('first')
  expect(startedNames).toEqual(['first', 'last'])
})

it('a task that fails frees its bytes', async () => {
  const budget = createByteBudget({ maxBytes: 100, maxWaiting: 3, waitMs: WAIT_MS, clientShare: 1 })
  await expect(budget.run(100, () => Promise.reject(new Error('no picture')), { key: null })).rejects.toThrow('no picture')
  expect(await budget.run(100, async () => 'next', { key: null })).toEqual({ ok: true, value: 'next' })
})

const SHARED_BUDGET = { maxBytes: 100, maxWaiting: 8, waitMs: WAIT_MS, clientShare: 0.25 }

it('clients alternate, so that many tasks of one do not delay one of another', async () => {
  const { startedNames, startTask, end, settlePromises } = startTasks(createByteBudget(SHARED_BUDGET))
  for (const name of ['many 1', 'many 2', 'many 3']) void startTask(name, 100, { key: 'many' })
  void startTask('other', 100, { key: 'other' })
  await settlePromises()
  await end('many 1')
  expect(startedNames).toEqual(['many 1', 'many 2'])
  await end('many 2')
  expect(startedNames).toEqual(['many 1', 'many 2', 'other'])
  await end('other')
  expect(startedNames).toEqual(['many 1', 'many 2', 'other', 'many 3'])
})

it('one client uses its share of the bytes, or one larger task, and others start meanwhile', async () => {
  const { startedNames, startTask, end, settlePromises } = startTasks(createByteBudget(SHARED_BUDGET))
  for (const name of ['a1', 'a2', 'a3']) void startTask(name, 12, { key: 'a' })
  void startTask('b1', 40, { key: 'b' })
  void startTask('b2', 1, { key: 'b' })
  await settlePromises()
  expect(startedNames).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(startedNames).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('one client fills its share of the queue, and others can still wait', async () => {
  const { startTask, end, startedNames } = startTasks(createByteBudget(SHARED_BUDGET))
  for (const name of ['a1', 'a2', 'a3']) void startTask(name, 100, { key: 'a' })
  expect(await startTask('a4', 100, { key: 'a' })).toEqual({ ok: false, error: 'busy' })
  void startTask('other', 100, { key: 'other' })
  await end('a1')
  await end('a2')
  expect(startedNames).toEqual(['a1', 'a2', 'other'])
})
