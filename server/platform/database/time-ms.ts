import { sql } from 'drizzle-orm'
import { type ExtraConfigColumn, bigint } from 'drizzle-orm/pg-core'

/** A column of ms since 1970. */
export const timeMs = (name: string) => bigint(name, { mode: 'number' })

/** The database's own time, in ms since 1970; inside a transaction it goes on. */
export const databaseNowMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** As `order by … desc` is: with the nulls first. An index in another order does not serve it. */
export const newestFirst = (column: ExtraConfigColumn) => column.desc().nullsFirst()
