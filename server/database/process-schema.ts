import { pgTable, text } from 'drizzle-orm/pg-core'
import { timeMs } from './core-schema.ts'

/** A process that uses the database. It deletes its row when it stops; a row that is left behind is a crash. */
export const runningProcess = pgTable('running_process', {
  id: text().primaryKey(),
  /** The last sign of life, by the clock of the database. */
  seenAtMs: timeMs('seen_at_ms').notNull(),
})
