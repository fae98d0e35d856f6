import type { ClientErrorKind } from '#shared/api/client-error.ts'

/** Something that broke on this page and nobody expected. */
export interface PageError {
  readonly kind: ClientErrorKind
  /** What the person is shown, where they are. */
  readonly id: string
  readonly error: unknown
}

const MAX_HELD = 10
const held: PageError[] = []
const listeners = new Set<(trouble: PageError) => void>()

/** Tells whoever follows; without anybody it waits for them. */
export function noteError(trouble: PageError): void {
  for (const listener of listeners) listener(trouble)
  if (listeners.size === 0 && held.length < MAX_HELD) held.push(trouble)
}

export function onPageError(listener: (trouble: PageError) => void): () => void {
  listeners.add(listener)
  for (const trouble of held.splice(0)) listener(trouble)
  return () => listeners.delete(listener)
}

const workerListeners = new Set<(error: Error) => void>()

/** A worker has ended with an error that it did not answer with. */
export function noteWorkerError(worker: string, detail: string): void {
  for (const listener of workerListeners) listener(new Error(`The ${worker} worker broke: ${detail}`))
}

export function onWorkerError(listener: (error: Error) => void): () => void {
  workerListeners.add(listener)
  return () => workerListeners.delete(listener)
}
