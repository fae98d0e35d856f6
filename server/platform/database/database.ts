import type { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** Common interface of both engines. Inside a transaction use only its `tx`: the embedded engine has one connection. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>
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

/** SQLSTATE: the connection broke, the server is shutting down or starting, or has no place left. */
const AWAY_STATE = /^(?:08|57P|53300$)/
const AWAY_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
/** The driver gives these no code. */
const AWAY_TEXT = /Connection terminated|timeout exceeded when trying to connect|not queryable|pool after calling end/

/** Whether a failure says only that the database does not answer at the moment, and nothing about what it was asked. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown }
  if (typeof code === 'string' && (AWAY_CODES.has(code) || AWAY_STATE.test(code))) return true
  return AWAY_TEXT.test(error.message) || isDatabaseAway(cause)
}
