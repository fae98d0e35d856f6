import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOneTabWork } from '#src/browser/one-tab-work.ts'

let isFree: boolean
let tasks: readonly { readonly taskId: string }[]
const run = vi.fn<(items: readonly { readonly taskId: string }[]) => Promise<boolean>>()
const requestLock = vi.fn((_name: string, _options: unknown, work: (lock: object | null) => Promise<boolean>) => work(isFree ? {} : null))
const createWork = () => createOneTabWork({ lock: 'work', readTasks: () => tasks, run, retryMs: 1000 })
const [firstTask, secondTask] = [{ taskId: 'first' }, { taskId: 'second' }]

beforeEach(() => {
  vi.useFakeTimers()
  isFree = true
  tasks = [firstTask]
  run.mockReset().mockResolvedValue(true)
  requestLock.mockClear()
  vi.stubGlobal('navigator', { locks: { request: requestLock } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('calls during the work repeat it once', async () => {
  let finishRun: (isDone: boolean) => void = () => undefined
  run.mockImplementationOnce(() => new Promise((resolve) => (finishRun = resolve)))
  const start = createWork()
  const working = start()
  tasks = [firstTask, secondTask]
  await Promise.all([start(), start()])
  expect(run).toHaveBeenCalledTimes(1)
  finishRun(true)
  await working
  expect(run.mock.calls).toEqual([[[firstTask]], [[secondTask]]])
})

it('remaining work is retried later, and no call speeds that up', async () => {
  run.mockResolvedValueOnce(false)
  const start = createWork()
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
  await createWork()()
  expect(run).not.toHaveBeenCalled()
  isFree = true
  await vi.advanceTimersByTimeAsync(1000)
  expect(run).toHaveBeenCalledTimes(1)
})

it('a failure of the work blocks no later call', async () => {
  run.mockRejectedValueOnce(new Error('broken'))
  const start = createWork()
  await expect(start()).rejects.toThrow('broken')
  await start()
  expect(run).toHaveBeenCalledTimes(2)
})

it('without unfinished tasks no lock is requested, however often it is called', async () => {
  tasks = []
  const start = createWork()
  await start()
  expect(requestLock).not.toHaveBeenCalled()
  tasks = [firstTask]
  await start()
  await start()
  expect(requestLock).toHaveBeenCalledTimes(1)
  expect(run).toHaveBeenCalledTimes(1)
})

it('a call at the moment the work ends does not repeat it', async () => {
  const start = createWork()
  const calls = [start()]
  for (let turn = 0; turn < 20; turn += 1) {
    await Promise.resolve()
    calls.push(start())
  }
  await Promise.all(calls)
  expect(run).toHaveBeenCalledTimes(1)
})
