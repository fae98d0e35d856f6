import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { session } from './account-schema.ts'
import { owner, task } from './schema.ts'
import { timeMs } from './time-ms.ts'

/** A browser that hears of its owner's videos while the app is closed. It goes with the session in which it asked for that. */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    id: text().primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owner.id),
    /** Null for a visitor. */
    sessionId: text('session_id').references(() => session.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
    /** When its browser told of it last. */
    seenAtMs: timeMs('seen_at_ms').notNull(),
    /** What the push service answered last; null before the first message, and when it could not be reached. */
    lastStatus: integer('last_status'),
  },
  (table) => [index('push_subscription_by_owner').on(table.ownerId, table.seenAtMs.desc()), index('push_by_session').on(table.sessionId)],
)

/** The end of a task, on its way to one browser. */
export const pushMessage = pgTable(
  'push_message',
  {
    id: text().primaryKey(),
    taskId: text('task_id')
      .notNull()
      .references(() => task.id),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => pushSubscription.id, { onDelete: 'cascade' }),
    attempts: integer().notNull().default(0),
    dueAtMs: timeMs('due_at_ms').notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [
    // Two messages are one: the end of the same task, for the same browser.
    uniqueIndex('push_message_once').on(table.taskId, table.subscriptionId),
    index('push_message_due').on(table.dueAtMs),
    index('push_message_by_subscription').on(table.subscriptionId),
  ],
)
