import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, test } from 'vitest'
import { openRecords } from '#shared/browser/record-store.ts'
import { draftRecord } from '#shared/storage/draft-record.ts'
import { type StoredRecord, SHARE_DATABASE } from '#shared/storage/records.ts'
import { shareRecord } from '#shared/storage/share-record.ts'
import { createComposer } from '#src/create/composer.ts'
import { followForm } from '#src/create/form-actions.ts'
import { takeShare } from '#src/create/incoming-pictures.ts'
import { onPrefill } from '#src/platform/prefill.ts'
import { heldUpImages } from '../../fixtures/page/builders.ts'
import { memoryRecords } from './memory-records.ts'

const sources = {
  fetchMedia: () => Promise.reject(new Error('nothing is fetched')),
  promptHistory: { load: async () => undefined },
  lastTemplate: { recall: async () => null },
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

test('shared text is in the stored draft before its share is deleted, even if the draft is read last', async () => {
  globalThis.indexedDB = new IDBFactory()
  globalThis.IDBKeyRange = IDBKeyRange
  const shares = openRecords(SHARE_DATABASE)
  await shares.write('share-1', shareRecord, { images: [], words: 'a calm lake', sharedAtMs: 0 })
  const records = memoryRecords()
  const isShared = async () => (await shares.read('share-1', shareRecord)) !== undefined
  const stored = async () => (await records.read('image-to-video', draftRecord))?.settings.prompt
  const composer = createComposer('CUSTOM', { images: heldUpImages, records: { ...records, read: heldRead }, owner: () => '' })
  let readDraft = () => undefined as void
  const isDue = new Promise<void>((resolve) => (readDraft = resolve))
  async function heldRead<T>(key: string, record: StoredRecord<T>): Promise<T | undefined> {
    await isDue
    return records.read(key, record)
  }
  stops.push(followForm(composer, sources), composer.drafts.keepAsStored)
  const shareTaken = takeShare(composer, 'share-1')
  stops.push(onPrefill(() => setTimeout(readDraft)))
  await shareTaken
  expect(await stored()).toBe('a calm lake')
  expect(await isShared()).toBe(false)
})
