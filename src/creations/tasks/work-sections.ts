import type { BatchTask } from '#shared/api/generation.ts'
import type { FinishedTask, OutboxItem, TrackedBatch, WorkSnapshot } from '#shared/contract/hub-contract.ts'
import { isGenerating } from '#shared/domain/task.ts'

export interface RunningVideo {
  readonly task: BatchTask
  readonly batch: TrackedBatch
}

/** Everything that is running or has a result that was not dismissed, grouped by state. */
export interface WorkSections {
  /** In the order in which they are sent. */
  readonly waiting: readonly OutboxItem[]
  readonly uploading: readonly OutboxItem[]
  readonly running: readonly RunningVideo[]
  readonly ready: readonly FinishedTask[]
  readonly failed: readonly FinishedTask[]
  readonly refused: readonly OutboxItem[]
}

export function workSections({ outbox, batches, finished }: WorkSnapshot): WorkSections {
  const ended = new Set(finished.map(({ taskId }) => taskId))
  const open = finished.filter(({ isDismissed }) => !isDismissed).sort((a, b) => b.finishedAtMs - a.finishedAtMs)
  return {
    waiting: outbox.filter(({ state }) => state !== 'preparing' && state !== 'refused'),
    uploading: outbox.filter(({ state }) => state === 'preparing'),
    running: batches.flatMap((batch) =>
      batch.tasks.filter(({ id, status }) => isGenerating(status) && !ended.has(id)).map((task) => ({ task, batch })),
    ),
    ready: open.filter(({ status }) => status === 'SUCCESS'),
    failed: open.filter(({ status }) => status === 'FAILED'),
    refused: outbox.filter(({ state }) => state === 'refused'),
  }
}

/** The target of moving a waiting commit by one place: before this id, last (null), or nowhere (undefined). */
export interface MoveTargets {
  readonly up: string | undefined
  readonly down: string | null | undefined
}

export function moveTargets(waiting: readonly Pick<OutboxItem, 'id' | 'isEditable'>[], id: string): MoveTargets {
  const movable = waiting.filter(({ isEditable }) => isEditable)
  const place = movable.findIndex((item) => item.id === id)
  if (place < 0) return { up: undefined, down: undefined }
  const isLast = place === movable.length - 1
  return { up: movable[place - 1]?.id, down: isLast ? undefined : (movable[place + 2]?.id ?? null) }
}
