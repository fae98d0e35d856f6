import type { UseStore } from 'idb-keyval'
import { createStore } from 'idb-keyval'

const STORE_NAME = 'records'

/**
 * One database with one store. A connection that failed to open or was closed by the browser is opened again at the next use.
 */
export function openStore(database: string): UseStore {
  let current: UseStore | undefined
  return async (mode, use) => {
    current ??= createStore(database, STORE_NAME)
    try {
      return await current(mode, use)
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') {
        if (isStoreGone(error)) current = undefined
        throw error
      }
      current = createStore(database, STORE_NAME)
      return await current(mode, use)
    }
  }
}

function isStoreGone(error: unknown): boolean {
  return error instanceof DOMException && ['UnknownError', 'AbortError', 'NotFoundError'].includes(error.name)
}
