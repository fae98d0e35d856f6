import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { ACTS, ACT_SUBJECTS } from '#shared/api/operator.ts'
import { contactMessage, timeMs } from './core-schema.ts'

/**
 * Actions and reads of operators. Append-only: triggers refuse UPDATE, DELETE and TRUNCATE, and number and chain each row by a hash over it
 * and the previous row. A row names users only by their ids, because the rows outlive the users.
 */
export const operatorAct = pgTable(
  'operator_act',
  {
    /** The number of the row, from 1. The trigger sets it and both hashes. */
    seq: integer().primaryKey().default(0),
    atMs: timeMs('at_ms').notNull(),
    operatorId: text('operator_id').notNull(),
    act: text({ enum: ACTS }).notNull(),
    subject: text({ enum: ACT_SUBJECTS }).notNull(),
    /** The id of the affected object; '' without one, such as for a search that found nothing. */
    subjectId: text('subject_id').notNull(),
    /** Facts about the action as JSON, such as its reason and the refunded amount. */
    detail: text().notNull(),
    previousHash: text('previous_hash').notNull().default(''),
    hash: text().notNull().default(''),
  },
  (table) => [index('operator_act_by_subject').on(table.subjectId)],
)

/** The newest row of the log, written by the same trigger. The ledger check uses it to find rows deleted at the end. */
export const operatorActHead = pgTable('operator_act_head', {
  /** Always 1, because the table has one row. */
  id: integer().primaryKey(),
  seq: integer().notNull(),
  hash: text().notNull(),
})

/** An operator's answer to a contact message; erased with the message. */
export const contactReply = pgTable(
  'contact_reply',
  {
    id: text().primaryKey(),
    messageId: text('message_id')
      .notNull()
      .references(() => contactMessage.id, { onDelete: 'cascade' }),
    operatorId: text('operator_id').notNull(),
    body: text().notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [index('contact_reply_by_message').on(table.messageId, table.createdAtMs)],
)
