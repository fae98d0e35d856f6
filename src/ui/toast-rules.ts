export interface ToastContent {
  readonly kind: 'success' | 'error' | 'info'
  readonly title: string
  readonly detail?: string
  /** One press that answers it. */
  readonly action?: { readonly label: string; readonly run: () => void }
  /** How long it stays where that is not its kind's, in ms; never away under a pointer or with the focus in it. */
  readonly staysMs?: number
}

export type ToastArea = 'creation' | 'money'

/** How long a toast stays in the creation area, in ms. */
export const TOAST_CREATION_MS = 5000
/** How long a toast about money or the account stays, in ms. */
export const TOAST_MONEY_MS = 2000
/** How long a toast stays after a click on it, in ms. */
export const TOAST_AFTER_CLICK_MS = 2000
export const MAX_TOASTS = 5

/** Errors stay until they are put away. */
export function toastDurationMs(kind: ToastContent['kind'], area: ToastArea): number {
  if (kind === 'error') return Number.POSITIVE_INFINITY
  return area === 'money' ? TOAST_MONEY_MS : TOAST_CREATION_MS
}
