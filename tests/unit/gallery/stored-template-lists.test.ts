import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { openStore } from '#shared/browser/open-store.ts'
import { SAVES_DATA_KEY, TEMPLATE_DATABASE } from '#shared/storage/records.ts'
import { storedTemplateLists } from '#src/gallery/stored-template-lists.ts'

vi.stubGlobal('indexedDB', new IDBFactory())
vi.stubGlobal('IDBKeyRange', IDBKeyRange)

test('the lists are counted and cleared, and the data saving choice beside them stays', async () => {
  const store = openStore(TEMPLATE_DATABASE)
  await store.write(async (tx) => {
    for (const key of ['explore', 'hot', SAVES_DATA_KEY]) tx.put(key, 'four')
  })
  expect(await storedTemplateLists.measure()).toEqual({ count: 2, bytes: 2 * '"four"'.length })
  await storedTemplateLists.forget()
  expect(await storedTemplateLists.measure()).toEqual({ count: 0, bytes: 0 })
  expect(await store.read((tx) => tx.keys(''))).toEqual([SAVES_DATA_KEY])
})
