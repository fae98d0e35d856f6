import type { ToastContent } from '#shared/domain/toast-rules.ts'

type ToastWords = Pick<ToastContent, 'id' | 'color' | 'title' | 'description'>
/** The second argument: whether the toast replaced one with the same id. */
type ToastListener = (toast: ToastWords, isReplacement: boolean) => void

const listeners = new Set<ToastListener>()
/** Toasts shown before the first listener, during start-up. */
const missedToasts: Parameters<ToastListener>[] = []

/** Calls the listener for every toast; the first listener also gets earlier ones. Returns a function that unsubscribes. */
export function followToasts(listener: ToastListener): () => void {
  listeners.add(listener)
  for (const missed of missedToasts.splice(0)) listener(...missed)
  return () => listeners.delete(listener)
}

export function publishToast(toast: ToastWords, isReplacement: boolean): void {
  if (listeners.size === 0) missedToasts.push([toast, isReplacement])
  for (const listener of listeners) listener(toast, isReplacement)
}
