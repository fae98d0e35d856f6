import type { ToastContent } from '#shared/domain/toast-rules.ts'

type ToastWords = Pick<ToastContent, 'id' | 'color' | 'title' | 'description'>
/** `isInPlace`: it took the place of one under the same id. */
type ToastListener = (toast: ToastWords, isInPlace: boolean) => void

const listeners = new Set<ToastListener>()
/** Shown before anybody listened, while the page was starting. */
const unheard: Parameters<ToastListener>[] = []

/** Hears of every toast that is shown, the first one to listen of those before, too; returns how to stop. */
export function followToasts(listener: ToastListener): () => void {
  listeners.add(listener)
  for (const told of unheard.splice(0)) listener(...told)
  return () => listeners.delete(listener)
}

export function publishToast(toast: ToastWords, isInPlace: boolean): void {
  if (listeners.size === 0) unheard.push([toast, isInPlace])
  for (const listener of listeners) listener(toast, isInPlace)
}
