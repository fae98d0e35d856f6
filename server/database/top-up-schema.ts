import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { TOP_UP_ENDS } from '#shared/domain/top-up-rules.ts'
import { owner, newestFirst, timeMs } from './core-schema.ts'

/** An agreement to automatic top-ups. It starts when its card is saved. A new agreement replaces it. */
export const topUp = pgTable(
  'top_up',
  {
    id: text().primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owner.id),
    skuId: text('sku_id').notNull(),
    belowPoints: integer('below_points').notNull(),
    ceilingCents: integer('ceiling_cents').notNull(),
    /** The maximum charge of one top-up. */
    priceCents: integer('price_cents').notNull(),
    currencyCode: text('currency_code').notNull(),
    provider: text().notNull(),
    agreedAtMs: timeMs('agreed_at_ms').notNull(),
    /** The provider's id of the session in which the user saves the card. */
    cardSession: text('card_session'),
    /** The provider's id of the card, and the label that the user sees; null until the card is saved. */
    cardRef: text('card_ref'),
    cardLabel: text('card_label'),
    startedAtMs: timeMs('started_at_ms'),
    endedAtMs: timeMs('ended_at_ms'),
    endReason: text('end_reason', { enum: TOP_UP_ENDS }),
  },
  (table) => [
    // An account has one running agreement at a time.
    uniqueIndex('top_up_running')
      .on(table.ownerId)
      .where(sql`${table.endedAtMs} is null`),
    index('top_up_by_owner').on(table.ownerId, newestFirst(table.agreedAtMs)),
  ],
)

export type TopUpRow = typeof topUp.$inferSelect

/**
 * The settings of an account for a low balance. A ledger entry that lowers the balance below a limit sets `dueAtMs`, and a payment round
 * then checks the balance.
 */
export const lowPoints = pgTable(
  'low_points',
  {
    ownerId: text('owner_id')
      .primaryKey()
      .references(() => owner.id),
    /** A balance below this limit sends the user a notice; null: never. */
    noticePoints: integer('notice_points'),
    /** Whether the balance has fallen below `noticePoints` since a payment round last checked it. */
    isFallen: boolean('is_fallen').notNull().default(false),
    toldAtMs: timeMs('told_at_ms'),
    dueAtMs: timeMs('due_at_ms'),
  },
  (table) => [
    index('low_points_due')
      .on(table.dueAtMs)
      .where(sql`${table.dueAtMs} is not null`),
  ],
)
