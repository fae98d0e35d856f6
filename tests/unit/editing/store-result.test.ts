import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SLOW_STORAGE_RETRY_MS } from '#shared/browser/record-store.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { storeResult } from '#src/editing/store-result.ts'
import { currentHoldReason } from '#src/routing/leave-guard.ts'

const SLOW = fail({ code: 'storage_slow', retry: 'later' } as const)
let account: string
const store = vi.fn<() => Promise<Result<null>>>()

beforeEach(() => {
  vi.useFakeTimers()
  account = 'ann'
  store.mockReset().mockResolvedValueOnce(SLOW).mockResolvedValue(ok(null))
})
afterEach(() => {
  vi.useRealTimers()
})

function begin() {
  const answers: string[] = []
  const onAnswer = (answer: Result<null>) => void answers.push(answer.ok ? 'stored' : answer.error.code)
  return { answers, storing: storeResult(store, onAnswer, () => account) }
}

it('a reload waits until a slow device has stored the result', async () => {
  const { answers, storing } = begin()
  await vi.advanceTimersByTimeAsync(0)
  expect([answers, currentHoldReason()]).toEqual([['storage_slow'], 'editing'])
  await vi.advanceTimersByTimeAsync(SLOW_STORAGE_RETRY_MS)
  await storing
  expect([answers, currentHoldReason()]).toEqual([['storage_slow', 'stored'], null])
})

it('a result is not stored for another account, but a login of the visitor moves it', async () => {
  const logout = begin()
  await vi.advanceTimersByTimeAsync(0)
  account = ''
  await vi.advanceTimersByTimeAsync(SLOW_STORAGE_RETRY_MS)
  await logout.storing
  expect([logout.answers, store.mock.calls.length, currentHoldReason()]).toEqual([['storage_slow', 'cancelled'], 1, null])
  store.mockResolvedValueOnce(SLOW)
  const login = begin()
  await vi.advanceTimersByTimeAsync(0)
  account = 'bob'
  await vi.advanceTimersByTimeAsync(SLOW_STORAGE_RETRY_MS)
  await login.storing
  expect(login.answers.at(-1)).toBe('stored')
})
