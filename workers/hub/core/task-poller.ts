import type { BatchTask } from '#shared/api/generation.ts'
import type { ApiClient } from '#shared/api/client.ts'
import type { StoreTransaction } from '#shared/browser/open-store.ts'
import type { HubStore } from '#workers/hub/core/hub-store.ts'
import type { TrackedBatchRow } from '#shared/storage/hub-records.ts'
import type { Clock } from '#workers/lib/clock.ts'
import { queryBatch } from '#shared/api/generation.ts'
import { isFinished, isGenerating, TASK_POLL_MS } from '#shared/domain/task.ts'
import { putFinished, putPool, readFinished, readPool } from '#workers/hub/core/hub-rows.ts'
import { backoffMs } from '#workers/lib/backoff.ts'

const BACKOFF = { minMs: TASK_POLL_MS, maxMs: 30_000 }

export interface TaskPollerDeps {
  readonly store: HubStore
  readonly fence: number
  readonly api: ApiClient
  readonly clock: Clock
  readonly random: () => number
  /** The store has changed; `hasFinished` when a task came to its end. */
  readonly onChange: (hasFinished: boolean) => Promise<void>
}

export interface TaskPoller {
  pass(signal: AbortSignal): Promise<number | null>
  /** The network is back: growing pauses no longer hold. */
  forgetWaits(): void
}

/**
 * Passes over the task pool: each batch is asked for at most once per poll interval, counted from request to request; the store keeps the
 * rhythm over a restart, and no wake shortens it. A batch leaves the pool when none of its tasks generates, when the server does not know
 * it, or, an hour after its commit, once it was asked for a last time.
 */
export function createTaskPoller(deps: TaskPollerDeps): TaskPoller {
  const { store, fence, api, clock, random, onChange } = deps
  const askedAtMs = new Map<string, number>()
  let failures = 0

  async function ask(batch: TrackedBatchRow, signal: AbortSignal): Promise<boolean> {
    askedAtMs.set(batch.batchId, clock.nowMs())
    const answer = await api.call(queryBatch, { batchId: batch.batchId }, { signal })
    if (answer.ok) {
      await onChange(await store.writeAsOwner(fence, (tx) => settleBatch(tx, batch, answer.value.tasks, clock.nowMs())))
      return true
    }
    if (answer.error.code === 'H4001') {
      await store.writeAsOwner(fence, async (tx) => replaceBatch(tx, batch.batchId, null))
      await onChange(false)
    }
    return answer.error.retry === 'never'
  }

  const intervalMs = () => (failures === 0 ? TASK_POLL_MS : Math.max(TASK_POLL_MS, backoffMs(failures, BACKOFF, random)))

  return {
    forgetWaits() {
      failures = 0
    },
    async pass(signal) {
      const { batches, polledAtMs } = await store.read(readPool)
      const dueAtMs = ({ batchId }: TrackedBatchRow) => {
        const lastMs = askedAtMs.get(batchId) ?? polledAtMs
        return lastMs > clock.nowMs() ? 0 : lastMs + intervalMs()
      }
      const due = batches.filter((batch) => dueAtMs(batch) <= clock.nowMs())
      if (due.length > 0) await store.writeAsOwner(fence, async (tx) => putPool(tx, { ...(await readPool(tx)), polledAtMs: clock.nowMs() }))
      let hasFailed = false
      for (const batch of due) {
        if (signal.aborted) return null
        if (!(await ask(batch, signal))) hasFailed = true
      }
      if (due.length > 0) failures = hasFailed ? failures + 1 : 0
      const left = (await store.read(readPool)).batches
      return left.length === 0 ? null : Math.max(0, Math.min(...left.map(dueAtMs)) - clock.nowMs())
    },
  }
}

async function settleBatch(tx: StoreTransaction, batch: TrackedBatchRow, tasks: BatchTask[], nowMs: number): Promise<boolean> {
  const { batchId, bizType, settings, points, sourceUrl, width, height } = batch
  let hasFinished = false
  for (const { id: taskId, status, errorMsg } of tasks) {
    if (!isFinished(status) || (await readFinished(tx, taskId)) !== undefined) continue
    hasFinished = true
    const share = Math.round(points / tasks.length)
    const facts = { taskId, batchId, bizType, status, errorMsg, settings, points: share, sourceUrl, width, height }
    putFinished(tx, { ...facts, finishedAtMs: nowMs, announcedBy: null, isDismissed: false })
  }
  const isTracked = batch.expireAt > nowMs && tasks.some((task) => isGenerating(task.status))
  await replaceBatch(tx, batchId, isTracked ? { ...batch, tasks } : null)
  return hasFinished
}

async function replaceBatch(tx: StoreTransaction, batchId: string, next: TrackedBatchRow | null): Promise<void> {
  const pool = await readPool(tx)
  const batches = pool.batches.flatMap((batch) => (batch.batchId === batchId ? (next ?? []) : batch))
  putPool(tx, { ...pool, batches })
}
