import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#server/platform/database/database.ts'
import { setImmediate } from 'node:timers/promises'
import { asc, gt, sql } from 'drizzle-orm'
import { owner } from '#server/platform/database/schema.ts'

/** Owners by their ids: those after one, up to another. */
export interface OwnerWindow {
  readonly after: string
  readonly last: string
}

export function isIn(ownerId: AnyPgColumn | SQL, { after, last }: OwnerWindow): SQL {
  return sql`${ownerId} > ${after} and ${ownerId} <= ${last}`
}

/**
 * All owners, some at a time. Statements of the embedded database follow each other without a turn of the loop, so that nothing else
 * would be heard before the last of many: between two windows everything else has its turn. Rejects when it is to stop.
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
