import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { PLANS } from '#shared/domain/membership-terms.ts'
import { timeMs } from './core-schema.ts'

/** Tables of the payment sandbox, which simulates a separate service: the app's tables and these never reference each other. */
export const sandboxSession = pgTable(
  'sandbox_session',
  {
    id: text().primaryKey(),
    /** The merchant's id of the order. */
    orderId: text('order_id').notNull(),
    name: text().notNull(),
    plan: text({ enum: PLANS }),
    trialMs: timeMs('trial_ms').notNull(),
    currencyCode: text('currency_code').notNull(),
    /** `amountCents` is charged at the checkout, `planCents` at each renewal. */
    amountCents: integer('amount_cents').notNull(),
    planCents: integer('plan_cents').notNull(),
    /** The discount at the checkout, and its name. */
    discountCents: integer('discount_cents').notNull().default(0),
    discountName: text('discount_name').notNull().default(''),
    returnUrl: text('return_url').notNull(),
    cancelUrl: text('cancel_url').notNull(),
    isEmbedded: boolean('is_embedded').notNull(),
    goesBack: boolean('goes_back').notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
    expiresAtMs: timeMs('expires_at_ms').notNull(),
    closedAtMs: timeMs('closed_at_ms'),
  },
  // An order of the merchant has one session.
  (table) => [uniqueIndex('sandbox_session_order').on(table.orderId)],
)

export const sandboxSubscription = pgTable(
  'sandbox_subscription',
  {
    id: text().primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sandboxSession.id),
    /** The start of the plan's first paid cycle, and the number of cycles before it. Later cycles are counted from this start. */
    anchorMs: timeMs('anchor_ms').notNull(),
    anchorCycle: integer('anchor_cycle').notNull().default(0),
    /** The plan after a change; null: the plan of the session. */
    plan: text({ enum: PLANS }),
    planCents: integer('plan_cents'),
    /** The plan that starts at the end of the period; null if the plan stays the same. */
    nextPlan: text('next_plan', { enum: PLANS }),
    nextCents: integer('next_cents'),
    /** The number of the last paid cycle; 0 is the trial. */
    cycle: integer().notNull(),
    state: text({ enum: ['trial', 'active', 'past_due', 'canceled'] }).notNull(),
    periodStartMs: timeMs('period_start_ms').notNull(),
    periodEndMs: timeMs('period_end_ms').notNull(),
    /** When the next step is due: a renewal, a retry, or the end; null after the end. */
    dueAtMs: timeMs('due_at_ms'),
    isCardRefused: boolean('is_card_refused').notNull().default(false),
    cancelledAtMs: timeMs('cancelled_at_ms'),
    endedAtMs: timeMs('ended_at_ms'),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [
    // A session has one subscription.
    uniqueIndex('sandbox_subscription_session').on(table.sessionId),
    index('sandbox_subscription_due')
      .on(table.dueAtMs)
      .where(sql`${table.dueAtMs} is not null`),
  ],
)

/** A charge: the first of a session, or one per later cycle of a plan. For plans it is also the invoice. */
export const sandboxCharge = pgTable(
  'sandbox_charge',
  {
    id: text().primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sandboxSession.id),
    subscriptionId: text('subscription_id').references(() => sandboxSubscription.id),
    /** The number of the paid cycle. Null for one-time purchases, and for a plan's first charge until it is paid. */
    cycle: integer(),
    state: text({ enum: ['payment_failed', 'succeeded', 'closed'] }).notNull(),
    amountCents: integer('amount_cents').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /**
     * `plan` is set if it differs from the session's plan. `creditCents` is the credited part of the price. `changeKey` names the plan
     * change that this charge pays.
     */
    plan: text({ enum: PLANS }),
    creditCents: integer('credit_cents').notNull().default(0),
    changeKey: text('change_key'),
    startsAtMs: timeMs('starts_at_ms'),
    endsAtMs: timeMs('ends_at_ms'),
    createdAtMs: timeMs('created_at_ms').notNull(),
    paidAtMs: timeMs('paid_at_ms'),
    isFirst: boolean('is_first').notNull(),
    /** Whether refunds of this charge wait for a button press on the admin page. */
    holdsRefunds: boolean('holds_refunds').notNull().default(false),
  },
  (table) => [
    // A session has one first payment; a plan has one payment per later cycle.
    uniqueIndex('sandbox_charge_first')
      .on(table.sessionId)
      .where(sql`${table.isFirst}`),
    uniqueIndex('sandbox_charge_cycle').on(table.subscriptionId, table.cycle),
    uniqueIndex('sandbox_charge_change').on(table.changeKey),
  ],
)

/** A refund that the merchant has requested, once per key. */
export const sandboxRefund = pgTable(
  'sandbox_refund',
  {
    id: text().primaryKey(),
    chargeId: text('charge_id')
      .notNull()
      .references(() => sandboxCharge.id),
    merchantKey: text('merchant_key').notNull(),
    amountCents: integer('amount_cents').notNull(),
    state: text({ enum: ['processing', 'succeeded', 'failed'] }).notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [uniqueIndex('sandbox_refund_key').on(table.merchantKey), index('sandbox_refund_by_charge').on(table.chargeId)],
)

/** A webhook to the merchant. */
export const sandboxEvent = pgTable(
  'sandbox_news',
  {
    id: text().primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sandboxSession.id),
    type: text().notNull(),
    body: text().notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
    /** The time of the next delivery. Null if the event was delivered, given up, or suppressed by a test. */
    dueAtMs: timeMs('due_at_ms'),
    tries: integer().notNull().default(0),
    heardAtMs: timeMs('heard_at_ms'),
  },
  (table) => [
    index('sandbox_news_due')
      .on(table.dueAtMs)
      .where(sql`${table.dueAtMs} is not null`),
    index('sandbox_news_by_session').on(table.sessionId),
  ],
)

/** A saved card of a buyer, for charges while the buyer is absent. */
export const sandboxSavedCard = pgTable(
  'sandbox_saved_card',
  {
    id: text().primaryKey(),
    merchantKey: text('merchant_key').notNull(),
    returnUrl: text('return_url').notNull(),
    /** How the card answers a charge; null until the card is saved. */
    kind: text({ enum: ['works', 'declined', 'confirm'] }),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [uniqueIndex('sandbox_saved_card_key').on(table.merchantKey)],
)
