import { bigint } from 'drizzle-orm/pg-core'

/** A column of ms since 1970. */
export const timeMs = (name: string) => bigint(name, { mode: 'number' })
