import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it, vi } from 'vitest'
import { openStore } from '#shared/browser/open-store.ts'
import { MADE_DATABASE, finishedKey, madeKey, musicKey } from '#shared/storage/records.ts'

it('edited videos and music are removed by a clear; finished videos stay known, so that they do not return', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  const { clearMade } = await import('#src/offline/measure-storage.ts')
  const store = openStore(MADE_DATABASE)
  await store.write(async (tx) => {
    for (const key of [madeKey('ann', 'video'), musicKey('', 'song'), finishedKey('ann', 'task')]) tx.put(key, 1)
  })
  await clearMade()
  expect(await store.read((tx) => tx.keys(''))).toEqual([finishedKey('ann', 'task')])
})
