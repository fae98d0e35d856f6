const listeners = new Set<() => void>()
let current: string | null = null

/** The id of the subject that the screen itself shows. Toasts about subjects then have one line, and offers wait. */
export function subjectInView(): string | null {
  return current
}

export function setSubjectInView(subjectId: string | null): void {
  if (subjectId === current) return
  current = subjectId
  for (const listener of listeners) listener()
}

/** Calls the listener at each change. Returns a function that unsubscribes. */
export function followSubjectInView(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
