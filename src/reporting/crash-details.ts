import type { Crash } from './errors.ts'

interface PageFacts {
  /** The path of the page, without the query. */
  readonly path: string
  readonly version: string
  readonly userAgent: string
}

const STACK_LINES = 8
const QUERY = /[?#][^\s)'"]*/g
const E_MAIL = /[^\s<>()'"]+@[^\s<>()'"]+\.[a-z]{2,}/gi
/** Matches tokens, ids and hashes. Words of a user's text are shorter. */
const OPAQUE_TOKEN = /[\w-]{24,}/g

/** The details of an error that the user can send to support: no token, no query, no personal data. */
export function crashDetails({ id, error, atMs }: Crash, { path, version, userAgent }: PageFacts): string {
  const environment = `Kinora ${version}, ${withoutSecrets(path)}, ${userAgent}`
  return [`Error ${id}, ${new Date(atMs).toISOString()}`, environment, withoutSecrets(wordsOf(error))].join('\n')
}

/** The message of an error and the top of its stack. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const title = `${error.name}: ${error.message}`
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s*at |@/.test(line))
  return [title, ...frames.slice(0, STACK_LINES)].join('\n')
}

export function withoutSecrets(words: string): string {
  return words.replace(QUERY, '').replace(E_MAIL, '…').replace(OPAQUE_TOKEN, '…')
}
