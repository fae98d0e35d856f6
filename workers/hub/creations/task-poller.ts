import { type BatchTask, queryBatch } from '#shared/api/generation.ts'
import type { ApiClient } from '#shared/api/client.ts'
import type { StoreTransaction } from '#shared/browser/open-store.ts'
import type { TrackedBatchRow } from '#shared/storage/hub-records.ts'
import type { Clock } from '#shared/clock.ts'
import { isGenerating, TASK_POLL_LEAST_GAP_MS, TASK_POLL_MS, announcedEnd } from '#shared/domain/task.ts'
import { backoffMs } from '#workers/lib/backoff.ts'
import { ANNOUNCED_BY_PUSH } from '#shared/domain/push-rules.ts'
import { overdueKey, pushedKey } from '#shared/storage/records.ts'
import * as rows from '../runtime/hub-store.ts'

const BACKOFF = { minMs: TASK_POLL_MS, maxMs: 30_000 }
/**
 * The longest duration of a request that counts as part of the poll interval, in ms. After a longer request, the next one follows
 * TASK_POLL_LEAST_GAP_MS after the answer.
 */
const MAX_COUNTED_REQUEST_MS = TASK_POLL_MS - TASK_POLL_LEAST_GAP_MS

interface TaskPollerDeps {
  readonly store: rows.OwnedStore
  readonly api: ApiClient
  readonly clock: Clock
  readonly random: () => number
  /** True while a newer build replaces this hub worker. The poller then requests no further batch. */
  readonly isClosing: () => boolean
  readonly onChange: (changes: BatchChanges) => Promise<void>
}

interface BatchChanges {
  readonly hasFinished: boolean
  readonly hasOverdue: boolean
}

const NO_CHANGES: BatchChanges = { hasFinished: false, hasOverdue: false }

interface TaskPoller {
  pass(signal: AbortSignal): Promise<number | null>
  /** Resets the backoff when the network is back. */
  endPauses(): void
}

/**
 * Polls the batches of the task pool. Two requests for a batch start at least TASK_POLL_MS apart; after a slow answer, the next one follows
 * TASK_POLL_LEAST_GAP_MS after the answer. The time of the last poll is stored. A batch leaves the pool when all its tasks have ended or
 * the server does not know it. A running batch moves to the history reconcile after an hour.
 */
export function createTaskPoller(deps: TaskPollerDeps): TaskPoller {
  const { store, api, clock, random, isClosing, onChange } = deps
  const askedAtMs = new Map<string, number>()
  let failures = 0

  /** Requests the state of a batch. Null if the server was unreachable or asks for another try. */
  async function pollBatch(batch: TrackedBatchRow, signal: AbortSignal): Promise<BatchChanges | null> {
    askedAtMs.set(batch.batchId, clock.nowMs())
    const answer = await api.call(queryBatch, { batchId: batch.batchId }, { signal })
    const countedAtMs = Math.max(askedAtMs.get(batch.batchId) ?? 0, clock.nowMs() - MAX_COUNTED_REQUEST_MS)
    askedAtMs.set(batch.batchId, countedAtMs)
    if (answer.ok) {
      return store.write((tx) => settleBatch(tx, batch.batchId, answer.value.tasks, { nowMs: clock.nowMs(), countedAtMs }))
    }
    if (answer.error.code === 'H4001') await store.write(async (tx) => replaceBatch(tx, batch.batchId, null))
    return answer.error.retry === 'never' ? NO_CHANGES : null
  }

  const intervalMs = () => (failures === 0 ? TASK_POLL_MS : Math.max(TASK_POLL_MS, backoffMs(failures, BACKOFF, random)))
  const readOwnBatches = () =>
    store.read(async (tx) => {
      const isMine = await rows.accountFilter(tx)
      const { batches, polledAtMs } = await rows.readPool(tx)
      return { batches: batches.filter(isMine), polledAtMs }
    })

  return {
    endPauses() {
      failures = 0
    },
    async pass(signal) {
      const { batches, polledAtMs } = await readOwnBatches()
      const dueAtMs = ({ batchId }: TrackedBatchRow) => {
        const lastMs = askedAtMs.get(batchId) ?? polledAtMs
        return lastMs > clock.nowMs() ? 0 : lastMs + intervalMs()
      }
      const dueBatches = batches.filter((batch) => dueAtMs(batch) <= clock.nowMs())
      if (dueBatches.length > 0)
        await store.write(async (tx) => rows.putPool(tx, { ...(await rows.readPool(tx)), polledAtMs: clock.nowMs() }))
      const answers: (BatchChanges | null)[] = []
      for (const batch of dueBatches) {
        if (signal.aborted || isClosing()) break
        answers.push(await pollBatch(batch, signal))
      }
      if (answers.length > 0) {
        const hasAny = (name: keyof BatchChanges) => answers.some((changes) => changes?.[name] === true)
        await onChange({ hasFinished: hasAny('hasFinished'), hasOverdue: hasAny('hasOverdue') })
        failures = answers.includes(null) ? failures + 1 : 0
      }
      if (signal.aborted || isClosing()) return null
      const remainingBatches = (await readOwnBatches()).batches
      return remainingBatches.length === 0 ? null : Math.max(0, Math.min(...remainingBatches.map(dueAtMs)) - clock.nowMs())
    },
  }
}

