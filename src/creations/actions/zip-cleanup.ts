import { ZIP_FOLDER } from '#shared/contract/zip-contract.ts'

/** A file that a worker wrote into is free a moment after the worker has ended, here or in another tab: pause and tries until then. */
const FREE_AFTER_MS = 100
const TRIES = 50

const packing = new Set<() => void>()

/** What is packed ends with the account it is packed for. Returns how to say that it has ended by itself. */
export function endsWithAccount(stop: () => void): () => void {
  packing.add(stop)
  return () => packing.delete(stop)
}

/** The account is gone: nothing more is packed for it here, and no pack of it stays on the device. Never rejects. */
export async function forgetPacks(): Promise<void> {
  for (const stop of packing) stop()
  for (let left = TRIES; left > 0; left -= 1) {
    if (await areGone()) return
    await new Promise((resolve) => setTimeout(resolve, FREE_AFTER_MS))
  }
  console.warn('Parcels of the account before are still held.')
}

/** True where there are none, or no private files at all. */
async function areGone(): Promise<boolean> {
  try {
    await (await navigator.storage.getDirectory()).removeEntry(ZIP_FOLDER, { recursive: true })
    return true
  } catch (error) {
    return !(error instanceof DOMException && error.name === 'NoModificationAllowedError')
  }
}
