import { ZIP_FOLDER } from '#shared/contract/zip-contract.ts'

/** The pause between attempts, in ms: a worker's file stays locked for a moment after the worker ends, in any tab. */
const FREE_AFTER_MS = 100
const TRIES = 50

const packing = new Set<() => void>()

/** Aborts packing when the account changes. Returns a function that unregisters it. */
export function endsWithAccount(stop: () => void): () => void {
  packing.add(stop)
  return () => packing.delete(stop)
}

/** After a logout: aborts packing, and deletes all packs from this device. Never rejects. */
export async function forgetPacks(): Promise<void> {
  for (const stop of packing) stop()
  for (let left = TRIES; left > 0; left -= 1) {
    if (await areGone()) return
    await new Promise((resolve) => setTimeout(resolve, FREE_AFTER_MS))
  }
  console.warn('Parcels of the account before are still held.')
}

/** True if there are none, or the browser has no private file system. */
async function areGone(): Promise<boolean> {
  try {
    await (await navigator.storage.getDirectory()).removeEntry(ZIP_FOLDER, { recursive: true })
    return true
  } catch (error) {
    return !(error instanceof DOMException && error.name === 'NoModificationAllowedError')
  }
}
