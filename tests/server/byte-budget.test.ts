import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createByteBudget } from '#server/platform/byte-budget.ts'

const WAIT_MS = 1000

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Tasks that end at `end`, and the names of the begun ones. */
function startTasks(budget = createByteBudget({ maxBytes: 100, maxWaiting: 3, waitMs: WAIT_MS })) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, bytes: number, signal?: AbortSignal) =>
    budget.run(
      bytes,
      () =>
        new Promise<string>((resolve) => {
          begun.push(name)
          ends.set(name, () => resolve(name))
        }),
      signal,
    )
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { begun, start, end, settle }
}

it('tasks begin in call order, as many as the bytes allow', async () => {
  const { begun, start, end, settle } = startTasks()
  const first = start('first', 60)
  void start('large', 50)
  void start('small', 10)
  await settle()
  expect(begun).toEqual(['first'])
  await end('first')
  expect(await first).toEqual({ ok: true, value: 'first' })
  expect(begun).toEqual(['first', 'large', 'small'])
})

it('a task larger than the budget runs alone', async () => {
  const { begun, start, end, settle } = startTasks()
  void start('first', 10)
  void start('huge', 1000)
  void start('last', 10)
  await settle()
  expect(begun).toEqual(['first'])
  await end('first')
  expect(begun).toEqual(['first', 'huge'])
  await end('huge')
  expect(begun).toEqual(['first', 'huge', 'last'])
})

it('a task that waits too long is refused, and the next one can begin', async () => {
  const { begun, start, settle } = startTasks()
  void start('first', 60)
  const large = start('large', 50)
  await vi.advanceTimersByTimeAsync(WAIT_MS - 1)
  void start('small', 10)
  await settle()
  expect(begun).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(await large).toEqual({ ok: false, error: 'busy' })
  expect(begun).toEqual(['first', 'small'])
})

it('a task is refused at once where too many wait', async () => {
  const { start } = startTasks()
  void start('first', 100)
  for (const name of ['one', 'two', 'three']) void start(name, 1)
  expect(await start('four', 1)).toEqual({ ok: false, error: 'busy' })
})

it('a task of a disconnected client does not begin, and its bytes are free', async () => {
  const { begun, start, end } = startTasks()
  const gone = new AbortController()
  void start('first', 100)
  const left = start('left', 100, gone.signal)
  void start('last', 100)
  gone.abort()
  expect(await left).toEqual({ ok: false, error: 'busy' })
  expect(await start('too late', 1, gone.signal)).toEqual({ ok: false, error: 'busy' })
  await end('first')
  expect(begun).toEqual(['first', 'last'])
})

it('a task that fails frees its bytes', async () => {
  const budget = createByteBudget({ maxBytes: 100, maxWaiting: 3, waitMs: WAIT_MS })
  await expect(budget.run(100, () => Promise.reject(new Error('no picture')))).rejects.toThrow('no picture')
  expect(await budget.run(100, async () => 'next')).toEqual({ ok: true, value: 'next' })
})
