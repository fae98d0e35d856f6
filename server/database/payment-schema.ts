import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { PAY_RESULTS } from '#shared/api/pay-orders.ts'
import { DOCUMENT_KINDS } from '#shared/domain/invoice-rules.ts'
import { PLANS, PLAN_CHANGES } from '#shared/domain/membership-terms.ts'
import { REFUND_REASONS, REFUND_STATES } from '#shared/domain/refund-rules.ts'
import { owner, newestFirst, timeMs } from './core-schema.ts'
import { topUp } from './top-up-schema.ts'

/** The columns of a promotion code and its discount; 0 and '' without a code. */
const discount = () => ({
  discountCents: integer('discount_cents').notNull().default(0),
  promotionCode: text('promotion_code').notNull().default(''),
})

/** An order and its state at the payment provider. */
export const payOrder = pgTable(
  'pay_order',
  {
    id: text().primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owner.id),
    skuId: text('sku_id').notNull(),
    skuType: integer('sku_type').notNull(),
    /** Points of a pack; 0 for a subscription. */
    points: integer().notNull(),
    /** The amount of the first payment, after the discount; 0 for a trial. */
    amountCents: integer('amount_cents').notNull(),
    // A promotion code reduces only the first payment. Each later payment of a plan is `amountCents` plus `discountCents`.
    ...discount(),
    currencyCode: text('currency_code').notNull(),
    provider: text().notNull(),
    /** The provider's id of the checkout; null until the checkout is open. */
    sessionId: text('session_id'),
    checkoutUrl: text('checkout_url'),
    isEmbedded: boolean('is_embedded').notNull(),
    state: text({ enum: PAY_RESULTS }).notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
    settledAtMs: timeMs('settled_at_ms'),
    /** The time of the next poll of the provider, in case no webhook arrives; null if no poll is planned. */
    syncAtMs: timeMs('sync_at_ms'),
    syncTries: integer('sync_tries').notNull().default(0),
    /** The automatic top-up that created this order; null if the user created it. */
    topUpId: text('top_up_id').references(() => topUp.id),
  },
  (table) => [
    // An owner has at most one unpaid order of an automatic top-up.
    uniqueIndex('pay_order_top_up')
      .on(table.ownerId)
      .where(sql`${table.topUpId} is not null and ${table.state} in ('PENDING', 'FAILED')`),
    index('pay_order_by_owner').on(table.ownerId, newestFirst(table.createdAtMs), newestFirst(table.id)),
    // A checkout at the provider belongs to one order.
    uniqueIndex('pay_order_session').on(table.provider, table.sessionId),
    index('pay_order_to_sync')
      .on(table.syncAtMs)
      .where(sql`${table.syncAtMs} is not null`),
  ],
)

export type OrderRow = typeof payOrder.$inferSelect

/** A subscription, with the state that the provider reported last. Its key is the order that started it. */
export const subscription = pgTable(
  'subscription',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => payOrder.id),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owner.id),
    /** The provider's id of the subscription. */
    ref: text().notNull(),
    skuId: text('sku_id').notNull(),
    plan: text({ enum: PLANS }).notNull(),
    state: text({ enum: ['trial', 'active', 'past_due', 'ended'] }).notNull(),
    periodStartMs: timeMs('period_start_ms').notNull(),
    periodEndMs: timeMs('period_end_ms').notNull(),
    /** When the user cancelled the renewals. */
    cancelledAtMs: timeMs('cancelled_at_ms'),
    /** When the subscription ended, according to the provider. */
    endedAtMs: timeMs('ended_at_ms'),
    /** A requested cancellation (`period_end`, `now`), or its withdrawal. The server repeats the request until the provider confirms it. */
    requestedStop: text('stop_wish', { enum: ['period_end', 'now', 'withdrawn'] }),
    /**
     * The plan of the next period: `nextPlan` according to the provider, `wantedPlan` according to the user. Null: the plan stays the same.
     */
    nextPlan: text('next_plan', { enum: PLANS }),
    wantedPlan: text('wanted_plan', { enum: PLANS }),
    /** The id of an immediate plan change that the user accepted and whose result is unknown. */
    changeId: text('change_id'),
    /** The end of the period for which the last reminder (of a trial's end or a yearly renewal) was sent. */
    remindedOfMs: timeMs('reminded_of_ms'),
    createdAtMs: timeMs('created_at_ms').notNull(),
    /** The time of the next poll of the provider; null after the end of the subscription. */
    syncAtMs: timeMs('sync_at_ms'),
  },
  (table) => [
    index('subscription_by_owner').on(table.ownerId, newestFirst(table.createdAtMs)),
    uniqueIndex('subscription_ref').on(table.ref),
    index('subscription_to_sync')
      .on(table.syncAtMs)
      .where(sql`${table.syncAtMs} is not null`),
  ],
)

