import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retryUntilSuccess } from '#src/browser/retry.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockReturnValue()
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('an attempt is repeated after a refusal and after a rejection, until it succeeds', async () => {
  const attempt = vi.fn().mockResolvedValueOnce(false).mockRejectedValueOnce(new Error('no chunk')).mockResolvedValue(true)
  const retrying = retryUntilSuccess(attempt)
  await vi.advanceTimersByTimeAsync(1000)
  expect(attempt).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1999)
  expect(attempt).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(attempt).toHaveBeenCalledTimes(3)
  await retrying
  expect(vi.getTimerCount()).toBe(0)
})

test('the waits never grow beyond half a minute', async () => {
  const attempt = vi.fn().mockResolvedValue(false)
  void retryUntilSuccess(attempt)
  await vi.advanceTimersByTimeAsync(31_000)
  const calls = attempt.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(attempt.mock.calls.length).toBe(calls + 2)
})
