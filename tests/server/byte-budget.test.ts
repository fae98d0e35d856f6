import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createByteBudget } from '#server/pictures/byte-budget.ts'

const WAIT_MS = 1000

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Tasks in a byte budget that end when the test calls `end`, and the names of the started ones. */
function startTasks(budget = createByteBudget({ maxBytes: 100, maxWaiting: 3, waitMs: WAIT_MS, clientShare: 1 })) {
  const startedNames: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, bytes: number, { key = null, signal }: { key?: string | null; signal?: AbortSignal } = {}) =>
    budget.run(
      bytes,
      () =>
        new Promise<string>((resolve) => {
          startedNames.push(name)
          ends.set(name, () => resolve(name))
        }),
      { key, signal },
    )
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { startedNames, start, end, settle }
}

it('tasks begin in call order, as many as the bytes allow', async () => {
  const { startedNames, start, end, settle } = startTasks()
  const firstTask = start('first', 60)
  void start('large', 50)
  void start('small', 10)
  await settle()
  expect(startedNames).toEqual(['first'])
  await end('first')
  expect(await firstTask).toEqual({ ok: true, value: 'first' })
  expect(startedNames).toEqual(['first', 'large', 'small'])
})

it('a task larger than the budget runs alone', async () => {
  const { startedNames, start, end, settle } = startTasks()
  void start('first', 10)
  void start('huge', 1000)
  void start('last', 10)
  await settle()
  expect(startedNames).toEqual(['first'])
  await end('first')
  expect(startedNames).toEqual(['first', 'huge'])
  await end('huge')
  expect(startedNames).toEqual(['first', 'huge', 'last'])
})

it('a task that waits too long is refused, and the next one can begin', async () => {
  const { startedNames, start, settle } = startTasks()
  void start('first', 60)
  const largeTask = start('large', 50)
  await vi.advanceTimersByTimeAsync(WAIT_MS - 1)
  void start('small', 10)
  await settle()
  expect(startedNames).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(await largeTask).toEqual({ ok: false, error: 'busy' })
  expect(startedNames).toEqual(['first', 'small'])
})

it('a task is refused at once where too many wait', async () => {
  const { start } = startTasks()
  void start('first', 100)
  for (const name of ['one', 'two', 'three']) void start(name, 1)
  expect(await start('four', 1)).toEqual({ ok: false, error: 'busy' })
})

it('a task of a disconnected client does not begin, and its bytes are free', async () => {
  const { startedNames, start, end } = startTasks()
  const connection = new AbortController()
  void start('first', 100)
  const abandonedTask = start('left', 100, { signal: connection.signal })
  void start('last', 100)
  connection.abort()
  expect(await abandonedTask).toEqual({ ok: false, error: 'busy' })
  expect(await start('too late', 1, { signal: connection.signal })).toEqual({ ok: false, error: 'busy' })
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
  const { startedNames, start, end, settle } = startTasks(createByteBudget(SHARED_BUDGET))
  for (const name of ['many 1', 'many 2', 'many 3']) void start(name, 100, { key: 'many' })
  void start('other', 100, { key: 'other' })
  await settle()
  await end('many 1')
  expect(startedNames).toEqual(['many 1', 'many 2'])
  await end('many 2')
  expect(startedNames).toEqual(['many 1', 'many 2', 'other'])
  await end('other')
  expect(startedNames).toEqual(['many 1', 'many 2', 'other', 'many 3'])
})

it('one client uses its share of the bytes, or one larger task, and others start meanwhile', async () => {
  const { startedNames, start, end, settle } = startTasks(createByteBudget(SHARED_BUDGET))
  for (const name of ['a1', 'a2', 'a3']) void start(name, 12, { key: 'a' })
  void start('b1', 40, { key: 'b' })
  void start('b2', 1, { key: 'b' })
  await settle()
  expect(startedNames).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(startedNames).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('one client fills its share of the queue, and others can still wait', async () => {
  const { start, end, startedNames } = startTasks(createByteBudget(SHARED_BUDGET))
  for (const name of ['a1', 'a2', 'a3']) void start(name, 100, { key: 'a' })
  expect(await start('a4', 100, { key: 'a' })).toEqual({ ok: false, error: 'busy' })
  void start('other', 100, { key: 'other' })
  await end('a1')
  await end('a2')
  expect(startedNames).toEqual(['a1', 'a2', 'other'])
})