/** A quote of a plan change with its amounts and its result. An unaccepted quote expires at `expiresAtMs`. */
export const planChange = pgTable(
  'plan_change',
  {
    id: text().primaryKey(),
    kind: text({ enum: PLAN_CHANGES }).notNull(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owner.id),
    orderId: text('order_id')
      .notNull()
      .references(() => payOrder.id),
    fromPlan: text('from_plan', { enum: PLANS }).notNull(),
    toPlan: text('to_plan', { enum: PLANS }).notNull(),
    /** The end of the running period. The amounts of the quote are valid only in this period. */
    periodEndMs: timeMs('period_end_ms').notNull(),
    priceCents: integer('price_cents').notNull(),
    creditCents: integer('credit_cents').notNull(),
    dueCents: integer('due_cents').notNull(),
    points: integer().notNull(),
    currencyCode: text('currency_code').notNull(),
    /** The running period counts as used up to this time; the rest is credited. */
    atMs: timeMs('at_ms').notNull(),
    expiresAtMs: timeMs('expires_at_ms').notNull(),
    agreedAtMs: timeMs('agreed_at_ms'),
    /** The result of an immediate change. lapsed: the provider was not reachable in time. */
    outcome: text({ enum: ['changed', 'refused', 'lapsed'] }),
  },
  (table) => [index('plan_change_by_order').on(table.orderId)],
)

export type PlanChangeRow = typeof planChange.$inferSelect

/** A payment, or the start of a trial. Its id is also the order id in the ledger, and the id of the receipt. */
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
    /** The number of the paid cycle, 0 for the trial; null for a point pack. */
    cycle: integer(),
    /** The paid plan. Null for a point pack. Also null if a build without plan changes wrote the row: the order's plan then applies. */
    plan: text({ enum: PLANS }),
    /** The provider's id of the payment, such as a trade or an invoice. */
    ref: text().notNull(),
    /** The part of the price that was paid with credit for unused time. */
    creditCents: integer('credit_cents').notNull().default(0),
    ...discount(),
    amountCents: integer('amount_cents').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    currencyCode: text('currency_code').notNull(),
    paymentMethod: integer('payment_method').notNull(),
    /** The points that the payment added to the ledger, and the points that its refunds have deducted from the ledger. */
    points: integer().notNull(),
    pointsTakenBack: integer('points_taken_back').notNull().default(0),
    startsAtMs: timeMs('starts_at_ms'),
    endsAtMs: timeMs('ends_at_ms'),
    paidAtMs: timeMs('paid_at_ms').notNull(),
  },
  (table) => [
    // An order of a plan has one payment per cycle; an order of a point pack has one payment.
    uniqueIndex('payment_cycle_once').on(table.orderId, sql`coalesce(${table.cycle}, -1)`),
    index('payment_by_owner').on(table.ownerId, newestFirst(table.paidAtMs), table.id),
  ],
)

/**
 * A refund that the payer or an operator requested in Kinora; the provider decides it. The request deducts the points of the payment, and a
 * rejection returns them.
 */
