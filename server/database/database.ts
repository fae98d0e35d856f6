import { type SQL, type Placeholder, sql } from 'drizzle-orm'
import { type PgDatabase, type PgQueryResultHKT, PgDialect } from 'drizzle-orm/pg-core'
import type { Result } from '#shared/result.ts'

/** Exports the query functions of the library. Only files in this folder import the library itself. */
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
/** This also exports the tables. A table with the name of a query function would hide that function. */
export * from './schema.ts'

/**
 * The common interface of the embedded and the external database. Inside a transaction use only its `tx`: the embedded database has one
 * connection.
 */
export type Database = PgDatabase<PgQueryResultHKT>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface Listener {
  readonly onPayload: (payload: string) => void
  /** Called when notifications may have been lost. */
  readonly onGap: () => void
}

export interface OpenedDatabase {
  readonly db: Database
  /** Runs SQL text with `$1` placeholders outside any transaction. Without values, the text may contain several statements. */
  execute(text: string, values: readonly unknown[]): Promise<{ rows: unknown[] }>
  /** Receives every `pg_notify` payload of a channel, from any process. Returns a function that unsubscribes. */
  readonly listen: (channel: string, listener: Listener) => Promise<() => Promise<void>>
  /** Runs `work`, such as a change of the schema. Of all processes that share the database, only one runs such work at a time. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>
  readonly isShared: boolean
  close(): Promise<void>
}

/** Runs SQL and returns its rows. Both drivers return them in the same form. */
export async function queryRows<Row>(db: Database | Transaction, query: SQL): Promise<Row[]> {
  const answer: unknown = await db.execute(query)
  return (answer as { readonly rows: Row[] }).rows
}

/**
 * The files of the embedded database cannot be written, so the database is closed until they can be written again. Committed data is safe;
 * retry later.
 */
export class DatabasePaused extends Error {
  override readonly name = 'DatabasePaused'
  constructor(cause: Error) {
    super('The database files are not writable', { cause })
  }
}

/** Whether an error means that the embedded database is closed for now. The database itself reports the pause once. */
export function isDatabasePaused(error: unknown): boolean {
  return error instanceof DatabasePaused || (error instanceof Error && isDatabasePaused(error.cause))
}

/** SQLSTATE: the connection broke, the server is shutting down or starting, has no connection or disk space left, or rejects writes. */
const AWAY_STATE = /^(?:08|57P|53[13]00$|25006$|58030$)/
const AWAY_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
/** Error texts of the driver for an unreachable database. These errors have no code. */
const AWAY_TEXT = /Connection terminated|timeout exceeded when trying to connect|not queryable|pool after calling end/

/** Whether an error only means that the database is not reachable now, and does not concern the query. */
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
 * Defines a statement for frequent queries. Each Postgres connection parses and plans it once, under its unique name. `value` creates the
 * placeholder of a named value. `bigint` columns of the result are texts.
 */
export function defineStatement<Row, Values extends object>(
  name: string,
  build: (value: (valueName: keyof Values & string) => Placeholder) => SQL,
): (db: Database | Transaction, values: Values) => Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(build(sql.placeholder))
  return (db, values) => runNamed<Row>(db, name, text, params, values)
}

/** Runs a named statement, whose text already has `$1` placeholders. Each name must always have the same text. */
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
