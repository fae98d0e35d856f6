import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOneTabWork } from '#src/platform/one-tab-work.ts'

let isFree: boolean
const run = vi.fn<() => Promise<boolean>>()
const begin = () => createOneTabWork({ lock: 'work', run, retryMs: 1000 })

beforeEach(() => {
  vi.useFakeTimers()
  isFree = true
  run.mockReset().mockResolvedValue(true)
  vi.stubGlobal('navigator', {
    locks: { request: (_name: string, _options: unknown, work: (lock: object | null) => Promise<boolean>) => work(isFree ? {} : null) },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('calls during the work repeat it once', async () => {
  let goOn: (isDone: boolean) => void = () => undefined
  run.mockImplementationOnce(() => new Promise((resolve) => (goOn = resolve)))
  const start = begin()
  const first = start()
  await Promise.all([start(), start()])
  expect(run).toHaveBeenCalledTimes(1)
  goOn(true)
  await first
  expect(run).toHaveBeenCalledTimes(2)
})

it('what is left is tried again later, and no call hurries that', async () => {
  run.mockResolvedValueOnce(false)
  const start = begin()
  await start()
  await start()
  expect(run).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(run).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(5000)
  expect(run).toHaveBeenCalledTimes(2)
})

it('what another tab is at is looked at again, in case that tab was closed', async () => {
  isFree = false
  await begin()()
  expect(run).not.toHaveBeenCalled()
  isFree = true
  await vi.advanceTimersByTimeAsync(1000)
  expect(run).toHaveBeenCalledTimes(1)
})

it('a failure of the work blocks no later call', async () => {
  run.mockRejectedValueOnce(new Error('broken'))
  const start = begin()
  await expect(start()).rejects.toThrow('broken')
  await start()
  expect(run).toHaveBeenCalledTimes(2)
})
