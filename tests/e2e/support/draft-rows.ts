import type { Page } from '@playwright/test'

/** The drafts that this browser has stored. */
export function draftRows(page: Page): Promise<readonly { readonly key: string; readonly settings?: Record<string, unknown> }[]> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const name = databases.map((database) => database.name ?? '').find((database) => database.includes('draft'))
    if (name === undefined) return []
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('the drafts cannot be read')))
      })
    const database = await done(indexedDB.open(name))
    const names = [...database.objectStoreNames]
    const store = database.transaction(names).objectStore(names[0] ?? '')
    const [keys, rows] = await Promise.all([done(store.getAllKeys()), done(store.getAll())])
    database.close()
    return (keys as string[]).map((key, index) => ({ key, settings: rows[index].data.settings }))
  })
}
