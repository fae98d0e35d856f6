import { type ExtraConfigColumn, bigint } from 'drizzle-orm/pg-core'

/** A column of ms since 1970. */
export const timeMs = (name: string) => bigint(name, { mode: 'number' })

/** As `order by … desc` is: with the nulls first. An index in another order does not serve it. */
export const newestFirst = (column: ExtraConfigColumn) => column.desc().nullsFirst()
