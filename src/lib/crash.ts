/** Something that broke while it was drawn. */
export interface Crash {
  /** Names it for who is asked for help: the request that failed where it is known, else made for it. */
  readonly id: string
  readonly error: unknown
  readonly atMs: number
}

interface Surroundings {
  /** Where it broke, without a query. */
  readonly path: string
  readonly version: string
  readonly userAgent: string
}

const ID_BYTES = 5
const STACK_LINES = 8
const QUERY = /[?#][^\s)'"]*/g
const E_MAIL = /[^\s<>()'"]+@[^\s<>()'"]+\.[a-z]{2,}/gi
/** Tokens, ids and hashes: nothing a person has written is this long without a space. */
const OPAQUE = /[\w-]{24,}/g

export function crashOf(error: unknown, atMs: number): Crash {
  return { id: requestIdOf(error) ?? madeId(), error, atMs }
}

/** What may be handed to somebody who helps: no token, no address query, nothing that names the person. */
export function crashDetails({ id, error, atMs }: Crash, { path, version, userAgent }: Surroundings): string {
  const place = `Kinora ${version}, ${withoutSecrets(path)}, ${userAgent}`
  return [`Error ${id}, ${new Date(atMs).toISOString()}`, place, withoutSecrets(wordsOf(error))].join('\n')
}

/** The error as the browser tells it, with the beginning of its way. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const title = `${error.name}: ${error.message}`
  const way = (error.stack ?? '').split('\n').filter((line) => /^\s*at |@/.test(line))
  return [title, ...way.slice(0, STACK_LINES)].join('\n')
}

export function withoutSecrets(words: string): string {
  return words.replace(QUERY, '').replace(E_MAIL, '…').replace(OPAQUE, '…')
}

function requestIdOf(error: unknown): string | undefined {
  const id = error instanceof Error && 'requestId' in error ? error.requestId : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}

function madeId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
