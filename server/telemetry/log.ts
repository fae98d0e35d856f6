import { DrizzleQueryError, isDatabasePaused } from '#server/database/database.ts'
import { type LogFn, type Logger, pino } from 'pino'

export type { Logger }

export interface LoggedError {
  readonly type: string
  readonly message: string
  readonly code?: unknown
  readonly stack?: string | undefined
  readonly cause?: LoggedError
}

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * The only log. Errors are written without statement values, which may be prompts or token hashes. Failures caused by a paused database are
 * left out: the pause itself is one line.
 */
export function createLog(level: LogLevel, destination?: { write(line: string): void }): Logger {
  const hooks = {
    logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn) {
      const [facts]: readonly unknown[] = args
      const error = typeof facts === 'object' && facts !== null && 'err' in facts ? facts.err : undefined
      if (!isDatabasePaused(error)) method.apply(this, args)
    },
  }
  return pino({ level, serializers: { err: withoutValues }, hooks }, destination)
}

/** The loggable part of an error. A failed query is reduced to its cause; fields not named here are omitted. */
export function withoutValues(error: unknown): LoggedError {
  if (error instanceof DrizzleQueryError)
    return error.cause === undefined ? { type: error.constructor.name, message: 'Database query failed' } : withoutValues(error.cause)
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const code = 'code' in error ? { code: error.code } : {}
  const cause = error.cause === undefined ? {} : { cause: withoutValues(error.cause) }
  return { type: error.name, message: messageOf(error), ...code, stack: error.stack, ...cause }
}

/** The message of an error. If a connection failed at each address of its host, Node's error has no message of its own. */
function messageOf(error: Error): string {
  if (!(error instanceof AggregateError) || error.message !== '') return error.message
  return error.errors.map((each) => withoutValues(each).message).join('; ')
}