export const refundRequest = pgTable(
  'refund_request',
  {
    /** The id of the request, and the idempotency key at the provider. */
    id: text().primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owner.id),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payment.id),
    orderId: text('order_id')
      .notNull()
      .references(() => payOrder.id),
    by: text('requested_by', { enum: ['payer', 'operator'] }).notNull(),
    reason: text({ enum: REFUND_REASONS }).notNull(),
    state: text({ enum: REFUND_STATES }).notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** The points that the request deducted. */
    points: integer().notNull(),
    /** The amount of the payment that earlier refunds returned. */
    refundedBeforeCents: integer('refunded_before_cents').notNull(),
    endsPlan: boolean('ends_plan').notNull(),
    /** The provider's id of the refund; null until the provider has accepted the request. */
    ref: text(),
    requestedAtMs: timeMs('requested_at_ms').notNull(),
    settledAtMs: timeMs('settled_at_ms'),
    /** The time of the next poll; null when the request is decided. */
    syncAtMs: timeMs('sync_at_ms'),
  },
  (table) => [
    // A payment has one undecided request at a time.
    uniqueIndex('refund_request_open')
      .on(table.paymentId)
      .where(sql`${table.state} = 'requested'`),
    index('refund_request_by_payment').on(table.paymentId),
    index('refund_request_by_order').on(table.orderId),
    index('refund_request_by_owner').on(table.ownerId, newestFirst(table.requestedAtMs)),
    index('refund_request_to_sync')
      .on(table.syncAtMs)
      .where(sql`${table.syncAtMs} is not null`),
  ],
)

export type RefundRow = typeof refundRequest.$inferSelect

/**
 * The last document numbers of a seller. A transaction that assigns a number locks the row until it ends, so the numbers have no gaps.
 * Invoices and credit notes share a row: with two rows, two transactions that need both numbers could deadlock.
 */
export const documentSeries = pgTable('document_series', {
  /** The prefix of the document numbers; it identifies the seller. */
  prefix: text().primaryKey(),
  lastInvoice: integer('last_invoice').notNull(),
  lastCreditNote: integer('last_credit_note').notNull(),
})

/** An invoice for a payment, or a credit note for a refund. The row never changes, and it outlives the payer's account. */
export const invoice = pgTable(
  'invoice',
  {
    id: text().primaryKey(),
    kind: text({ enum: DOCUMENT_KINDS }).notNull(),
    prefix: text().notNull(),
    number: integer().notNull(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payment.id),
    /** The invoice that a credit note corrects. */
    invoiceId: text('invoice_id').references((): AnyPgColumn => invoice.id),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owner.id),
    issuedAtMs: timeMs('issued_at_ms').notNull(),
    paidAtMs: timeMs('paid_at_ms').notNull(),
    startsAtMs: timeMs('starts_at_ms'),
    endsAtMs: timeMs('ends_at_ms'),
    sellerName: text('seller_name').notNull(),
    sellerAddress: text('seller_address').notNull(),
    sellerTaxNumber: text('seller_tax_number').notNull(),
    payerName: text('payer_name').notNull(),
    payerAddress: text('payer_address').notNull(),
    payerTaxNumber: text('payer_tax_number').notNull(),
    itemName: text('item_name').notNull(),
    /** The credit for the unused time of the plan before a change, and its item name. `grossCents` is the amount after this credit. */
    creditCents: integer('credit_cents').notNull().default(0),
    creditedItem: text('credited_item').notNull().default(''),
    ...discount(),
    currencyCode: text('currency_code').notNull(),
    grossCents: integer('gross_cents').notNull(),
    netCents: integer('net_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    /** The tax rate in hundredths of a percent; null if the document shows no tax. */
    taxRate: integer('tax_rate'),
  },
  (table) => [
    uniqueIndex('invoice_number').on(table.prefix, table.kind, table.number),
    uniqueIndex('invoice_once')
      .on(table.paymentId)
      .where(sql`${table.kind} = 'invoice'`),
    index('invoice_by_payment').on(table.paymentId),
    index('invoice_by_owner').on(table.ownerId),
  ],
)

export type InvoiceRow = typeof invoice.$inferSelect

/** An event that the payment provider reported, stored once. To process it, the server reads the state of its order at the provider. */
export const paymentEvent = pgTable(
  'payment_event',
  {
    provider: text().notNull(),
    id: text().notNull(),
    type: text().notNull(),
    /** The order that the event concerns; null while it is unknown. */
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
