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

/**
 * One pass over the task pool: each batch is asked for at most once per poll interval, counted from the start of the pass and kept in
 * the store, so that neither a restart nor a wake shortens it. A batch leaves the pool when none of its tasks generates.
 */
export function createTaskPoller(deps: TaskPollerDeps): (signal: AbortSignal) => Promise<number | null> {
  const { store, fence, api, clock, random, onChange } = deps
  let failures = 0

  async function claimRound(nowMs: number): Promise<{ batches: readonly TrackedBatchRow[]; dueInMs: number }> {
    return store.writeAsOwner(fence, async (tx) => {
      const pool = await readPool(tx)
      const batches = pool.batches.filter((batch) => batch.expireAt > nowMs)
      const isClockTurnedBack = pool.polledAtMs > nowMs
      const dueInMs = isClockTurnedBack ? 0 : Math.max(0, pool.polledAtMs + TASK_POLL_MS - nowMs)
      const polledAtMs = dueInMs === 0 && batches.length > 0 ? nowMs : pool.polledAtMs
      if (batches.length < pool.batches.length || polledAtMs !== pool.polledAtMs) putPool(tx, { batches, polledAtMs })
      return { batches, dueInMs }
    })
  }

  async function ask(batch: TrackedBatchRow, signal: AbortSignal): Promise<boolean> {
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

  return async (signal) => {
    const startedAtMs = clock.nowMs()
    const { batches, dueInMs } = await claimRound(startedAtMs)
    if (batches.length === 0) return null
    if (dueInMs > 0) return dueInMs
    let hasFailed = false
    for (const batch of batches) {
      if (signal.aborted) return null
      if (!(await ask(batch, signal))) hasFailed = true
    }
    failures = hasFailed ? failures + 1 : 0
    const restMs = hasFailed ? Math.max(TASK_POLL_MS, backoffMs(failures, BACKOFF, random)) : TASK_POLL_MS
    return Math.max(0, startedAtMs + restMs - clock.nowMs())
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
  const isRunning = tasks.some((task) => isGenerating(task.status))
  await replaceBatch(tx, batchId, isRunning ? { ...batch, tasks } : null)
  return hasFinished
}

async function replaceBatch(tx: StoreTransaction, batchId: string, next: TrackedBatchRow | null): Promise<void> {
  const pool = await readPool(tx)
  const batches = pool.batches.flatMap((batch) => (batch.batchId === batchId ? (next ?? []) : batch))
  putPool(tx, { ...pool, batches })
}
