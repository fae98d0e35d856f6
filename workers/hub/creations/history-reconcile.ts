import type { ApiClient } from '#shared/api/client.ts'
import { type OwnedStore, putOverdue, readOverdue } from '../runtime/hub-store.ts'
import type { Clock } from '#shared/clock.ts'
import { type BatchTask, type Creation, getHistory, queryTask } from '#shared/api/generation.ts'
import { isGenerating, RECONCILE_MS } from '#shared/domain/task.ts'
import { parseRecord, overdueKey } from '#shared/storage/records.ts'
import { type OverdueRow, overdueRecord } from '#shared/storage/hub-records.ts'
import { noteEnds } from './task-poller.ts'

const PAGE_SIZE = 100

type TaskState = Pick<Creation, 'id' | 'status' | 'errorMsg'>

export interface HistoryReconcileDeps {
  readonly store: OwnedStore
  readonly api: ApiClient
  readonly clock: Clock
  readonly onChange: (hasFinished: boolean) => Promise<void>
}

/**
 * Finds the results of batches that left the pool unfinished: one history call for all, then single calls for tasks that are not on its
 * first page.
 */
export function createHistoryReconcile({ store, api, clock, onChange }: HistoryReconcileDeps) {
  /** The state of one task. Null if the server does not know the task; undefined after any other error. */
  async function findTaskState(taskId: string, page: readonly TaskState[], signal: AbortSignal): Promise<TaskState | null | undefined> {
    const listedTask = page.find(({ id }) => id === taskId)
    if (listedTask !== undefined) return listedTask
    const answer = await api.call(queryTask, { taskId }, { signal })
    if (answer.ok) return answer.value
    return answer.error.code === 'H4001' ? null : undefined
  }

  async function settleBatch(batch: OverdueRow, page: readonly TaskState[], signal: AbortSignal): Promise<boolean> {
    const statesById = new Map<string, TaskState | null>()
    for (const { id } of batch.tasks) {
      const task = await findTaskState(id, page, signal)
      if (task !== undefined) statesById.set(id, task)
    }
    const count = await store.write(async (tx) => {
      const row = parseRecord(overdueRecord, await tx.get(overdueKey(batch.batchId)))
      if (row === undefined) return 0
      const tasks = row.tasks.map((task) => applyState(task, statesById.get(task.id)))
      if (tasks.some(({ status }) => isGenerating(status))) putOverdue(tx, { ...row, tasks, askedAtMs: clock.nowMs() })
      else tx.remove(overdueKey(batch.batchId))
      const endedTasks = tasks.filter((_task, index) => isGenerating(row.tasks[index]?.status ?? 'PENDING'))
      return noteEnds(tx, row, endedTasks, clock.nowMs())
    })
    return count > 0
  }

  return {
    async pass(signal: AbortSignal): Promise<number | null> {
      const rows = await store.read(readOverdue)
      if (rows.length === 0) return null
      const waitMs = Math.max(...rows.map(({ askedAtMs }) => askedAtMs)) + RECONCILE_MS - clock.nowMs()
      if (waitMs > 0 && waitMs <= RECONCILE_MS) return waitMs
      const answer = await api.call(getHistory, { curPage: 1, pageSize: PAGE_SIZE, taskStatus: 'ALL' }, { signal })
      if (!answer.ok) return RECONCILE_MS
      const finishedFlags = []
      for (const row of rows) finishedFlags.push(await settleBatch(row, answer.value.data, signal))
      await onChange(finishedFlags.includes(true))
      return RECONCILE_MS
    },
  }
}

/**
 * Applies the server's answer to a task. A task that has ended in the meantime is not changed. `state` is null if the server does not know
 * the task; undefined if there was no usable answer.
 */
function applyState(task: BatchTask, state: TaskState | null | undefined): BatchTask {
  if (state === undefined || !isGenerating(task.status)) return task
  return state === null ? { ...task, status: 'CANCELLED' } : { ...task, status: state.status, errorMsg: state.errorMsg }
}
