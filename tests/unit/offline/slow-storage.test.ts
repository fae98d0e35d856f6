import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SLOW_STORAGE_RETRY_MS } from '#shared/browser/record-store.ts'
import { measureStorage } from '#src/offline/measure-storage.ts'
import { readOfflineState } from '#src/offline/offline-actions.ts'
import { offlineState } from '#src/offline/offline-state.ts'
import { offlineVideos } from '#src/offline/offline-videos.ts'

const MANY_PAUSES_MS = 10 * SLOW_STORAGE_RETRY_MS
const throwTimeout = async () => {
  throw new DOMException('slow', 'TimeoutError')
}
const readKeys = vi.fn(throwTimeout)

beforeEach(() => {
  vi.useFakeTimers()
  readKeys.mockClear()
  vi.stubGlobal('caches', { keys: readKeys })
  vi.stubGlobal('navigator', { serviceWorker: {} })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('slow storage is measured again until the settings are closed', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const settingsClosed = new AbortController()
  const measuring = measureStorage(settingsClosed.signal)
  await vi.advanceTimersByTimeAsync(SLOW_STORAGE_RETRY_MS)
  expect(readKeys).toHaveBeenCalledTimes(2)
  settingsClosed.abort()
  await vi.advanceTimersByTimeAsync(MANY_PAUSES_MS)
  expect(await measuring).toBeNull()
  expect(readKeys).toHaveBeenCalledTimes(2)
})

it('slow offline videos are read again once per pause, however many calls failed', async () => {
  const list = vi.spyOn(offlineVideos, 'list').mockImplementation(throwTimeout)
  vi.spyOn(offlineVideos, 'readSaveAll').mockResolvedValue({ isOn: true, sinceMs: 0, seenTasks: [] })
  await Promise.all([readOfflineState(), readOfflineState(), readOfflineState()])
  expect(vi.getTimerCount()).toBe(1)
  list.mockResolvedValue([])
  await vi.advanceTimersByTimeAsync(SLOW_STORAGE_RETRY_MS)
  expect(list).toHaveBeenCalledTimes(4)
  expect(offlineState).toMatchObject({ status: 'read', savesAll: true })
  expect(vi.getTimerCount()).toBe(0)
})
