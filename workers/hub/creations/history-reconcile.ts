import type { ApiClient } from '#shared/api/client.ts'
import { type OwnedStore, putOverdue, readOverdue } from '../runtime/hub-store.ts'
import type { Clock } from '#shared/clock.ts'
import { type BatchTask, type Creation, getHistory, queryTask } from '#shared/api/generation.ts'
import { isGenerating, RECONCILE_MS } from '#shared/domain/task.ts'
import { parseRecord, overdueKey } from '#shared/storage/records.ts'
import { type OverdueRow, overdueRecord } from '#shared/storage/hub-records.ts'
import { noteEnds } from './task-poller.ts'

const PAGE_SIZE = 100

type Found = Pick<Creation, 'id' | 'status' | 'errorMsg'>

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
  async function find(taskId: string, page: readonly Found[], signal: AbortSignal): Promise<Found | null | undefined> {
    const listed = page.find(({ id }) => id === taskId)
    if (listed !== undefined) return listed
    const answer = await api.call(queryTask, { taskId }, { signal })
    if (answer.ok) return answer.value
    return answer.error.code === 'H4001' ? null : undefined
  }

  async function settle(batch: OverdueRow, page: readonly Found[], signal: AbortSignal): Promise<boolean> {
    const found = new Map<string, Found | null>()
    for (const { id } of batch.tasks) {
      const task = await find(id, page, signal)
      if (task !== undefined) found.set(id, task)
    }
    const count = await store.write(async (tx) => {
      const row = parseRecord(overdueRecord, await tx.get(overdueKey(batch.batchId)))
      if (row === undefined) return 0
      const tasks = row.tasks.map((task) => settled(task, found.get(task.id)))
      if (tasks.some(({ status }) => isGenerating(status))) putOverdue(tx, { ...row, tasks, askedAtMs: clock.nowMs() })
      else tx.remove(overdueKey(batch.batchId))
      const ended = tasks.filter((_task, index) => isGenerating(row.tasks[index]?.status ?? 'PENDING'))
      return noteEnds(tx, row, ended, clock.nowMs())
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
      const ended = []
      for (const row of rows) ended.push(await settle(row, answer.value.data, signal))
      await onChange(ended.includes(true))
      return RECONCILE_MS
    },
  }
}

/**
 * Applies an answer to a task. A task that has ended in the meantime stays as it is. `found` is null if the server does not know the
 * task.
 */
function settled(task: BatchTask, found: Found | null | undefined): BatchTask {
  if (found === undefined || !isGenerating(task.status)) return task
  return found === null ? { ...task, status: 'CANCELLED' } : { ...task, status: found.status, errorMsg: found.errorMsg }
}