interface PollTimes {
  readonly nowMs: number
  readonly countedAtMs: number
}

async function settleBatch(tx: StoreTransaction, batchId: string, tasks: BatchTask[], times: PollTimes): Promise<BatchChanges> {
  const { nowMs, countedAtMs } = times
  const batch = (await rows.readPool(tx)).batches.find((row) => row.batchId === batchId)
  if (batch === undefined) return NO_CHANGES
  const nextBatch = { ...batch, tasks: tasks.map((task) => mergeProgress(task, batch.tasks)) }
  const hasFinished = (await noteEnds(tx, nextBatch, tasks, nowMs)) > 0
  const isGeneratingStill = tasks.some((task) => isGenerating(task.status))
  const hasOverdue = isGeneratingStill && batch.expireAt <= nowMs
  if (hasOverdue) rows.putOverdue(tx, { ...nextBatch, askedAtMs: nowMs })
  await replaceBatch(tx, batchId, isGeneratingStill && !hasOverdue ? nextBatch : null)
  const pool = await rows.readPool(tx)
  rows.putPool(tx, { ...pool, polledAtMs: Math.max(pool.polledAtMs, countedAtMs) })
  return { hasFinished, hasOverdue }
}

/** The progress never decreases, also across attempts. A cancelled task stays cancelled after a late answer. */
function mergeProgress(task: BatchTask, previousTasks: readonly BatchTask[]): BatchTask {
  const previousTask = previousTasks.find(({ id }) => id === task.id)
  if (previousTask?.status === 'CANCELLED') return previousTask
  return { ...task, progress: Math.max(previousTask?.progress ?? 0, task.progress ?? 0) || null }
}

async function replaceBatch(tx: StoreTransaction, batchId: string, replacement: TrackedBatchRow | null): Promise<void> {
  const pool = await rows.readPool(tx)
  const batches = pool.batches.flatMap((batch) => (batch.batchId === batchId ? (replacement ?? []) : batch))
  rows.putPool(tx, { ...pool, batches })
}

/**
 * Marks a task as CANCELLED in its batch, which is in the pool or in the overdue rows. Deletes the batch if none of its tasks is running.
 */
export async function noteCancelled(tx: StoreTransaction, taskId: string): Promise<void> {
  const withCancelled = <Row extends TrackedBatchRow>(batch: Row): Row => ({
    ...batch,
    tasks: batch.tasks.map((task) => (task.id === taskId ? { ...task, status: 'CANCELLED' as const } : task)),
  })
  const hasTask = ({ tasks }: TrackedBatchRow) => tasks.some(({ id }) => id === taskId)
  const isRunning = ({ tasks }: TrackedBatchRow) => tasks.some(({ status }) => isGenerating(status))
  const pool = await rows.readPool(tx)
  const trackedBatch = pool.batches.find(hasTask)
  const overdueBatch = (await rows.readOverdue(tx)).find(hasTask)
  if (trackedBatch !== undefined)
    await replaceBatch(tx, trackedBatch.batchId, isRunning(withCancelled(trackedBatch)) ? withCancelled(trackedBatch) : null)
  if (overdueBatch === undefined) return
  if (isRunning(withCancelled(overdueBatch))) rows.putOverdue(tx, withCancelled(overdueBatch))
  else tx.remove(overdueKey(overdueBatch.batchId))
}

type TaskEnd = Pick<BatchTask, 'id' | 'status' | 'errorMsg'>

/** Stores the end of each task once. Returns the number of new ends. */
export async function noteEnds(tx: StoreTransaction, batch: TrackedBatchRow, tasks: readonly TaskEnd[], nowMs: number): Promise<number> {
  const { batchId, commitId, account, bizType, settings, points, sourceUrl, width, height, lastSource } = batch
  const pointsPerTask = Math.round(points / batch.tasks.length)
  let newEnds = 0
  for (const { id: taskId, status: state, errorMsg } of tasks) {
    const status = announcedEnd(state)
    if (status === null || (await rows.readFinished(tx, taskId)) !== undefined) continue
    newEnds += 1
    const facts = {
      taskId,
      commitId,
      account,
      batchId,
      bizType,
      status,
      errorMsg,
      settings,
      points: pointsPerTask,
      sourceUrl,
      width,
      height,
      lastSource,
    }
    const announcedBy = (await tx.get(pushedKey(taskId))) === undefined ? null : ANNOUNCED_BY_PUSH
    rows.putFinished(tx, { ...facts, finishedAtMs: nowMs, announcedBy, isDismissed: false })
  }
  return newEnds
}
