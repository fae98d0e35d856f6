import { setImmediate } from 'node:timers/promises'
import { type AnyPgColumn, type Database, type SQL, asc, gt, sql } from '#server/database/database.ts'
import { owner } from '#server/database/schema.ts'

/** A range of owners: ids greater than the first, up to the second. */
export interface OwnerWindow {
  readonly afterId: string
  readonly lastId: string
}

export function isInWindow(ownerId: AnyPgColumn | SQL, { afterId, lastId }: OwnerWindow): SQL {
  return sql`${ownerId} > ${afterId} and ${ownerId} <= ${lastId}`
}

/**
 * All owners, in groups. Statements of the embedded database block the event loop, so each group yields to other work. Rejects when
 * aborted.
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
