import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWantedCreations } from '#src/creations/history/wanted-creations.ts'

const fetchCreation = vi.fn<(taskId: string) => Promise<boolean>>()
const { wantCreations, forgetWanted } = createWantedCreations(fetchCreation)

beforeEach(() => vi.useFakeTimers())
afterEach(async () => {
  forgetWanted()
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  fetchCreation.mockReset()
})

test('a requested creation is fetched though another tab has shown it meanwhile, each once and one after the other', async () => {
  let isBusy = false
  fetchCreation.mockImplementation(async () => {
    expect(isBusy).toBe(false)
    isBusy = true
    await new Promise((resolve) => setTimeout(resolve, 100))
    isBusy = false
    return true
  })
  wantCreations(['a', 'b'])
  wantCreations(['b'])
  wantCreations([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(fetchCreation.mock.calls).toEqual([['a'], ['b']])
})

test('a failed one is requested again, and no more once no list is there', async () => {
  fetchCreation.mockResolvedValue(false)
  wantCreations(['a'])
  await vi.advanceTimersByTimeAsync(7000)
  expect(fetchCreation.mock.calls.length).toBe(3)
  forgetWanted()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetchCreation.mock.calls.length).toBe(3)
})

test('a failing one delays no other', async () => {
  fetchCreation.mockImplementation(async (taskId) => taskId !== 'a')
  wantCreations(['a', 'b', 'c'])
  await vi.advanceTimersByTimeAsync(0)
  expect(fetchCreation.mock.calls).toEqual([['a'], ['b'], ['c']])
  await vi.advanceTimersByTimeAsync(3000)
  expect(fetchCreation.mock.calls.slice(3)).toEqual([['a']])
})

test('a fetch that throws is repeated, and the next requested creation is fetched', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  fetchCreation.mockRejectedValueOnce(new Error('the hub is gone')).mockResolvedValue(true)
  wantCreations(['a'])
  await vi.advanceTimersByTimeAsync(3000)
  wantCreations(['b'])
  await vi.advanceTimersByTimeAsync(0)
  expect(fetchCreation.mock.calls).toEqual([['a'], ['a'], ['b']])
  expect(warn).toHaveBeenCalledOnce()
})
