import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from './database.ts'

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
