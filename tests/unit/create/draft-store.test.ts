import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fail, ok } from '#shared/result.ts'
import { createDraftStore } from '#src/create/draft-store.ts'
import { pageStorage } from '#src/platform/storage-space.ts'
import { settings } from '../../fixtures/page/builders.ts'

const write = vi.fn()
const records = { read: async () => undefined, write, update: write, remove: async () => ok(null) }

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('a draft that could not be written is told, until one can be written again', async () => {
  write.mockResolvedValueOnce(fail({ code: 'storage_full', retry: 'never' })).mockResolvedValue(ok(null))
  const drafts = createDraftStore({ key: 'a-form', owner: () => '', settings: () => settings, slots: [] }, records)
  drafts.saveSoon()
  await vi.advanceTimersByTimeAsync(1000)
  expect(pageStorage.problem).toBe('storage_full')
  drafts.saveSoon()
  await vi.advanceTimersByTimeAsync(1000)
  expect(pageStorage.problem).toBeNull()
})
