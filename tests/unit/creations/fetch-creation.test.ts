import { beforeEach, expect, test, vi } from 'vitest'
import { fail } from '#shared/result.ts'
import { createHistoryActions } from '#src/creations/history/history-actions.ts'

const call = vi.fn()
const dismissFinished = vi.fn()
const { fetchCreation } = createHistoryActions({ call, dismissFinished })

beforeEach(() => vi.clearAllMocks())

test('a finished task whose creation is deleted is dismissed', async () => {
  call.mockResolvedValue(fail({ code: 'H4001', retry: 'never' }))
  expect(await fetchCreation('task-1')).toBe(true)
  expect(dismissFinished).toHaveBeenCalledExactlyOnceWith('task-1')
})

test('a creation that could not be fetched yet is requested again and retains its card', async () => {
  call.mockResolvedValue(fail({ code: '40001', retry: 'now' }))
  expect(await fetchCreation('task-1')).toBe(false)
  expect(dismissFinished).not.toHaveBeenCalled()
})

test.each(['H3009', 'H3013'] as const)('a caller who is refused with %s leaves the task to its account', async (code) => {
  call.mockResolvedValue(fail({ code, retry: 'never' }))
  expect(await fetchCreation('task-1')).toBe(true)
  expect(dismissFinished).not.toHaveBeenCalled()
})
