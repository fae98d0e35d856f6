import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SLOW_STORAGE_RETRY_MS } from '#shared/browser/record-store.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { storeResult } from '#src/editing/store-result.ts'
import { currentHoldReason } from '#src/routing/leave-guard.ts'

const STORAGE_SLOW = fail({ code: 'storage_slow', retry: 'later' } as const)
let account: string
const store = vi.fn<() => Promise<Result<null>>>()

beforeEach(() => {
  vi.useFakeTimers()
  account = 'ann'
  store.mockReset().mockResolvedValueOnce(STORAGE_SLOW).mockResolvedValue(ok(null))
})
afterEach(() => {
  vi.useRealTimers()
})

function startStoring() {
  const answers: string[] = []
  const onAnswer = (answer: Result<null>) => void answers.push(answer.ok ? 'stored' : answer.error.code)
  return { answers, storing: storeResult(store, onAnswer, () => account) }
}

it('a reload waits until a slow device has stored the result', async () => {
  const { answers, storing } = startStoring()
  await vi.advanceTimersByTimeAsync(0)
  expect([answers, currentHoldReason()]).toEqual([['storage_slow'], 'editing'])
  await vi.advanceTimersByTimeAsync(SLOW_STORAGE_RETRY_MS)
  await storing
  expect([answers, currentHoldReason()]).toEqual([['storage_slow', 'stored'], null])
})

it('a result is not stored for another account, but a login of the visitor moves it', async () => {
  const beforeLogout = startStoring()
  await vi.advanceTimersByTimeAsync(0)
  account = ''
  await vi.advanceTimersByTimeAsync(SLOW_STORAGE_RETRY_MS)
  await beforeLogout.storing
  expect([beforeLogout.answers, store.mock.calls.length, currentHoldReason()]).toEqual([['storage_slow', 'cancelled'], 1, null])
  store.mockResolvedValueOnce(STORAGE_SLOW)
  const beforeLogin = startStoring()
  await vi.advanceTimersByTimeAsync(0)
  account = 'bob'
  await vi.advanceTimersByTimeAsync(SLOW_STORAGE_RETRY_MS)
  await beforeLogin.storing
  expect(beforeLogin.answers.at(-1)).toBe('stored')
})
