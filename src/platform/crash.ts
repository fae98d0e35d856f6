/** Something that broke while it was drawn. */
export interface Crash {
  /** Names it for who is asked for help: the request that failed where it is known, else made for it. */
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
