import type { Database, Transaction } from '#server/database/database.ts'
import { and, asc, eq, gt } from 'drizzle-orm'
import { media } from '#server/database/schema.ts'
import { UNUSED_UPLOAD_KEPT_MS } from '#shared/domain/media-limits.ts'

/** Nobody is sent to a file that housekeeping may be about to erase. */
const LAST_DAY_MS = 24 * 60 * 60 * 1000

/** The name under which this owner has stored these bytes already. */
export async function findStored(db: Database | Transaction, ownerId: string, sha256: string, nowMs: number): Promise<string | undefined> {
  const isSafe = gt(media.createdAtMs, nowMs - UNUSED_UPLOAD_KEPT_MS + LAST_DAY_MS)
  const [row] = await db
    .select({ name: media.name })
    .from(media)
    .where(and(eq(media.ownerId, ownerId), eq(media.sha256, sha256), eq(media.kind, 'upload'), eq(media.state, 'stored'), isSafe))
    .orderBy(asc(media.createdAtMs), asc(media.name))
    .limit(1)
  return row?.name
}
