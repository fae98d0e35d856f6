import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type RecordStore, SLOW_STORAGE_RETRY_MS, openRecords } from '#shared/browser/record-store.ts'
import { fail } from '#shared/result.ts'
import { draftRecord } from '#shared/storage/draft-record.ts'
import { type StoredRecord, SHARE_DATABASE } from '#shared/storage/records.ts'
import { shareRecord } from '#shared/storage/share-record.ts'
import { createComposer } from '#src/create/composer.ts'
import { followForm } from '#src/create/follow-form.ts'
import { consumeShare } from '#src/create/incoming-pictures.ts'
import { onPrefill } from '#src/routing/prefill.ts'
import { stalledImages } from '../../fixtures/page/builders.ts'
import { memoryRecords } from './memory-records.ts'

const sources = {
  fetchMedia: () => Promise.reject(new Error('nothing is fetched')),
  promptHistory: { load: async () => undefined },
  lastTemplate: { recall: async () => null },
}

const stops: (() => void)[] = []
const shares = openRecords(SHARE_DATABASE)
const isShared = async (id: string) => (await shares.read(id, shareRecord)) !== undefined

beforeAll(() => {
  globalThis.indexedDB = new IDBFactory()
  globalThis.IDBKeyRange = IDBKeyRange
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('shared text is in the stored draft before its share is deleted, even if the draft is read last', async () => {
  await shares.write('share-1', shareRecord, { images: [], words: 'a calm lake', sharedAtMs: 0 })
  const records = memoryRecords()
  const storedPrompt = async () => (await records.read('image-to-video', draftRecord))?.settings.prompt
  const composer = createComposer('CUSTOM', { images: stalledImages, records: { ...records, read: delayedRead }, owner: () => '' })
  let releaseRead = () => undefined as void
  const readReleased = new Promise<void>((resolve) => (releaseRead = resolve))
  async function delayedRead<T>(key: string, record: StoredRecord<T>): Promise<T | undefined> {
    await readReleased
    return records.read(key, record)
  }
  stops.push(followForm(composer, sources), composer.drafts.suspendSaving)
  const shareConsumed = consumeShare(composer, 'share-1')
  stops.push(onPrefill(() => setTimeout(releaseRead)))
  await shareConsumed
  expect(await storedPrompt()).toBe('a calm lake')
  expect(await isShared('share-1')).toBe(false)
})

/** A form that opens with a shared text, and stores its draft in `records`. */
async function formWithShare(id: string, records: RecordStore) {
  await shares.write(id, shareRecord, { images: [], words: 'a calm lake', sharedAtMs: 0 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const composer = createComposer('CUSTOM', { images: stalledImages, records, owner: () => '' })
  stops.push(followForm(composer, sources), composer.drafts.suspendSaving)
  return composer
}

test('a share is not deleted while the device is full', async () => {
  const update = vi.fn(async () => fail({ code: 'storage_full', retry: 'never' } as const))
  const composer = await formWithShare('share-2', { ...memoryRecords(), update })
  const isStored = await consumeShare(composer, 'share-2')
  expect(update).toHaveBeenCalled()
  expect(await isShared('share-2')).toBe(true)
  expect(isStored).toBe(false)
})

test('a share is deleted only after a slow device has stored the draft', async () => {
  const records = memoryRecords()
  let tries = 0
  const update: RecordStore['update'] = async (key, record, change) => {
    tries += 1
    return tries === 1 ? fail({ code: 'storage_slow', retry: 'later' }) : records.update(key, record, change)
  }
  const composer = await formWithShare('share-3', { ...records, update })
  const shareConsumed = consumeShare(composer, 'share-3')
  await vi.waitFor(() => expect(tries).toBe(1))
  expect(await isShared('share-3')).toBe(true)
  await vi.advanceTimersByTimeAsync(2 * SLOW_STORAGE_RETRY_MS)
  expect(await shareConsumed).toBe(true)
  expect((await records.read('image-to-video', draftRecord))?.settings.prompt).toBe('a calm lake')
  expect(await isShared('share-3')).toBe(false)
})

test('a share that a slow device cannot read at first is read again, and not reported as lost', async () => {
  const records = memoryRecords()
  const composer = await formWithShare('share-4', records)
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  transaction.mockImplementationOnce(() => {
    throw new DOMException('slow', 'TimeoutError')
  })
  const shareConsumed = consumeShare(composer, 'share-4')
  await vi.waitFor(() => expect(transaction).toHaveBeenCalled())
  await vi.advanceTimersByTimeAsync(SLOW_STORAGE_RETRY_MS)
  await shareConsumed
  expect((await records.read('image-to-video', draftRecord))?.settings.prompt).toBe('a calm lake')
})
