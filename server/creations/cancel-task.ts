import type { Context } from '#server/context.ts'
import { and, eq } from 'drizzle-orm'
import { inTransaction } from '#server/platform/database/in-transaction.ts'
import { task } from '#server/platform/database/schema.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { requireOwner } from '#server/platform/context/require-owner.ts'
import { appendEntries } from '#server/billing/ledger/ledger.ts'
import { lockOwner } from '#server/platform/context/lock-owner.ts'
import { type Result, ok } from '#shared/result.ts'
import { notDeleted } from './own-tasks.ts'

/** Cancels a waiting task and returns its points; H4021 when a renderer or another tab was faster. */
export async function cancelTask({
  ctx,
  input,
}: {
  ctx: Context
  input: { readonly taskId: string }
}): Promise<Result<{ pointsReturned: number }, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const own = and(eq(task.id, input.taskId), eq(task.ownerId, owner.value), notDeleted)
  let engineHandle: string | null = null
  const outcome = await inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, owner.value)
    const nowMs = ctx.nowMs()
    const [cancelled] = await tx
      .update(task)
      .set({ status: 'CANCELLED', finishedAtMs: nowMs })
      .where(and(own, eq(task.status, 'PENDING')))
      .returning({ points: task.points, engineHandle: task.engineHandle })
    engineHandle = cancelled?.engineHandle ?? null
    if (cancelled === undefined) {
      const known = await tx.select({ id: task.id }).from(task).where(own)
      return refuse(known.length > 0 ? 'H4021' : 'H4001')
    }
    const movement = { kind: 'return' as const, amount: cancelled.points, taskId: input.taskId, note: 'Cancelled before it began' }
    const returned = await appendEntries(tx, owner.value, [movement], nowMs)
    return returned.ok ? ok({ pointsReturned: cancelled.points }) : returned
  })
  if (outcome.ok && engineHandle !== null) ctx.dropWork(engineHandle)
  return outcome
}
