import type { ServiceConfig } from '#server/verbs/services.ts'
import { type Database, type Transaction, and, desc, eq, gt, isNotNull, sql } from '#server/database/database.ts'
import { payment, payOrder, planChange } from '#server/database/schema.ts'
import type { Plan } from '#shared/domain/membership-terms.ts'
import { skuIn, skuOfPlan } from '../catalogue/skus.ts'
import { type Membership, type SubscriptionRow, doesRenew } from '../membership.ts'

interface Price {
  readonly priceCents: number
  readonly currencyCode: string
}

/** The price of a running plan, from its purchase or last change. Changes of the catalogue do not affect it. */
async function readCurrentPrice(db: Database | Transaction, row: Pick<SubscriptionRow, 'orderId' | 'plan'>): Promise<Price | undefined> {
  const { plan, amountCents, creditCents, discountCents, currencyCode } = payment
  const [latestPayment] = await db
    .select({ plan, priceCents: sql<number>`${amountCents} + ${creditCents} + ${discountCents}`, currencyCode })
    .from(payment)
    .where(and(eq(payment.orderId, row.orderId), gt(payment.cycle, 0)))
    .orderBy(desc(payment.cycle))
    .limit(1)
  if (latestPayment === undefined || (latestPayment.plan ?? row.plan) !== row.plan) return readAgreedPrice(db, row.orderId, row.plan)
  return { priceCents: latestPayment.priceCents, currencyCode: latestPayment.currencyCode }
}

export interface PriceDeps {
  readonly db: Database | Transaction
  readonly config: Pick<ServiceConfig, 'prices'>
}

/** The price of a subscription's plan from now on, in the currency of the purchase: the paid or agreed price, else the catalogue price. */
export async function priceOfPlan({ db, config }: PriceDeps, row: Pick<SubscriptionRow, 'orderId' | 'plan'>, plan: Plan): Promise<Price> {
  const knownPrice = plan === row.plan ? await readCurrentPrice(db, row) : await readAgreedPrice(db, row.orderId, plan)
  if (knownPrice !== undefined) return knownPrice
  const currencyCode = await currencyOfOrder(db, row.orderId)
  const sku = skuIn(config.prices, skuOfPlan(plan).skuId, currencyCode)
  if (sku === undefined) throw new Error(`PRICES has no ${currencyCode} any more, which plans are still sold in`)
  return { priceCents: sku.cents, currencyCode }
}

export async function currencyOfOrder(db: Database | Transaction, orderId: string): Promise<string> {
  const [order] = await db.select({ currencyCode: payOrder.currencyCode }).from(payOrder).where(eq(payOrder.id, orderId))
  if (order === undefined) throw new Error('a plan without an order')
  return order.currencyCode
}

/** The currency of the renewing plan: the shop sells another plan only in this currency. Undefined if no plan renews. */
export async function planCurrencyOf(db: Database | Transaction, { currentPlan }: Membership): Promise<string | undefined> {
  return currentPlan === null || !doesRenew(currentPlan) ? undefined : currencyOfOrder(db, currentPlan.orderId)
}

/** The price of this plan in the last plan change that the user agreed to. */
export async function readAgreedPrice(db: Database | Transaction, orderId: string, plan: Plan): Promise<Price | undefined> {
  const isAgreed = and(eq(planChange.orderId, orderId), eq(planChange.toPlan, plan), isNotNull(planChange.agreedAtMs))
  const { priceCents, currencyCode } = planChange
  const [agreedPriceRow] = await db
    .select({ priceCents, currencyCode })
    .from(planChange)
    .where(isAgreed)
    .orderBy(desc(planChange.agreedAtMs))
    .limit(1)
  return agreedPriceRow
}
