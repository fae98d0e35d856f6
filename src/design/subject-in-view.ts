const listeners = new Set<() => void>()
let currentSubjectId: string | null = null

/**
 * The id of the subject (a commit) that the screen shows; null if it shows none. While a subject is shown, toasts about subjects have one
 * line, and the offer to install the app waits.
 */
export function subjectInView(): string | null {
  return currentSubjectId
}

export function setSubjectInView(subjectId: string | null): void {
  if (subjectId === currentSubjectId) return
  currentSubjectId = subjectId
  for (const listener of listeners) listener()
}

/** Calls the listener when the shown subject changes. The returned function unsubscribes. */
export function followSubjectInView(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
