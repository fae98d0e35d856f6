import { ZIP_FOLDER } from '#shared/contract/zip-contract.ts'

/** The pause between tries to delete a file, in ms. A file of a worker stays locked for a moment after the worker has ended. */
const FREE_AFTER_MS = 100
const TRIES = 50

const packing = new Set<() => void>()

/** Registers a function that stops packing when the account changes. The returned function unregisters it. */
export function endsWithAccount(stop: () => void): () => void {
  packing.add(stop)
  return () => packing.delete(stop)
}

/** Called after a logout: stops packing and deletes all zip files from this device. Never rejects. */
export async function forgetPacks(): Promise<void> {
  for (const stop of packing) stop()
  for (let left = TRIES; left > 0; left -= 1) {
    if (await areGone()) return
    await new Promise((resolve) => setTimeout(resolve, FREE_AFTER_MS))
  }
  console.warn('Zip files of the previous account are still stored.')
}

/** Deletes the folder of zip files. True if it no longer exists, or if the browser has no private file system. */
async function areGone(): Promise<boolean> {
  try {
    await (await navigator.storage.getDirectory()).removeEntry(ZIP_FOLDER, { recursive: true })
    return true
  } catch (error) {
    return !(error instanceof DOMException && error.name === 'NoModificationAllowedError')
  }
}
