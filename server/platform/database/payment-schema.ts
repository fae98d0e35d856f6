import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { PAY_RESULTS } from '#shared/api/pay-orders.ts'
import { PLANS } from '#shared/domain/membership-terms.ts'
import { owner } from './schema.ts'
import { timeMs } from './time-ms.ts'

/** Something somebody wants to buy, and what became of it by the payment provider's word. */
export const payOrder = pgTable(
  'pay_order',
  {
    id: text().primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owner.id),
    skuId: text('sku_id').notNull(),
    skuType: integer('sku_type').notNull(),
    /** What a pack adds; 0 for a subscription. */
    points: integer().notNull(),
    /** Charged now. */
    amountCents: integer('amount_cents').notNull(),
    currencyCode: text('currency_code').notNull(),
    provider: text().notNull(),
    /** Null until the provider has opened a checkout. */
    sessionId: text('session_id'),
    checkoutUrl: text('checkout_url'),
    isEmbedded: boolean('is_embedded').notNull(),
    state: text({ enum: PAY_RESULTS }).notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
    settledAtMs: timeMs('settled_at_ms'),
    /** When the provider is asked next without being told to; null: not any more. */
    syncAtMs: timeMs('sync_at_ms'),
    syncTries: integer('sync_tries').notNull().default(0),
  },
  (table) => [
    index('pay_order_by_owner').on(table.ownerId, table.createdAtMs.desc()),
    // Two checkouts are one: the provider’s session.
    uniqueIndex('pay_order_session').on(table.provider, table.sessionId),
    index('pay_order_to_sync')
      .on(table.syncAtMs)
      .where(sql`${table.syncAtMs} is not null`),
  ],
)

export type OrderRow = typeof payOrder.$inferSelect

/** A plan that somebody has, as the provider told it last. It belongs to the order that began it. */
export const subscription = pgTable(
  'subscription',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => payOrder.id),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owner.id),
    /** The provider's own name for it. */
    ref: text().notNull(),
    skuId: text('sku_id').notNull(),
    plan: text({ enum: PLANS }).notNull(),
    state: text({ enum: ['trial', 'active', 'past_due', 'ended'] }).notNull(),
    periodStartMs: timeMs('period_start_ms').notNull(),
    periodEndMs: timeMs('period_end_ms').notNull(),
    /** It is not renewed any more. */
    cancelledAtMs: timeMs('cancelled_at_ms'),
    /** When it ended for good, by the provider's word. */
    endedAtMs: timeMs('ended_at_ms'),
    /** Its renewals are to be called off; tried until the provider has heard it. */
    stopWish: text('stop_wish', { enum: ['period_end', 'now'] }),
    /** The end of the trial that was told by mail. */
    remindedOfMs: timeMs('reminded_of_ms'),
    createdAtMs: timeMs('created_at_ms').notNull(),
    /** When it is looked at next; null once it has ended. */
    syncAtMs: timeMs('sync_at_ms'),
  },
  (table) => [
    index('subscription_by_owner').on(table.ownerId, table.createdAtMs.desc()),
    // Two plans are one: the provider’s own name for it.
    uniqueIndex('subscription_ref').on(table.ref),
    index('subscription_to_sync')
      .on(table.syncAtMs)
      .where(sql`${table.syncAtMs} is not null`),
  ],
)

/** Money that came, and the start of a trial. Its id is the ledger's order id and the receipt's. */
export const payment = pgTable(
  'payment',
  {
    id: text().primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => payOrder.id),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owner.id),
    /** Counts the cycles of a subscription, 0 for its trial; null for a pack. */
    cycle: integer(),
    /** The provider's own name for the trade or invoice. */
    ref: text().notNull(),
    amountCents: integer('amount_cents').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    currencyCode: text('currency_code').notNull(),
    paymentMethod: integer('payment_method').notNull(),
    /** What it added to the ledger, and what a refund took back of that. */
    points: integer().notNull(),
    pointsTakenBack: integer('points_taken_back').notNull().default(0),
    startsAtMs: timeMs('starts_at_ms'),
    endsAtMs: timeMs('ends_at_ms'),
    paidAtMs: timeMs('paid_at_ms').notNull(),
  },
  (table) => [
    // Two payments are one: the same cycle of an order, or the pack it buys.
    uniqueIndex('payment_cycle_once').on(table.orderId, sql`coalesce(${table.cycle}, -1)`),
    index('payment_by_owner').on(table.ownerId, table.paidAtMs.desc(), table.id),
  ],
)

/** News of a payment provider, once per event id; worked off by asking the provider for the truth. */
export const paymentEvent = pgTable(
  'payment_event',
  {
    provider: text().notNull(),
    id: text().notNull(),
    type: text().notNull(),
    /** The order it is about; null when that is not known yet. */
    orderId: text('order_id'),
    subjectRef: text('subject_ref'),
    receivedAtMs: timeMs('received_at_ms').notNull(),
    doneAtMs: timeMs('done_at_ms'),
    tries: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.id] }),
    index('payment_event_open')
      .on(table.receivedAtMs)
      .where(sql`${table.doneAtMs} is null`),
  ],
)

/** Whoever had a free trial never gets a second one, even under a new account of the same address. */
export const trialUse = pgTable('trial_use', {
  emailHash: text('email_hash').primaryKey(),
  usedAtMs: timeMs('used_at_ms').notNull(),
})
