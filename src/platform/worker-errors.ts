const listeners = new Set<(error: Error) => void>()

/** A worker has ended with an error that it did not answer with. */
export function tellWorkerTrouble(worker: string, detail: string): void {
  for (const listener of listeners) listener(new Error(`The ${worker} worker broke: ${detail}`))
}

export function followWorkerTrouble(listener: (error: Error) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
