import type { Answer } from '#server/verbs/verb.ts'
import { isWriteRefused } from '../disk/is-write-refused.ts'
import { isStoreAway } from '../media-store/file-store.ts'

/**
 * Runs `work`. If the server cannot do it now (H503, a refused write, or a store that is away), this runs `undo`, so that a retry does not
 * count twice.
 */
export async function undoWhenBusy<T>(work: () => Promise<Answer<T>>, undo: () => Promise<void>): Promise<Answer<T>> {
  try {
    const answer = await work()
    if (!answer.ok && answer.error.code === 'H503') await undo()
    return answer
  } catch (error) {
    // `undo` fails too if the database is away. The caller gets the error of `work`.
    if (isWriteRefused(error) || isStoreAway(error)) await undo().catch(() => undefined)
    throw error
  }
}
