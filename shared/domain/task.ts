/** The states of a generation task. Rule: docs/creations.md, "Tasks". */
export const TASK_STATES = ['PENDING', 'PROCESSING', 'CANCELLED', 'SUCCESS', 'FAILED'] as const
export type TaskState = (typeof TASK_STATES)[number]

/** Kinds of generation: image to video, start and end frame, template effect. */
export const BIZ_TYPES = ['CUSTOM', 'HEAD_TAIL', 'TEMPLATE'] as const
export type BizType = (typeof BIZ_TYPES)[number]

/** The poll interval of a tracked batch, in ms. */
export const TASK_POLL_MS = 3000

/** The shortest time between an answer about a batch and the next poll, in ms. It is below `TASK_POLL_MS`, because latency varies. */
export const TASK_POLL_LEAST_GAP_MS = 2900

/** How long the hub polls a batch in its task pool, in ms; then the hub searches the history for the batch. */
export const BATCH_RETENTION_MS = 60 * 60 * 1000

/** The interval of history searches for batches that have left the task pool, in ms. */
export const RECONCILE_MS = 60_000

/** How long an unanswered commit is sent again, in ms: a day less than the server stores the commit's idempotency key. */
export const SAFE_RESEND_MS = 6 * 24 * 60 * 60 * 1000

/** Failed videos per owner within `FAILURE_WINDOW_MS` before the server rejects commits. Rule: docs/create.md, "Generation calls". */
export const MAX_FAILED_GENERATIONS = 12

/** How long a failed video counts toward `MAX_FAILED_GENERATIONS`, in ms. */
export const FAILURE_WINDOW_MS = 60 * 60 * 1000

/** Whether a task is PENDING or PROCESSING. */
export function isGenerating(state: TaskState): boolean {
  return state === 'PENDING' || state === 'PROCESSING'
}

/** SUCCESS or FAILED, the two ends that are announced to the user; null for any other state. */
export function announcedEnd(state: TaskState): 'SUCCESS' | 'FAILED' | null {
  switch (state) {
    case 'SUCCESS':
    case 'FAILED':
      return state
    case 'PENDING':
    case 'PROCESSING':
    case 'CANCELLED':
      return null
  }
}

/** Whether a task has ended with SUCCESS or FAILED. */
export function isFinished(state: TaskState): boolean {
  return announcedEnd(state) !== null
}

/** How long a deleted creation can be restored, in ms; then its video and poster are erased. Rule: docs/creations.md, "Creations". */
export const RESTORE_WINDOW_MS = 10 * 60 * 1000
/** How long a deletion can be undone from its notice, in ms; the server allows it until `RESTORE_WINDOW_MS`. */
export const UNDO_DELETE_MS = 10_000

/** The maximum number of characters of a search in the history. */
export const HISTORY_SEARCH_MAX_LENGTH = 200
