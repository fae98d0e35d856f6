export type ToastColor = 'success' | 'error' | 'info'
export type ToastArea = 'creation' | 'money'

/** The content of a toast. Rule: docs/platform.md, "Toasts and notices". */
export interface ToastContent {
  /** A second toast with the same id replaces the first one and restarts its time. */
  readonly id?: string
  readonly open?: true
  readonly title: string
  readonly description?: string
  readonly color: ToastColor
  /**
   * The toast's duration in ms, if it differs from that of its area and colour. The time pauses while the pointer or the focus is on the
   * toast.
   */
  readonly durationMs?: number
  /**
   * The toast's subject, for example a commit. While the screen shows any subject, all toasts that have a subject have one line and replace
   * each other.
   */
  readonly subjectId?: string
  /** A button of the toast. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** The id of all toasts for one commit, so that a newer toast replaces the previous one. */
export function commitToastId(commitId: string): string {
  return `commit-${commitId}`
}

/** Removes the toast of this id. */
export interface ToastEnd {
  readonly id: string
  readonly open: false
}

/** The duration of a toast in the creation area, in ms. */
export const TOAST_CREATION_MS = 5000
/** The duration of a toast for billing or the account, in ms. */
export const TOAST_MONEY_MS = 2000
/** The remaining duration of a toast after a click on it, and the shortest remaining duration after a pause, in ms. */
export const TOAST_AFTER_CLICK_MS = 2000
/** The maximum number of toasts at once. */
export const TOASTS_SHOWN = 5
/** The maximum number of notices in the history. */
export const MAX_STORED_NOTICES = 30

/** A toast's duration, in ms: its own, otherwise its area's. Errors stay until dismissed. */
export function toastDurationMs({ color, durationMs }: Pick<ToastContent, 'color' | 'durationMs'>, area: ToastArea): number {
  if (durationMs !== undefined) return durationMs
  if (color === 'error') return Number.POSITIVE_INFINITY
  return area === 'money' ? TOAST_MONEY_MS : TOAST_CREATION_MS
}
