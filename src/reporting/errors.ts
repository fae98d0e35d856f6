import type { ClientErrorKind } from '#shared/api/client-error.ts'

export interface PageError {
  readonly kind: ClientErrorKind
  /** Shown to the user, next to the error. */
  readonly id: string
  readonly error: unknown
}

const MAX_PENDING = 10
const pending: PageError[] = []
const listeners = new Set<(error: PageError) => void>()

/** Passes the error to the listener; without one it is queued. */
export function noteError(error: PageError): void {
  for (const listener of listeners) listener(error)
  if (listeners.size === 0 && pending.length < MAX_PENDING) pending.push(error)
}

export function onPageError(listener: (error: PageError) => void): () => void {
  listeners.add(listener)
  for (const error of pending.splice(0)) listener(error)
  return () => listeners.delete(listener)
}

/** Reports a worker that ended with an uncaught error. */
export function noteWorkerError(worker: string, detail: string): void {
  noteError({ kind: 'worker', id: madeId(), error: new Error(`The ${worker} worker broke: ${detail}`) })
}

export interface Crash {
  /** An id for support: of the failed request if known, else a new one. */
  readonly id: string
  readonly error: unknown
  readonly atMs: number
}

const ID_BYTES = 5

export function crashOf(error: unknown, atMs: number): Crash {
  return { id: requestIdOf(error) ?? madeId(), error, atMs }
}

function requestIdOf(error: unknown): string | undefined {
  const id = error instanceof Error && 'requestId' in error ? error.requestId : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}

function madeId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
