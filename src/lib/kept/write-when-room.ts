import { isStorageFailure, storageError } from '#shared/browser/storage-error.ts'

/** Browsers free what was removed a while later: after these pauses a write that found no room is tried again. Rule: docs/rules.md, "Kept videos". */
const ROOM_PAUSES_MS = [250, 500, 1000, 2000]

interface Deps {
  readonly write: () => Promise<void>
  /** Something has just gone, and its room may be late. */
  readonly isRoomComing: boolean
  readonly sleep: (ms: number) => Promise<void>
}

/** False when the device is full; rejects where anything else is in the way. */
export async function writeWhenRoom({ write, isRoomComing, sleep }: Deps): Promise<boolean> {
  for (const pauseMs of isRoomComing ? ROOM_PAUSES_MS : []) {
    if (await hasWritten(write)) return true
    await sleep(pauseMs)
  }
  return hasWritten(write)
}

async function hasWritten(write: () => Promise<void>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (isStorageFailure(error) && storageError(error).code === 'storage_full') return false
    throw error
  }
}
