import type { ToastContent } from '#shared/domain/toast-rules.ts'

type ToastWords = Pick<ToastContent, 'id' | 'color' | 'title' | 'description'>
/** A listener for toasts. `isReplacement`: the toast has replaced one with the same id. */
type ToastListener = (toast: ToastWords, isReplacement: boolean) => void

const listeners = new Set<ToastListener>()
/** Toasts that were shown before the first listener was added. */
const missedToasts: Parameters<ToastListener>[] = []

/** Calls the listener for each toast. The first listener also gets the earlier toasts. The returned function unsubscribes. */
export function followToasts(listener: ToastListener): () => void {
  listeners.add(listener)
  for (const missedToast of missedToasts.splice(0)) listener(...missedToast)
  return () => listeners.delete(listener)
}

export function publishToast(toast: ToastWords, isReplacement: boolean): void {
  if (listeners.size === 0) missedToasts.push([toast, isReplacement])
  for (const listener of listeners) listener(toast, isReplacement)
}
