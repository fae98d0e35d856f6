import type { ToastArea, ToastContent } from './toast-rules.ts'
import { toastDurationMs } from './toast-rules.ts'

/** Shows a toast; the host loads with the first one. */
export async function showToast(content: ToastContent, area: ToastArea = 'creation'): Promise<void> {
  const { presentToast } = await import('./toast-host.tsx')
  presentToast(content, toastDurationMs(content.kind, area))
}

/** Loads what shows toasts; rejects when it can't be had. */
export async function prepareToasts(): Promise<void> {
  await import('./toast-host.tsx')
}
