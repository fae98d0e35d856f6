import type { Database } from '#server/database/database.ts'
import type { MediaStore } from '#server/providers/media/disk.ts'
import { and, eq, isNull, lt } from 'drizzle-orm'
import { newsletterSubscriber } from '#server/database/newsletter-schema.ts'
import { idempotency, media, welcomeLimit } from '#server/database/schema.ts'
import { usageEvent } from '#server/database/usage-schema.ts'
import { DAY_MS } from '#server/services/account/log-in-visitor.ts'
import { UPLOAD_PERMIT_MS } from '#server/services/file/upload-permit.ts'
import { NEWSLETTER_ASKED_KEPT_MS } from '#shared/domain/newsletter-rules.ts'
import { USAGE_KEPT_MS } from '#shared/domain/track-rules.ts'
import { clearIdleVisitors } from './clear-idle-visitors.ts'
import { clearLoginRows } from './clear-login-rows.ts'
import { clearTrackerRows } from './clear-tracker-rows.ts'
import { eraseAccounts } from './erase-accounts.ts'
import { eraseDeleted } from './erase-deleted.ts'
import { eraseUnusedUploads } from './erase-unused-uploads.ts'

/** How long the first answer of a spending call is kept for repeated requests, in ms. */
export const IDEMPOTENCY_KEPT_MS = 7 * DAY_MS
export const HOUSEKEEPING_EVERY_MS = 60 * 60 * 1000

/**
 * Removes what has served its time: old answers, uploads that never came or were not used, deleted videos and accounts, visitors who have nothing, unconfirmed addresses, counts of other days, old usage, half-written files.
 * Gives what went wrong with accounts; that waits for the next round and stops nothing. Rejects when it is to stop: what takes longest comes last.
 */
export async function keepHouse(
  db: Database,
  files: Pick<MediaStore, 'remove' | 'tidy'>,
  nowMs: number,
  stopping?: AbortSignal,
): Promise<readonly unknown[]> {
  await db.delete(idempotency).where(lt(idempotency.createdAtMs, nowMs - IDEMPOTENCY_KEPT_MS))
  const unused = and(eq(media.state, 'pending'), lt(media.createdAtMs, nowMs - 2 * UPLOAD_PERMIT_MS))
  const gone = await db.delete(media).where(unused).returning({ name: media.name })
  // A process that was killed before its commit has left the file without its row knowing.
  for (const { name } of gone) await files.remove(name)
  await eraseUnusedUploads(db, files, nowMs)
  await eraseDeleted(db, files, nowMs)
  const problems = await eraseAccounts(db, files, nowMs)
  await clearLoginRows(db, nowMs)
  const unconfirmed = and(isNull(newsletterSubscriber.confirmedAtMs), lt(newsletterSubscriber.askedAtMs, nowMs - NEWSLETTER_ASKED_KEPT_MS))
  await db.delete(newsletterSubscriber).where(unconfirmed)
  await clearTrackerRows(db, nowMs)
  await db.delete(welcomeLimit).where(lt(welcomeLimit.day, Math.floor(nowMs / DAY_MS)))
  await db.delete(usageEvent).where(lt(usageEvent.receivedAtMs, nowMs - USAGE_KEPT_MS))
  await files.tidy(nowMs)
  await clearIdleVisitors(db, nowMs, stopping)
  return problems
}
