import type { Page } from '@playwright/test'

/** The rows of the drafts' database in this browser: the key of each row and, if the row is a draft, its settings. */
export function readDraftRows(page: Page): Promise<readonly { readonly key: string; readonly settings?: Record<string, unknown> }[]> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const databaseName = databases.map((database) => database.name ?? '').find((database) => database.includes('draft'))
    if (databaseName === undefined) return []
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('the drafts cannot be read')))
      })
    const database = await resultOf(indexedDB.open(databaseName))
    const storeNames = [...database.objectStoreNames]
    const store = database.transaction(storeNames).objectStore(storeNames[0] ?? '')
    const [keys, rows] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())])
    database.close()
    return (keys as string[]).map((key, index) => ({ key, settings: rows[index].data.settings }))
  })
}
