import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { session } from './account-schema.ts'
import { owner, task, newestFirst, timeMs } from './core-schema.ts'

/** A push subscription of a browser. It is deleted with the session that created it. */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    id: text().primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owner.id),
    /** Null for the subscription of a visitor. */
    sessionId: text('session_id').references(() => session.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
    /** When the browser last sent this subscription. */
    seenAtMs: timeMs('seen_at_ms').notNull(),
    /** The push service's last status; null before the first message, and if the service was unreachable. */
    lastStatus: integer('last_status'),
  },
  (table) => [
    index('push_subscription_by_owner').on(table.ownerId, newestFirst(table.seenAtMs)),
    index('push_by_session').on(table.sessionId),
  ],
)

/** A queued push message about a finished task. */
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
    // A browser gets one message per task.
    uniqueIndex('push_message_once').on(table.taskId, table.subscriptionId),
    index('push_message_due').on(table.dueAtMs),
    index('push_message_by_subscription').on(table.subscriptionId),
  ],
)

/** A queued push message about a low balance. */
export const pointsPush = pgTable(
  'points_push',
  {
    id: text().primaryKey(),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => pushSubscription.id, { onDelete: 'cascade' }),
    pointsLeft: integer('points_left').notNull(),
    attempts: integer().notNull().default(0),
    dueAtMs: timeMs('due_at_ms').notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [index('points_push_due').on(table.dueAtMs), index('points_push_by_subscription').on(table.subscriptionId)],
)
