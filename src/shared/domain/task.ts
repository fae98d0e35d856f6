/** The states of a generation task. Rule: docs/creations.md, "Tasks". */
export const TASK_STATES = ['PENDING', 'PROCESSING', 'CANCELLED', 'SUCCESS', 'FAILED'] as const
export type TaskState = (typeof TASK_STATES)[number]

/** Kinds of generation: image to video, start and end frame, template effect. */
export const BIZ_TYPES = ['CUSTOM', 'HEAD_TAIL', 'TEMPLATE'] as const
export type BizType = (typeof BIZ_TYPES)[number]

/** How often a tracked batch is asked for, in ms. */
export const TASK_POLL_MS = 3000

/** Two questions for a batch reach the server at least so far apart, in ms, however unevenly long they are on their way. */
export const TASK_POLL_LEAST_GAP_MS = 2900

/** How long a tracked batch stays in the pool, in ms; then it is looked up in the history instead. */
export const BATCH_KEPT_MS = 60 * 60 * 1000

/** How often batches that have outlived the pool are looked up in the history, in ms. */
export const RECONCILE_MS = 60_000

/** How long a commit without an answer may be sent again, in ms: a day less than the server remembers its key. */
export const SAFE_RESEND_MS = 6 * 24 * 60 * 60 * 1000

/** Videos of one owner that may fail within `FAILURE_WINDOW_MS` before no more are taken. Rule: docs/create.md, "Generation calls". */
export const MAX_FAILED_GENERATIONS = 12

/** How long a failed video counts, in ms since it failed. */
export const FAILURE_WINDOW_MS = 60 * 60 * 1000

/** PENDING and PROCESSING are work that still runs. */
export function isGenerating(state: TaskState): boolean {
  return state === 'PENDING' || state === 'PROCESSING'
}

/** The end of a task, of the two that are announced; null for a state that is none of them. */
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

/** Whether a task has come to an end that is announced. */
export function isFinished(state: TaskState): boolean {
  return announcedEnd(state) !== null
}

/** How long a deleted creation can be restored, in ms; afterwards its video and poster are erased. Rule: docs/creations.md, "Creations". */
export const RESTORE_WINDOW_MS = 10 * 60 * 1000
