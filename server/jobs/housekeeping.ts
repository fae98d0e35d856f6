import type { Database } from '#server/database/database.ts'
import { and, eq, lt } from 'drizzle-orm'
import { idempotency, media, welcomeLimit } from '#server/database/schema.ts'
import { DAY_MS } from '#server/services/account/log-in-visitor.ts'
import { UPLOAD_PERMIT_MS } from '#server/services/file/upload-permit.ts'

/** How long the first answer of a spending call is kept for repeated requests, in ms. */
export const IDEMPOTENCY_KEPT_MS = 7 * DAY_MS
export const HOUSEKEEPING_EVERY_MS = 60 * 60 * 1000

/** Removes what has served its time: old answers, uploads that never came, counts of other days. */
export async function keepHouse(db: Database, nowMs: number): Promise<void> {
  await db.delete(idempotency).where(lt(idempotency.createdAtMs, nowMs - IDEMPOTENCY_KEPT_MS))
  await db.delete(media).where(and(eq(media.state, 'pending'), lt(media.createdAtMs, nowMs - 2 * UPLOAD_PERMIT_MS)))
  await db.delete(welcomeLimit).where(lt(welcomeLimit.day, Math.floor(nowMs / DAY_MS)))
}
