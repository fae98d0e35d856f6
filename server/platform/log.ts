import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { DrizzleQueryError } from 'drizzle-orm'
import { pino } from 'pino'

export interface LoggedError {
  readonly type: string
  readonly message: string
  readonly code?: unknown
  readonly stack?: string | undefined
  readonly cause?: LoggedError
}

/** The only way to a log: errors are written without the values of their statement, which may be prompts or hashes of tokens. */
export function createLog(level: Config['logLevel'], destination?: { write(line: string): void }): Logger {
  return pino({ level, serializers: { err: withoutValues } }, destination)
}

/** An error as the log may show it. A failed query is told by its cause alone; everything that is not named here stays out. */
export function withoutValues(error: unknown): LoggedError {
  if (error instanceof DrizzleQueryError)
    return error.cause === undefined ? { type: error.constructor.name, message: 'a query failed' } : withoutValues(error.cause)
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const code = 'code' in error ? { code: error.code } : {}
  const cause = error.cause === undefined ? {} : { cause: withoutValues(error.cause) }
  return { type: error.name, message: error.message, ...code, stack: error.stack, ...cause }
}
