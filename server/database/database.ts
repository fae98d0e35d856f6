import { type SQL, type Placeholder, sql } from 'drizzle-orm'
import { type PgDatabase, type PgQueryResultHKT, PgDialect } from 'drizzle-orm/pg-core'
import type { Result } from '#shared/result.ts'

/** Queries are written with these: no file outside of this folder names the library. */
export {
  DrizzleQueryError,
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
  min,
  ne,
  not,
  notExists,
  notInArray,
  or,
  sql,
  sum,
  type InferSelectModel,
  type Placeholder,
  type SQL,
} from 'drizzle-orm'
export { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
/** And with the tables. One that is called like an operator would be hidden by it. */
export * from './schema.ts'

/** Common interface of both engines. Inside a transaction use only its `tx`: the embedded engine has one connection. */
export type Database = PgDatabase<PgQueryResultHKT>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface Listener {
  readonly onPayload: (payload: string) => void
  /** Payloads may have been missed. */
  readonly onGap: () => void
}

export interface OpenedDatabase {
  readonly db: Database
  /** Plain text with `$1` values, outside any transaction; several statements when there are no values. */
  execute(text: string, values: readonly unknown[]): Promise<{ rows: unknown[] }>
  /** Hears what `pg_notify` sends on a channel, by whichever process; gives what ends it. */
  readonly listen: (channel: string, listener: Listener) => Promise<() => Promise<void>>
  /** Runs what only one process at a time may do to the schema. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether other processes may work on the same database. */
  readonly isShared: boolean
  close(): Promise<void>
}

/** Runs SQL and returns its rows, the same for both drivers. */
export async function queryRows<Row>(db: Database | Transaction, query: SQL): Promise<Row[]> {
  const answer: unknown = await db.execute(query)
  return (answer as { readonly rows: Row[] }).rows
}

/** The embedded database's files cannot be written, so it is closed until they can be. What was committed is kept. */
export class DatabasePaused extends Error {
  override readonly name = 'DatabasePaused'
  constructor(cause: Error) {
    super('the files of the database cannot be written', { cause })
  }
}

/** Whether a failure means that the embedded database is closed for now; its owner reports that once. */
export function isDatabasePaused(error: unknown): boolean {
  return error instanceof DatabasePaused || (error instanceof Error && isDatabasePaused(error.cause))
}

/** SQLSTATE: the connection broke, the server is shutting down or starting, has no connection or disk space left, or rejects writes. */
const AWAY_STATE = /^(?:08|57P|53[13]00$|25006$|58030$)/
const AWAY_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
/** The driver gives these no code. */
const AWAY_TEXT = /Connection terminated|timeout exceeded when trying to connect|not queryable|pool after calling end/

/** Whether a failure says only that the database does not answer at the moment, and nothing about what it was asked. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabasePaused) return true
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown }
  if (typeof code === 'string' && (AWAY_CODES.has(code) || AWAY_STATE.test(code))) return true
  return AWAY_TEXT.test(error.message) || isDatabaseAway(cause)
}

class RolledBack extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('rolled back')
    this.result = result
  }
}

/** Runs a verb in one transaction: a returned failure rolls back, like an exception. */
export async function inTransaction<T, E>(db: Database, work: (tx: Transaction) => Promise<Result<T, E>>): Promise<Result<T, E>> {
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx)
      if (!result.ok) throw new RolledBack(result)
      return result
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as Result<T, E>
    throw error
  }
}

const dialect = new PgDialect()

/**
 * SQL that is put together once, and that each connection to a Postgres server parses and plans under its name, which no other statement has.
 * For what is asked often. `value` stands for a value of that name; `bigint` columns come as text.
 */
export function defineStatement<Row, Values extends object>(
  name: string,
  build: (value: (of: keyof Values & string) => Placeholder) => SQL,
): (db: Database | Transaction, values: Values) => Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(build(sql.placeholder))
  return (db, values) => runNamed<Row>(db, name, text, params, values)
}

/** The same for finished text with `$1` values; a name belongs to one text. */
export async function runNamed<Row>(
  db: Database | Transaction,
  name: string,
  text: string,
  params: readonly unknown[],
  values?: object,
): Promise<Row[]> {
  const answer: unknown = await db._.session
    .prepareQuery({ sql: text, params: [...params] }, undefined, name, false)
    .execute(values as Record<string, unknown> | undefined)
  return (answer as { readonly rows: Row[] }).rows
}
