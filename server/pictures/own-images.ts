import type { Database, Transaction } from '#server/platform/database/database.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { media } from '#server/platform/database/schema.ts'
import { mediaNameOf } from '#server/platform/context/media-name.ts'

/** The names of this owner's stored uploads, in order; undefined where one is anything else. */
export async function ownImages(db: Database | Transaction, ownerId: string, urls: readonly string[]): Promise<string[] | undefined> {
  const names = urls.map(mediaNameOf).filter((name) => name !== undefined)
  if (names.length < urls.length) return undefined
  const found = await db
    .select({ name: media.name })
    .from(media)
    .where(and(inArray(media.name, names), eq(media.ownerId, ownerId), eq(media.kind, 'upload'), eq(media.state, 'stored')))
  return found.length === new Set(names).size ? names : undefined
}
