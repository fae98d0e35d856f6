import { setImmediate } from 'node:timers/promises'
import { type AnyPgColumn, type Database, type SQL, asc, gt, sql } from '#server/database/database.ts'
import { owner } from '#server/database/schema.ts'

/** A range of owners: ids greater than the first, up to the second. */
export interface OwnerWindow {
  readonly after: string
  readonly last: string
}

export function isIn(ownerId: AnyPgColumn | SQL, { after, last }: OwnerWindow): SQL {
  return sql`${ownerId} > ${after} and ${ownerId} <= ${last}`
}

/**
 * All owners, in groups. Statements of the embedded database block the event loop, so each group yields to other work. Rejects when
 * aborted.
 */
export async function* ownerWindows(db: Database, atOnce: number, stopping?: AbortSignal): AsyncGenerator<OwnerWindow> {
  let after = ''
  for (;;) {
    const next = db.select({ id: owner.id }).from(owner).where(gt(owner.id, after)).orderBy(asc(owner.id)).limit(atOnce)
    const last = (await next).at(-1)?.id
    if (last === undefined) return
    yield { after, last }
    after = last
    await setImmediate()
    stopping?.throwIfAborted()
  }
}
