import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SLOW_STORAGE_RETRY_MS } from '#shared/browser/record-store.ts'
import { fail, ok } from '#shared/result.ts'
import { createDraftStore } from '#src/create/draft-store.ts'
import { pageStorage } from '#src/browser/storage-space.ts'
import { settings } from '../../fixtures/page/builders.ts'

const write = vi.fn()
const records = { read: async () => undefined, write, update: write, remove: async () => ok(null) }

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('a draft that fails to store shows an error until a write succeeds again', async () => {
  write.mockResolvedValueOnce(fail({ code: 'storage_full', retry: 'never' })).mockResolvedValue(ok(null))
  const drafts = createDraftStore({ key: 'a-form', owner: () => '', settings: () => settings, slots: [] }, records)
  drafts.saveSoon()
  await vi.advanceTimersByTimeAsync(1000)
  expect(pageStorage.problem).toBe('storage_full')
  drafts.saveSoon()
  await vi.advanceTimersByTimeAsync(1000)
  expect(pageStorage.problem).toBeNull()
})

test('a draft that timed out on the device is written again automatically, and no source picture is removed for it', async () => {
  const slowFailure = fail({ code: 'storage_slow', retry: 'later' })
  const remove = vi.fn(async () => ok(null))
  write.mockReset().mockResolvedValueOnce(slowFailure).mockResolvedValueOnce(slowFailure).mockResolvedValue(ok(null))
  const drafts = createDraftStore({ key: 'a-form', owner: () => '', settings: () => settings, slots: [] }, { ...records, remove })
  drafts.saveSoon()
  await vi.advanceTimersByTimeAsync(1000)
  expect(pageStorage.problem).toBe('storage_slow')
  await vi.advanceTimersByTimeAsync(2 * SLOW_STORAGE_RETRY_MS)
  expect(pageStorage.problem).toBeNull()
  expect([write.mock.calls.length, remove.mock.calls.length]).toEqual([3, 0])
})

describe('input right before the page closes', () => {
  const storage = new Map<string, string>()
  const page = new EventTarget()
  beforeEach(() => {
    storage.clear()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    vi.stubGlobal('document', new EventTarget())
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    })
  })
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
    vi.unstubAllGlobals()
  })

  const typedSettings = { ...settings, prompt: 'slow push in, rain' }
  const stops: (() => void)[] = []
  const openForm = (writtenSettings: typeof settings) => {
    let formSettings = settings
    const drafts = createDraftStore({ key: 'a-form', owner: () => '', settings: () => formSettings, slots: [] }, records)
    formSettings = writtenSettings
    stops.push(drafts.saveOnLeave())
    return drafts
  }

  test('is restored with the page though the database never answered', async () => {
    write.mockReturnValue(new Promise(() => {}))
    const drafts = openForm(typedSettings)
    drafts.saveSoon()
    page.dispatchEvent(new Event('pagehide'))
    const reopenedDrafts = openForm(settings)
    expect(await reopenedDrafts.read()).toEqual({ settings: typedSettings, pictures: [] })
    expect(storage.size).toBe(0)
  })

  test('leaves the changes of another tab', async () => {
    write.mockReturnValue(new Promise(() => {}))
    const drafts = openForm(typedSettings)
    drafts.saveSoon()
    page.dispatchEvent(new Event('pagehide'))
    const otherTabDraft = { owner: '', settings: { ...settings, prompt: '', duration: '10s' }, pictures: [] }
    const otherTabRecords = { ...records, read: async () => otherTabDraft as never }
    const reopenedDrafts = createDraftStore({ key: 'a-form', owner: () => '', settings: () => settings, slots: [] }, otherTabRecords)
    expect((await reopenedDrafts.read())?.settings).toEqual({ ...typedSettings, duration: '10s' })
  })

  test('is not restored twice, nor over a newer draft in the database, nor after it was deleted', async () => {
    write.mockResolvedValue(ok(null))
    const drafts = openForm(typedSettings)
    drafts.saveSoon()
    page.dispatchEvent(new Event('pagehide'))
    expect(storage.size).toBe(1)
    await drafts.flush()
    expect(storage.size).toBe(0)
    page.dispatchEvent(new Event('pagehide'))
    expect(storage.size).toBe(0)
    write.mockReturnValueOnce(new Promise(() => {}))
    const otherDrafts = openForm(typedSettings)
    otherDrafts.saveSoon()
    page.dispatchEvent(new Event('pagehide'))
    expect(storage.size).toBe(1)
    await otherDrafts.forget('')
    expect(storage.size).toBe(0)
  })
})
