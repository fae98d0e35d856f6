import type { ToastContent } from '#shared/domain/toast-rules.ts'

type ToastWords = Pick<ToastContent, 'id' | 'color' | 'title' | 'description'>
/** `isInPlace`: it took the place of one under the same id. */
type ToastListener = (toast: ToastWords, isInPlace: boolean) => void

const listeners = new Set<ToastListener>()

/** Hears of every toast that is shown; returns how to stop. */
export function followToasts(listener: ToastListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellToast(toast: ToastWords, isInPlace: boolean): void {
  for (const listener of listeners) listener(toast, isInPlace)
}
