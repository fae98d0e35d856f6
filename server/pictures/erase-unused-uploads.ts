import type { Database } from '#server/platform/database/database.ts'
import type { MediaStore } from '#server/platform/media/file-store.ts'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { batch, media } from '#server/platform/database/schema.ts'
import { UNUSED_UPLOAD_KEPT_MS } from '#shared/domain/media-limits.ts'

const AT_ONCE = 200

/** Deletes uploads that no video uses: anybody can store them. */
export async function eraseUnusedUploads(db: Database, files: Pick<MediaStore, 'remove'>, nowMs: number): Promise<void> {
  let erased = AT_ONCE
  while (erased === AT_ONCE) erased = await eraseSome(db, files, nowMs - UNUSED_UPLOAD_KEPT_MS)
}

/** Files are deleted before the commit: after a crash the rows are left to the next round. */
async function eraseSome(db: Database, files: Pick<MediaStore, 'remove'>, beforeMs: number): Promise<number> {
  return db.transaction(async (tx) => {
    const isUnused = sql`not exists (select 1 from ${batch} where ${batch.ownerId} = ${media.ownerId} and ${media.name} = any(${batch.images}))`
    const isDue = and(eq(media.kind, 'upload'), eq(media.state, 'stored'), lt(media.createdAtMs, beforeMs), isUnused)
    const due = tx.select({ name: media.name }).from(media).where(isDue).limit(AT_ONCE).for('update', { skipLocked: true })
    const erased = await tx.delete(media).where(inArray(media.name, due)).returning({ name: media.name })
    for (const { name } of erased) await files.remove(name)
    return erased.length
  })
}
