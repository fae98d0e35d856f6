import type { Transaction } from '#server/database/database.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { Result } from '#shared/result.ts'
import { and, desc, eq, gt } from 'drizzle-orm'
import { task } from '#server/database/schema.ts'
import { refuse } from '#server/services/context/failure.ts'
import { FAILURE_WINDOW_MS, MAX_FAILED_GENERATIONS } from '#shared/domain/task.ts'
import { ok } from '#shared/result.ts'

/** H4045 as long as so many videos of an owner have failed lately, with the time until the oldest of them stops counting. */
export async function refuseRepeatedFailures(tx: Transaction, ownerId: string, nowMs: number): Promise<Result<null, ServiceFailure>> {
  const hasFailedLately = and(eq(task.status, 'FAILED'), gt(task.finishedAtMs, nowMs - FAILURE_WINDOW_MS))
  const [last] = await tx
    .select({ failedAtMs: task.finishedAtMs })
    .from(task)
    .where(and(eq(task.ownerId, ownerId), hasFailedLately))
    .orderBy(desc(task.finishedAtMs))
    .offset(MAX_FAILED_GENERATIONS - 1)
    .limit(1)
  if (last === undefined) return ok(null)
  return refuse('H4045', undefined, Math.max(1, (last.failedAtMs ?? nowMs) + FAILURE_WINDOW_MS - nowMs))
}
