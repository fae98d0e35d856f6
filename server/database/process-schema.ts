import { pgTable, text } from 'drizzle-orm/pg-core'
import { timeMs } from './core-schema.ts'

/** A process that uses the database. It deletes its row when it stops; a remaining row means a crash. */
export const runningProcess = pgTable('running_process', {
  id: text().primaryKey(),
  /** The last heartbeat, by the clock of the database. */
  seenAtMs: timeMs('seen_at_ms').notNull(),
})
