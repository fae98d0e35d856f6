import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadUntilThere } from '#src/lib/load-until-there.ts'

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

test('a part that could not be fetched is asked for again, and its failed styles with it', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline')).mockResolvedValue('part')
  const watch = { failed: vi.fn(async () => {}), loaded: vi.fn() }
  const loaded = loadUntilThere(load, watch)
  await vi.advanceTimersByTimeAsync(999)
  expect(watch.failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2001)
  expect(await loaded).toBe('part')
  expect(load).toHaveBeenCalledTimes(3)
  expect(watch.failed).toHaveBeenCalledOnce()
  expect(watch.loaded).toHaveBeenCalledWith(...(watch.failed.mock.calls[0] ?? []))
  expect(links.map(({ remove }) => remove.mock.calls.length)).toEqual([0, 2])
})
