import type { BatchTask } from '#shared/api/generation.ts'
import type { FinishedTask, OutboxItem, TrackedBatch, WorkSnapshot } from '#shared/contract/hub-contract.ts'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import { isGenerating } from '#shared/domain/task.ts'

/** A card for an unsent commit, a running video, a finished video that is not listed yet, or a failed video. */
export type WorkCard =
  | { readonly kind: 'outbox'; readonly key: string; readonly item: OutboxItem }
  | { readonly kind: 'running'; readonly key: string; readonly task: BatchTask; readonly batch: TrackedBatch }
  | { readonly kind: 'arriving'; readonly key: string; readonly finished: FinishedTask }
  | { readonly kind: 'failed'; readonly key: string; readonly finished: FinishedTask }

/**
 * The cards above the list of creations: unsent commits, then running videos, then ended ones. A finished video has a card until its
 * creation is in the list, so that it never disappears in between. A failed video has a card until the user dismisses it.
 */
export function listWork(work: WorkSnapshot, knownCreationIds: ReadonlySet<string>): readonly WorkCard[] {
  const endedIds = new Set(work.finished.map(({ taskId }) => taskId))
  const outboxCards = newestFirst(work.outbox, ({ createdAtMs }) => createdAtMs).map(
    (item) => ({ kind: 'outbox', key: item.id, item }) as const,
  )
  const runningCards = newestFirst(work.batches, ({ acceptedAtMs }) => acceptedAtMs).flatMap((batch) =>
    batch.tasks
      .filter(({ id, status }) => status !== 'CANCELLED' && !endedIds.has(id) && !knownCreationIds.has(id))
      .map((task) => ({ kind: 'running', key: task.id, task, batch }) as const),
  )
  const endedCards = newestFirst(work.finished, ({ finishedAtMs }) => finishedAtMs).flatMap((finished) =>
    finishedCard(finished, knownCreationIds),
  )
  return [...outboxCards, ...runningCards, ...endedCards]
}

/** The state of one commit: not sent, running or ended. */
export type CommitWork =
  | { readonly kind: 'outbox'; readonly item: OutboxItem }
  | { readonly kind: 'running'; readonly task: BatchTask; readonly batch: TrackedBatch }
  | { readonly kind: 'ended'; readonly finished: FinishedTask }

/**
 * Finds the state of a commit; null if nothing is known about it. If the commit has several videos: the running video with the most
 * progress, else a successful one, else a failed one.
 */
export function workOfCommit({ outbox, batches, finished }: WorkSnapshot, commitId: string): CommitWork | null {
  const item = outbox.find(({ id }) => id === commitId)
  if (item !== undefined) return { kind: 'outbox', item }
  const endedTasks = finished.filter((one) => one.commitId === commitId)
  const batch = batches.find((one) => one.commitId === commitId)
  const runningTasks =
    batch?.tasks.filter(({ id, status }) => isGenerating(status) && endedTasks.every(({ taskId }) => taskId !== id)) ?? []
  const [task] = [...runningTasks].sort((a, b) => (b.progress ?? 0) - (a.progress ?? 0))
  if (batch !== undefined && task !== undefined) return { kind: 'running', task, batch }
  const shownTask = endedTasks.find(({ status }) => status === 'SUCCESS') ?? endedTasks[0]
  return shownTask === undefined ? null : { kind: 'ended', finished: shownTask }
}

export function missingCreationIds(work: WorkSnapshot, knownCreationIds: ReadonlySet<string>): readonly string[] {
  return work.finished
    .filter(({ taskId, status, isDismissed }) => status === 'SUCCESS' && !isDismissed && !knownCreationIds.has(taskId))
    .map(({ taskId }) => taskId)
}

/** The ids of ended videos, successful or failed, that the list of all creations does not contain yet. */
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

/** The prompt of a video, else the name of its effect; '' without both. */
export function taskTitle({ prompt, templateName = '' }: Pick<GenerationSettings, 'prompt' | 'templateName'>): string {
  return prompt || templateName
}

export interface RunningVideo {
  readonly task: BatchTask
  readonly batch: TrackedBatch
}

/** Running work and results that the user has not dismissed, by state. */
interface WorkSections {
  /** Commits that wait or are being sent, in the order of sending. `uploading` has those whose pictures are being uploaded. */
  readonly waiting: readonly OutboxItem[]
  readonly uploading: readonly OutboxItem[]
  readonly running: readonly RunningVideo[]
  readonly ready: readonly FinishedTask[]
  readonly failed: readonly FinishedTask[]
  readonly refused: readonly OutboxItem[]
}

export function workSections({ outbox, batches, finished }: WorkSnapshot): WorkSections {
  const endedIds = new Set(finished.map(({ taskId }) => taskId))
  const openResults = finished.filter(({ isDismissed }) => !isDismissed).sort((a, b) => b.finishedAtMs - a.finishedAtMs)
  return {
    waiting: outbox.filter(({ state }) => state !== 'preparing' && state !== 'refused'),
    uploading: outbox.filter(({ state }) => state === 'preparing'),
    running: batches.flatMap((batch) =>
      batch.tasks.filter(({ id, status }) => isGenerating(status) && !endedIds.has(id)).map((task) => ({ task, batch })),
    ),
    ready: openResults.filter(({ status }) => status === 'SUCCESS'),
    failed: openResults.filter(({ status }) => status === 'FAILED'),
    refused: outbox.filter(({ state }) => state === 'refused'),
  }
}

/** Where a waiting commit can be moved: before the commit with this id, to the end (null), or nowhere (undefined). */
export interface MoveTargets {
  readonly up: string | undefined
  readonly down: string | null | undefined
}

export function moveTargets(waiting: readonly Pick<OutboxItem, 'id' | 'isEditable'>[], id: string): MoveTargets {
  const movableCommits = waiting.filter(({ isEditable }) => isEditable)
  const index = movableCommits.findIndex((item) => item.id === id)
  if (index < 0) return { up: undefined, down: undefined }
  const isLast = index === movableCommits.length - 1
  return { up: movableCommits[index - 1]?.id, down: isLast ? undefined : (movableCommits[index + 2]?.id ?? null) }
}
