import { afterEach, expect, test, vi } from 'vitest'
import { openStore } from '#shared/browser/open-store.ts'
import { isStorageFailure } from '#shared/browser/record-store.ts'

afterEach(() => vi.restoreAllMocks())

/** Makes `put` fail if the key exists. The real `put` replaces the value, but on a full disk its request fails in the same way. */
function refuseSecondWrites(): void {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value: unknown, key) {
    return this.add(value, key)
  })
}

test.each([
  ['waits for nothing else', async () => undefined],
  ['reads on', async (get: (key: string) => Promise<unknown>) => get('a')],
])('a write that the browser refuses fails with the reason, where the work %s', async (_, continueWork) => {
  refuseSecondWrites()
  const store = openStore(`failed-write-${crypto.randomUUID()}`)
  const put = () =>
    store.write(async (tx) => {
      tx.put('a', 1)
      await continueWork((key) => tx.get(key))
    })
  await put()
  const error: unknown = await put().catch((reason: unknown) => reason)
  expect([(error as DOMException).name, isStorageFailure(error)]).toEqual(['ConstraintError', true])
})

test('a transaction that is ended from outside is a failure of storage, one that our own work breaks is not', async () => {
  const store = openStore(`failed-write-${crypto.randomUUID()}`)
  let transaction: IDBTransaction | undefined
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  put.mockImplementation(function (this: IDBObjectStore) {
    transaction = this.transaction
    return this.get('a') as IDBRequest<IDBValidKey>
  })
  const error: unknown = await store
    .write(async (tx) => {
      tx.put('a', 1)
      transaction?.abort()
    })
    .catch((reason: unknown) => reason)
  expect(isStorageFailure(error)).toBe(true)
  const failedWrite = store.write(async () => {
    throw new Error('bug')
  })
  await expect(failedWrite).rejects.toThrow('bug')
})
