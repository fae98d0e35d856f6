import type { Database } from '#server/database/database.ts'
import type { MediaStore } from '#server/providers/media/disk.ts'
import { and, eq, inArray, lt } from 'drizzle-orm'
import { media, task } from '#server/database/schema.ts'
import { RESTORE_WINDOW_MS } from '#shared/domain/restore-window.ts'

const AT_ONCE = 200

type Files = Pick<MediaStore, 'remove'>

/** Erases video and poster of creations that can't be restored any more. Their rows stay: the ledger names them. */
export async function eraseDeleted(db: Database, files: Files, nowMs: number): Promise<void> {
  let erased = AT_ONCE
  while (erased === AT_ONCE) erased = await eraseSome(db, files, nowMs - RESTORE_WINDOW_MS)
}

/** The files go before the commit: a process killed in between leaves the row to the next round. */
async function eraseSome(db: Database, files: Files, beforeMs: number): Promise<number> {
  return db.transaction(async (tx) => {
    const isDue = and(lt(task.deletedAtMs, beforeMs), eq(task.isErased, false))
    const due = tx.select({ id: task.id }).from(task).where(isDue).limit(AT_ONCE).for('update', { skipLocked: true })
    const { videoName, posterName } = task
    const erased = await tx.update(task).set({ isErased: true }).where(inArray(task.id, due)).returning({ videoName, posterName })
    const names = erased.flatMap((row) => [row.videoName, row.posterName])
    if (names.length > 0) await tx.delete(media).where(inArray(media.name, names))
    for (const name of names) await files.remove(name)
    return erased.length
  })
}
