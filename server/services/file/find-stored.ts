import type { Database, Transaction } from '#server/database/database.ts'
import { and, asc, eq } from 'drizzle-orm'
import { media } from '#server/database/schema.ts'

/** The name under which this owner has stored these bytes already. */
export async function findStored(db: Database | Transaction, ownerId: string, sha256: string): Promise<string | undefined> {
  const [row] = await db
    .select({ name: media.name })
    .from(media)
    .where(and(eq(media.ownerId, ownerId), eq(media.sha256, sha256), eq(media.kind, 'upload'), eq(media.state, 'stored')))
    .orderBy(asc(media.createdAtMs), asc(media.name))
    .limit(1)
  return row?.name
}
