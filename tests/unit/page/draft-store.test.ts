import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fail, ok } from '#shared/result.ts'
import { createDraftStore } from '#src/features/create/create-draft-store.ts'
import { pageStorage } from '#src/lib/page-storage.ts'
import { settings } from './builders.ts'

const write = vi.hoisted(() => vi.fn())

vi.mock('#shared/browser/record-store.ts', () => ({ openRecords: () => ({ write }) }))

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('a draft that could not be written is told, until one can be written again', async () => {
  write.mockResolvedValueOnce(fail({ code: 'storage_full', retry: 'never' })).mockResolvedValue(ok(null))
  const drafts = createDraftStore({ key: 'a-form', owner: () => '', settings: () => settings, desks: [] })
  drafts.saveSoon()
  await vi.advanceTimersByTimeAsync(1000)
  expect(pageStorage.problem).toBe('storage_full')
  drafts.saveSoon()
  await vi.advanceTimersByTimeAsync(1000)
  expect(pageStorage.problem).toBeNull()
})
