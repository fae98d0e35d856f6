import type { ClientErrorKind } from '#shared/api/client-error.ts'

export interface PageError {
  readonly kind: ClientErrorKind
  /** The id of the error, which the user sees. */
  readonly id: string
  readonly error: unknown
}

const MAX_PENDING_ERRORS = 10
const pendingErrors: PageError[] = []
const listeners = new Set<(error: PageError) => void>()

/** Passes an error to the listeners. If there are none yet, the error is queued. */
export function noteError(error: PageError): void {
  for (const listener of listeners) listener(error)
  if (listeners.size === 0 && pendingErrors.length < MAX_PENDING_ERRORS) pendingErrors.push(error)
}

export function onPageError(listener: (error: PageError) => void): () => void {
  listeners.add(listener)
  for (const error of pendingErrors.splice(0)) listener(error)
  return () => listeners.delete(listener)
}

/** Reports that a worker has ended with an uncaught error. */
export function noteWorkerError(worker: string, detail: string): void {
  noteError({ kind: 'worker', id: createErrorId(), error: new Error(`The ${worker} worker failed: ${detail}`) })
}

export interface Crash {
  /** The id that the user can tell support: the failed request's id if known, else a new one. */
  readonly id: string
  readonly error: unknown
  readonly atMs: number
}

const ID_BYTES = 5

export function crashOf(error: unknown, atMs: number): Crash {
  return { id: requestIdOf(error) ?? createErrorId(), error, atMs }
}

function requestIdOf(error: unknown): string | undefined {
  const id = error instanceof Error && 'requestId' in error ? error.requestId : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}

function createErrorId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
