import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOneTabWork } from '#src/browser/one-tab-work.ts'

let isFree: boolean
let tasks: readonly { readonly taskId: string }[]
const run = vi.fn<(items: readonly { readonly taskId: string }[]) => Promise<boolean>>()
const request = vi.fn((_name: string, _options: unknown, work: (lock: object | null) => Promise<boolean>) => work(isFree ? {} : null))
const begin = () => createOneTabWork({ lock: 'work', readTasks: () => tasks, run, retryMs: 1000 })
const [first, second] = [{ taskId: 'first' }, { taskId: 'second' }]

beforeEach(() => {
  vi.useFakeTimers()
  isFree = true
  tasks = [first]
  run.mockReset().mockResolvedValue(true)
  request.mockClear()
  vi.stubGlobal('navigator', { locks: { request } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('calls during the work repeat it once', async () => {
  let goOn: (isDone: boolean) => void = () => undefined
  run.mockImplementationOnce(() => new Promise((resolve) => (goOn = resolve)))
  const start = begin()
  const working = start()
  tasks = [first, second]
  await Promise.all([start(), start()])
  expect(run).toHaveBeenCalledTimes(1)
  goOn(true)
  await working
  expect(run.mock.calls).toEqual([[[first]], [[second]]])
})

it('remaining work is retried later, and no call speeds that up', async () => {
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

it('the work of another tab is checked again, in case that tab was closed', async () => {
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

it('without unfinished tasks no lock is requested, however often it is called', async () => {
  tasks = []
  const start = begin()
  await start()
  expect(request).not.toHaveBeenCalled()
  tasks = [first]
  await start()
  await start()
  expect(request).toHaveBeenCalledTimes(1)
  expect(run).toHaveBeenCalledTimes(1)
})

it('a call at the moment the work ends does not repeat it', async () => {
  const start = begin()
  const calls = [start()]
  for (let turn = 0; turn < 20; turn += 1) {
    await Promise.resolve()
    calls.push(start())
  }
  await Promise.all(calls)
  expect(run).toHaveBeenCalledTimes(1)
})
