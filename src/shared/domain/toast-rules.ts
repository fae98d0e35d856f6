export type ToastColor = 'success' | 'error' | 'info'
export type ToastArea = 'creation' | 'money'

/** What a toast says. Rule: docs/platform.md, "Toasts and notices". */
export interface ToastContent {
  /** At most one toast stands per id: a second one takes the place of the first, and its time begins anew. */
  readonly id?: string
  readonly open?: true
  readonly title: string
  readonly description?: string
  readonly color: ToastColor
  /** How long it stays where that is not its color's, in ms; never away under a pointer or with the focus in it. */
  readonly durationMs?: number
  /** One press that answers it. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** Takes the toast of this id away, if it still stands. */
export interface ToastEnd {
  readonly id: string
  readonly open: false
}

/** How long a toast stays in the creation area, in ms. */
export const TOAST_CREATION_MS = 5000
/** How long a toast about money or the account stays, in ms. */
export const TOAST_MONEY_MS = 2000
/** How long a toast stays after a click on it, in ms. */
export const TOAST_AFTER_CLICK_MS = 2000
/** How many toasts are shown at once. */
export const TOASTS_SHOWN = 5
/** How many notices the history keeps. */
export const NOTICES_KEPT = 30

/** How long a toast stays, in ms: its own time, else its area's; errors stay until they are put away. */
export function toastDurationMs({ color, durationMs }: Pick<ToastContent, 'color' | 'durationMs'>, area: ToastArea): number {
  if (durationMs !== undefined) return durationMs
  if (color === 'error') return Number.POSITIVE_INFINITY
  return area === 'money' ? TOAST_MONEY_MS : TOAST_CREATION_MS
}
