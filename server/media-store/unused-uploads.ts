import { type Database, and, eq, inArray, lt, notInArray, sql } from '../database/database.ts'
import { batch, media, task } from '../database/schema.ts'
import type { Answer } from '#server/verbs/verb.ts'
import type { Services } from '#server/verbs/services.ts'
import type { MediaStore } from './file-store.ts'
import { lockOwner } from '../verbs/require-owner.ts'
import { UNUSED_UPLOAD_RETENTION_MS, UNUSED_UPLOAD_SAFE_MS } from '#shared/domain/media-limits.ts'

const ERASED_AT_ONCE = 200

interface UnusedUploads {
  readonly beforeMs: number
  /** The owner whose uploads are deleted; all owners if it is missing. */
  readonly ownerId?: string
  readonly preservedNames?: readonly string[]
}

/** Deletes old uploads that no creation uses. Every visitor can upload, so unused uploads would fill the disk. Rejects on stop. */
export async function eraseUnusedUploads(
  db: Database,
  files: Pick<MediaStore, 'remove'>,
  nowMs: number,
  stopping?: AbortSignal,
): Promise<void> {
  await eraseUnused(db, files, { beforeMs: nowMs - UNUSED_UPLOAD_RETENTION_MS }, stopping)
}

/**
 * Runs `work` again after STORAGE_FULL, if unused uploads of the owner could be deleted. `work` needs the pictures of `preservedNames`, so
 * they stay.
 */
export async function retryWithRoom<T>(
  ctx: Pick<Services, 'db' | 'media' | 'nowMs'>,
  ownerId: string,
  work: () => Promise<Answer<T>>,
  preservedNames: readonly string[] = [],
): Promise<Answer<T>> {
  const answer = await work()
  if (answer.ok || answer.error.code !== 'STORAGE_FULL') return answer
  const erasedCount = await eraseUnused(ctx.db, ctx.media, { ownerId, preservedNames, beforeMs: ctx.nowMs() - UNUSED_UPLOAD_SAFE_MS })
  return erasedCount === 0 ? answer : work()
}

async function eraseUnused(
  db: Database,
  files: Pick<MediaStore, 'remove'>,
  uploads: UnusedUploads,
  stopping?: AbortSignal,
): Promise<number> {
  let total = 0
  for (;;) {
    stopping?.throwIfAborted()
    const erasedCount = await eraseSomeUnused(db, files, uploads)
    total += erasedCount
    if (erasedCount < ERASED_AT_ONCE) return total
  }
}

/** Deletes some unused uploads. The files are deleted before the transaction commits, so after a crash the next round finds the rows. */
async function eraseSomeUnused(
  db: Database,
  files: Pick<MediaStore, 'remove'>,
  { beforeMs, ownerId, preservedNames = [] }: UnusedUploads,
): Promise<number> {
  return db.transaction(async (tx) => {
    // Locks the owner, because the owner may commit a video with one of these uploads at the same time.
    if (ownerId !== undefined && !(await lockOwner(tx, ownerId))) return 0
    const isUnused = sql`not exists (
      select 1 from ${batch} where ${batch.ownerId} = ${media.ownerId} and ${media.name} = any(${batch.images})
      and exists (select 1 from ${task} where ${task.batchId} = ${batch.id} and not ${task.isErased})
    )`
    const isOwn = ownerId === undefined ? undefined : eq(media.ownerId, ownerId)
    const isNotPreserved = preservedNames.length === 0 ? undefined : notInArray(media.name, [...preservedNames])
    const isDue = and(isOwn, isNotPreserved, eq(media.kind, 'upload'), eq(media.state, 'stored'), lt(media.createdAtMs, beforeMs), isUnused)
    const dueUploads = tx.select({ name: media.name }).from(media).where(isDue).limit(ERASED_AT_ONCE).for('update', { skipLocked: true })
    const erasedRows = await tx.delete(media).where(inArray(media.name, dueUploads)).returning({ name: media.name })
    for (const { name } of erasedRows) await files.remove(name)
    return erasedRows.length
  })
}
