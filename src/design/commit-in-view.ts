const listeners = new Set<() => void>()
let current: string | null = null

/** The commit whose picture, progress or video the stage shows while it is in view. Its toasts take one line, and offers wait. */
export function commitInView(): string | null {
  return current
}

export function setCommitInView(commitId: string | null): void {
  if (commitId === current) return
  current = commitId
  for (const listener of listeners) listener()
}

/** Calls the listener at each change. Returns a function that unsubscribes. */
export function followCommitInView(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
