import type { Context } from '#server/context.ts'
import { and, eq } from 'drizzle-orm'
import { inTransaction } from '#server/platform/database/in-transaction.ts'
import { task } from '#server/platform/database/schema.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { requireOwner } from '#server/platform/context/require-owner.ts'
import { appendLocked } from '#server/billing/ledger/ledger.ts'
import { signal } from '#server/platform/queue/signals.ts'
import { lockOwner } from '#server/platform/context/lock-owner.ts'
import { isGenerating } from '#shared/domain/task.ts'
import { type Result, ok } from '#shared/result.ts'
import { recordOrder } from './jobs/engine-orders.ts'
import { notDeleted } from './own-tasks.ts'

/**
 * Cancels a task that waits or is being made, returns its points and stops the work; H4021 when it has ended already. Only one of the end
 * and the cancellation happens: both lock the owner.
 */
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
  let dropped: string | null = null
  const outcome = await inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, owner.value)
    const [found] = await tx.select().from(task).where(own).for('update')
    if (found === undefined) return refuse('H4001')
    if (found.status === 'CANCELLED') return ok({ pointsReturned: found.points })
    if (!isGenerating(found.status)) return refuse('H4021')
    const nowMs = ctx.nowMs()
    await tx.update(task).set({ status: 'CANCELLED', stage: null, leaseUntilMs: null, finishedAtMs: nowMs }).where(own)
    dropped = found.engineHandle
    const note = found.status === 'PENDING' ? 'Cancelled before it began' : 'Cancelled while it was made'
    const returned = await appendLocked(tx, owner.value, [{ kind: 'return', amount: found.points, taskId: input.taskId, note }], nowMs)
    await recordOrder(tx, found, { outcome: 'cancelled', points: 0, endedAtMs: nowMs })
    await signal(tx, 'cancelled', input.taskId)
    return returned.ok ? ok({ pointsReturned: found.points }) : returned
  })
  if (!outcome.ok) return outcome
  if (dropped !== null) ctx.dropWork(dropped)
  return outcome
}
