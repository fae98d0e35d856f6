import type { Db } from 'pg-boss'
import type { Transaction } from '#server/database/database.ts'
import { sql } from 'drizzle-orm'
import { queryRows } from '#server/database/database.ts'

const PLACEHOLDER = /\$(\d+)/

/** Lets pg-boss speak through a transaction: its text with `$1` places becomes one query object, so a rollback takes the job along. */
export function bossExecutor(tx: Transaction): Db {
  return {
    async executeSql(text, values: unknown[] = []) {
      const [first = '', ...rest] = text.split(PLACEHOLDER)
      const query = sql.raw(first)
      for (let index = 0; index < rest.length; index += 2) {
        query.append(sql`${sql.param(values[Number(rest[index]) - 1] ?? null)}`)
        query.append(sql.raw(rest[index + 1] ?? ''))
      }
      return { rows: await queryRows(tx, query) }
    },
  }
}
