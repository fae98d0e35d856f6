import { ZIP_FOLDER } from '#shared/contract/zip-contract.ts'

/** The pause between tries to delete the zip folder, in ms. A worker's file stays locked for a moment after the worker has ended. */
const RETRY_DELAY_MS = 100
const TRIES = 50

const stopFunctions = new Set<() => void>()

/** Registers a function that stops packing when the account changes. The returned function unregisters it. */
export function stopOnAccountChange(stop: () => void): () => void {
  stopFunctions.add(stop)
  return () => stopFunctions.delete(stop)
}

/** Called after a logout: stops packing and deletes all zip files from this device. Never rejects. */
export async function forgetPacks(): Promise<void> {
  for (const stop of stopFunctions) stop()
  for (let triesLeft = TRIES; triesLeft > 0; triesLeft -= 1) {
    if (await deleteZipFolder()) return
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
  }
  console.warn('Zip files of the previous account are still stored.')
}

/** Deletes the folder of zip files. True if it no longer exists, or if the browser has no private file system. */
async function deleteZipFolder(): Promise<boolean> {
  try {
    await (await navigator.storage.getDirectory()).removeEntry(ZIP_FOLDER, { recursive: true })
    return true
  } catch (error) {
    return !(error instanceof DOMException && error.name === 'NoModificationAllowedError')
  }
}
