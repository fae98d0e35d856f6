import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadUntilThere } from '#src/loading/lazy-part.ts'

const links = [
  { sheet: {}, remove: vi.fn() },
  { sheet: null, remove: vi.fn() },
]

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubGlobal('document', { querySelectorAll: () => links })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a part that failed to load is requested again, and its failed styles with it', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline')).mockResolvedValue('part')
  const watch = { reportFailure: vi.fn(async () => {}), reportUnreachable: vi.fn(), reportLoaded: vi.fn() }
  const loading = loadUntilThere(load, watch, async () => true)
  await vi.advanceTimersByTimeAsync(999)
  expect(watch.reportFailure).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2001)
  expect(await loading).toBe('part')
  expect(load).toHaveBeenCalledTimes(3)
  expect(watch.reportFailure).toHaveBeenCalledOnce()
  expect(watch.reportLoaded).toHaveBeenCalledWith(...(watch.reportFailure.mock.calls[0] ?? []))
  expect(links.map(({ remove }) => remove.mock.calls.length)).toEqual([0, 2])
})

test('without the server a part is not requested, because the browser would remember the failure, and loads once the server is back', async () => {
  const load = vi.fn().mockResolvedValue('part')
  const watch = { reportFailure: vi.fn(async () => {}), reportUnreachable: vi.fn(), reportLoaded: vi.fn() }
  let isThere = false
  const loading = loadUntilThere(load, watch, async () => isThere)
  await vi.advanceTimersByTimeAsync(3500)
  expect([load.mock.calls.length, watch.reportUnreachable.mock.calls.length]).toEqual([0, 3])
  isThere = true
  await vi.advanceTimersByTimeAsync(4000)
  expect(await loading).toBe('part')
  expect(watch.reportFailure).not.toHaveBeenCalled()
  expect(watch.reportLoaded).toHaveBeenCalledWith(...(watch.reportUnreachable.mock.calls[0] ?? []))
})
