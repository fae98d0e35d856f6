import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Transaction } from '../database/database.ts'
import { type SQL, and, count, gt, min } from 'drizzle-orm'

const HOUR_MS = 60 * 60 * 1000

/** The wait until one more row may be made, in ms; 0 = now. The owner must be locked, or concurrent calls would exceed the limit. */
export async function hourlyWaitMs(
  tx: Transaction,
  createdAtMs: AnyPgColumn,
  whose: SQL | undefined,
  maxPerHour: number,
  nowMs: number,
): Promise<number> {
  const sinceMs = nowMs - HOUR_MS
  const [recent] = await tx
    .select({ made: count(), oldestMs: min(createdAtMs) })
    .from(createdAtMs.table)
    .where(and(whose, gt(createdAtMs, sinceMs)))
  return recent === undefined || recent.made < maxPerHour ? 0 : Math.max(1, Number(recent.oldestMs) - sinceMs)
}
