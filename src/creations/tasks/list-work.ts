import type { BatchTask } from '#shared/api/generation.ts'
import type { FinishedTask, OutboxItem, TrackedBatch, WorkSnapshot } from '#shared/contract/hub-contract.ts'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'

/** One card per thing that is under way or ended badly. */
export type WorkCard =
  | { readonly kind: 'outbox'; readonly key: string; readonly item: OutboxItem }
  | { readonly kind: 'running'; readonly key: string; readonly task: BatchTask; readonly batch: TrackedBatch }
  | { readonly kind: 'arriving'; readonly key: string; readonly finished: FinishedTask }
  | { readonly kind: 'failed'; readonly key: string; readonly finished: FinishedTask }

/**
 * What to show beside the creations, newest first. A video that is ready keeps its card until its creation is known, so that nothing blinks;
 * a failure keeps its card until it is put away, and a video whose creation is gone loses it.
 */
export function listWork(work: WorkSnapshot, knownCreationIds: ReadonlySet<string>): readonly WorkCard[] {
  const ended = new Set(work.finished.map(({ taskId }) => taskId))
  const outbox = newestFirst(work.outbox, ({ createdAtMs }) => createdAtMs).map((item) => ({ kind: 'outbox', key: item.id, item }) as const)
  const running = newestFirst(work.batches, ({ acceptedAtMs }) => acceptedAtMs).flatMap((batch) =>
    batch.tasks
      .filter(({ id, status }) => status !== 'CANCELLED' && !ended.has(id) && !knownCreationIds.has(id))
      .map((task) => ({ kind: 'running', key: task.id, task, batch }) as const),
  )
  const finished = newestFirst(work.finished, ({ finishedAtMs }) => finishedAtMs).flatMap((finished) =>
    finishedCard(finished, knownCreationIds),
  )
  return [...outbox, ...running, ...finished]
}

/** Ids of ready videos whose creations must be fetched. */
export function missingCreationIds(work: WorkSnapshot, knownCreationIds: ReadonlySet<string>): readonly string[] {
  return work.finished
    .filter(({ taskId, status, isDismissed }) => status === 'SUCCESS' && !isDismissed && !knownCreationIds.has(taskId))
    .map(({ taskId }) => taskId)
}

/** Ids of ended tasks, well or badly, that a list of everything has still to be told of. */
export function endedUnknownIds(work: WorkSnapshot, knownCreationIds: ReadonlySet<string>): readonly string[] {
  return work.finished.filter(({ taskId, isDismissed }) => !isDismissed && !knownCreationIds.has(taskId)).map(({ taskId }) => taskId)
}

function finishedCard(finished: FinishedTask, knownCreationIds: ReadonlySet<string>): WorkCard[] {
  if (finished.isDismissed) return []
  if (finished.status === 'FAILED') return [{ kind: 'failed', key: finished.taskId, finished }]
  return knownCreationIds.has(finished.taskId) ? [] : [{ kind: 'arriving', key: finished.taskId, finished }]
}

function newestFirst<Item>(items: readonly Item[], atMs: (item: Item) => number): Item[] {
  return [...items].sort((a, b) => atMs(b) - atMs(a))
}

/** What a video was asked for in words: the prompt, else the effect's name; empty when there is neither. */
export function taskTitle({ prompt, templateName = '' }: Pick<GenerationSettings, 'prompt' | 'templateName'>): string {
  return prompt || templateName
}
