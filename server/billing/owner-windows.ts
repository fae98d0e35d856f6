import { setImmediate } from 'node:timers/promises'
import { type AnyPgColumn, type Database, type SQL, asc, gt, sql } from '#server/database/database.ts'
import { owner } from '#server/database/schema.ts'

/** A range of owners: ids greater than `afterId`, up to and including `lastId`. */
export interface OwnerWindow {
  readonly afterId: string
  readonly lastId: string
}

export function isInWindow(ownerId: AnyPgColumn | SQL, { afterId, lastId }: OwnerWindow): SQL {
  return sql`${ownerId} > ${afterId} and ${ownerId} <= ${lastId}`
}

/**
 * All owners, in groups. A statement of the embedded database blocks the event loop, so other work runs between two groups. Rejects when
 * `stopSignal` aborts.
 */
export async function* ownerWindows(db: Database, windowSize: number, stopSignal?: AbortSignal): AsyncGenerator<OwnerWindow> {
  let afterId = ''
  for (;;) {
    const nextOwners = db.select({ id: owner.id }).from(owner).where(gt(owner.id, afterId)).orderBy(asc(owner.id)).limit(windowSize)
    const lastId = (await nextOwners).at(-1)?.id
    if (lastId === undefined) return
    yield { afterId, lastId }
    afterId = lastId
    await setImmediate()
    stopSignal?.throwIfAborted()
  }
}
