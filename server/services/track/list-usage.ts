import type { Services } from '#server/services/context/context.ts'
import { desc } from 'drizzle-orm'
import { usageEvent } from '#server/database/usage-schema.ts'

const SHOWN = 200

/** One event as it was kept. */
export type KeptUsage = typeof usageEvent.$inferSelect

/** What was told last, the newest first; whoever calls this has made sure that it is for this computer alone. */
export function listUsage({ db }: Pick<Services, 'db'>): Promise<KeptUsage[]> {
  return db.select().from(usageEvent).orderBy(desc(usageEvent.receivedAtMs), desc(usageEvent.atMs)).limit(SHOWN)
}
