import { type ToastArea, type ToastContent, type ToastEnd, toastDurationMs } from '#shared/domain/toast-rules.ts'

let isRequested = false

/** Shows a toast, or removes the toast with an id. The first call loads the code that renders toasts. */
export async function showToast(toast: ToastContent | ToastEnd, area: ToastArea = 'creation'): Promise<void> {
  isRequested = true
  const { endToast, presentToast } = await import('./toast-host.tsx')
  if (toast.open === false) endToast(toast.id)
  else presentToast(toast, toastDurationMs(toast, area))
}

/** Removes the toast of an earlier try when a new try begins, because an error toast stays until the user dismisses it. */
export function endToast(id: string): void {
  if (isRequested) void showToast({ id, open: false }).catch(() => undefined)
}

/** Loads the code of toasts. Rejects if that fails. */
export async function prepareToasts(): Promise<void> {
  await import('./toast-host.tsx')
}

/** Removes all toasts, after a change of account. */
export async function endToasts(): Promise<void> {
  if (isRequested) (await import('./toast-host.tsx')).endAllToasts()
}
