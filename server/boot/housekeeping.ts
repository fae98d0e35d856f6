import { type Database, and, eq, inArray, isNull, lt } from '../database/database.ts'
import * as schema from '../database/schema.ts'
import { NEWSLETTER_REQUEST_RETENTION_MS } from '#shared/domain/newsletter-rules.ts'
import { USAGE_RETENTION_MS, CLIENT_ERRORS_RETENTION_MS } from '#shared/domain/measurement-rules.ts'
import { ATTRIBUTION_RETENTION_MS } from '#shared/domain/attribution-rules.ts'
import { RESTORE_WINDOW_MS } from '#shared/domain/task.ts'
import type { MediaStore } from '../media-store/file-store.ts'
import { DAY_MS } from '../account/log-in-visitor.ts'
import { UPLOAD_PERMIT_MS } from '../pictures/upload-permit.ts'
import { clearIdleVisitors, clearLoginRows } from '../account/clear-old-rows.ts'
import { eraseAccounts } from '../account/delete-account.ts'
import { eraseUnusedUploads } from '../media-store/unused-uploads.ts'

/** How long the stored answers of idempotent calls are valid, in ms. */
export const IDEMPOTENCY_RETENTION_MS = 7 * DAY_MS
export const HOUSEKEEPING = 'housekeeping'
export const HOUSEKEEPING_EVERY_MS = 60 * 60 * 1000

/**
 * Deletes expired data of all kinds, such as stored answers, deleted videos and accounts, unused uploads, login data, measurements and
 * visitors without data. Returns the errors of account deletions, which the next round retries. Rejects when the server stops. The longest
 * step is last.
 */
export async function runHousekeeping(
  db: Database,
  files: Pick<MediaStore, 'remove' | 'tidy'>,
  nowMs: number,
  stopping?: AbortSignal,
): Promise<readonly unknown[]> {
  await db.delete(schema.idempotency).where(lt(schema.idempotency.createdAtMs, nowMs - IDEMPOTENCY_RETENTION_MS))
  const isUnused = and(eq(schema.media.state, 'pending'), lt(schema.media.createdAtMs, nowMs - 2 * UPLOAD_PERMIT_MS))
  const deletedRows = await db.delete(schema.media).where(isUnused).returning({ name: schema.media.name })
  // A process that was killed before its commit may have left the file of a pending row.
  for (const { name } of deletedRows) await files.remove(name)
  await eraseDeletedCreations(db, files, nowMs, stopping)
  await eraseUnusedUploads(db, files, nowMs, stopping)
  const problems = await eraseAccounts(db, files, nowMs, stopping)
  await clearLoginRows(db, nowMs)
  const isUnconfirmed = and(
    isNull(schema.newsletterSubscriber.confirmedAtMs),
    lt(schema.newsletterSubscriber.askedAtMs, nowMs - NEWSLETTER_REQUEST_RETENTION_MS),
  )
  await db.delete(schema.newsletterSubscriber).where(isUnconfirmed)
  await clearTrackerRows(db, nowMs)
  await db.delete(schema.welcomeLimit).where(lt(schema.welcomeLimit.day, Math.floor(nowMs / DAY_MS)))
  await db.delete(schema.usageEvent).where(lt(schema.usageEvent.receivedAtMs, nowMs - USAGE_RETENTION_MS))
  await files.tidy(nowMs)
  await clearIdleVisitors(db, nowMs, stopping)
  return problems
}

/** Deletes expired attribution data and old client errors. The hashes of browsers that asked to be forgotten stay for ever. */
async function clearTrackerRows(db: Database, nowMs: number): Promise<void> {
  await db.delete(schema.attributionMessage).where(lt(schema.attributionMessage.createdAtMs, nowMs - ATTRIBUTION_RETENTION_MS))
  await db.delete(schema.attributionDevice).where(lt(schema.attributionDevice.seenAtMs, nowMs - ATTRIBUTION_RETENTION_MS))
  await db.delete(schema.clientError).where(lt(schema.clientError.createdAtMs, nowMs - CLIENT_ERRORS_RETENTION_MS))
}

const ROWS_AT_ONCE = 200

type Files = Pick<MediaStore, 'remove'>

/** Stores the sizes of files whose rows an older build wrote without a size. Rejects while the store is not reachable, and on stop. */
export async function countMediaBytes(db: Database, files: Pick<MediaStore, 'file'>, stopping: AbortSignal): Promise<void> {
  const { name, state, bytes, createdAtMs } = schema.media
  for (;;) {
    const isUncounted = and(eq(state, 'stored'), isNull(bytes))
    const rows = await db.select({ name }).from(schema.media).where(isUncounted).orderBy(createdAtMs).limit(ROWS_AT_ONCE)
    for (const row of rows) {
      stopping.throwIfAborted()
      const size = (await files.file(row.name).size()) ?? 0
      await db.update(schema.media).set({ bytes: size }).where(eq(name, row.name))
    }
    if (rows.length < ROWS_AT_ONCE) return
  }
}

/** Deletes video and poster of creations that can no longer be restored. The rows stay, because the ledger references them. */
async function eraseDeletedCreations(db: Database, files: Files, nowMs: number, stopping: AbortSignal | undefined): Promise<void> {
  let erasedCount = ROWS_AT_ONCE
  while (erasedCount === ROWS_AT_ONCE) {
    stopping?.throwIfAborted()
    erasedCount = await eraseSomeCreations(db, files, nowMs - RESTORE_WINDOW_MS)
  }
}

/** Deletes the files of some creations before the transaction commits, so after a crash the next round finds their rows again. */
async function eraseSomeCreations(db: Database, files: Files, beforeMs: number): Promise<number> {
  return db.transaction(async (tx) => {
    const isDue = and(lt(schema.task.deletedAtMs, beforeMs), eq(schema.task.isErased, false))
    const dueTasks = tx
      .select({ id: schema.task.id })
      .from(schema.task)
      .where(isDue)
      .limit(ROWS_AT_ONCE)
      .for('update', { skipLocked: true })
    const { videoName, posterName } = schema.task
    const erasedRows = await tx
      .update(schema.task)
      .set({ isErased: true })
      .where(inArray(schema.task.id, dueTasks))
      .returning({ videoName, posterName })
    const names = erasedRows.flatMap((row) => [row.videoName, row.posterName])
    if (names.length > 0) await tx.delete(schema.media).where(inArray(schema.media.name, names))
    for (const name of names) await files.remove(name)
    return erasedRows.length
  })
}
