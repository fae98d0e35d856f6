import type { Database } from '#server/database/database.ts'
import { lt } from 'drizzle-orm'
import { attributionDevice, attributionMessage, clientError } from '#server/database/tracker-schema.ts'
import { ATTRIBUTION_KEPT_MS } from '#shared/domain/attribution-rules.ts'
import { CLIENT_ERRORS_KEPT_MS } from '#shared/domain/client-error-rules.ts'

/** Removes what browsers have told when its time is over. That one is to be forgotten stays for ever. */
export async function clearTrackerRows(db: Database, nowMs: number): Promise<void> {
  await db.delete(attributionMessage).where(lt(attributionMessage.createdAtMs, nowMs - ATTRIBUTION_KEPT_MS))
  await db.delete(attributionDevice).where(lt(attributionDevice.seenAtMs, nowMs - ATTRIBUTION_KEPT_MS))
  await db.delete(clientError).where(lt(clientError.createdAtMs, nowMs - CLIENT_ERRORS_KEPT_MS))
}
