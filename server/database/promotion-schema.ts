import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { PROMOTION_AUDIENCES, REDEMPTION_STATES } from '#shared/domain/promotion-rules.ts'
import { payOrder } from './payment-schema.ts'
import { owner, newestFirst, timeMs } from './core-schema.ts'

/** A promotion code. It never changes, except that it can be disabled. */
export const promotion = pgTable(
  'promotion',
  {
    id: text().primaryKey(),
    /** The code in its normalised form. */
    code: text().notNull(),
    /** Either a percentage of the price, or cents by currency. */
    percentOff: integer('percent_off'),
    amountsOff: jsonb('amounts_off').$type<Readonly<Record<string, number>>>(),
    /** The products that the code is for; null: all plans and packs. */
    skuIds: jsonb('sku_ids').$type<readonly string[]>(),
    startsAtMs: timeMs('starts_at_ms'),
    endsAtMs: timeMs('ends_at_ms'),
    /** The maximum number of uses by all users; null: no limit. */
    mostRedemptions: integer('most_redemptions'),
    mostPerPerson: integer('most_per_person').notNull(),
    audience: text({ enum: PROMOTION_AUDIENCES }).notNull(),
    /** The users whom the code names: account ids and keyed hashes of mailboxes, so the row contains no addresses. */
    named: jsonb().$type<readonly string[]>().notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
    disabledAtMs: timeMs('disabled_at_ms'),
  },
  (table) => [
    uniqueIndex('promotion_code').on(table.code),
    index('promotion_newest').on(newestFirst(table.createdAtMs), newestFirst(table.id)),
  ],
)

export type PromotionRow = typeof promotion.$inferSelect

/** An order's use of a code: reserved with the order, redeemed when it is paid, released once no payment can follow. */
export const promotionRedemption = pgTable(
  'promotion_redemption',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => payOrder.id),
    promotionId: text('promotion_id')
      .notNull()
      .references(() => promotion.id),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owner.id),
    /** A keyed hash of the payer's mailbox: another account of the mailbox is the same user. */
    mailboxHash: text('mailbox_hash').notNull(),
    state: text({ enum: REDEMPTION_STATES }).notNull(),
    reservedAtMs: timeMs('reserved_at_ms').notNull(),
    settledAtMs: timeMs('settled_at_ms'),
  },
  (table) => [
    index('promotion_redemption_by_promotion').on(table.promotionId, newestFirst(table.reservedAtMs), newestFirst(table.orderId)),
    index('promotion_redemption_by_owner').on(table.ownerId),
  ],
)
