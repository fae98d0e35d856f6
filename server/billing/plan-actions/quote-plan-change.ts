import { type CallRequest, type Context, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import type { PlanQuote, quotePlanChange as quoteCall } from '#shared/api/plan-change.ts'
import { and, desc, eq, gt, isNull, lt } from '#server/database/database.ts'
import { type PlanChangeRow, payOrder, payment, planChange, subscription } from '#server/database/schema.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { LIMITS, countTry } from '#server/verbs/rate-limit.ts'
import { requireAccount } from '#server/verbs/require-owner.ts'
import { skuIn, skuOfPlan } from '../catalogue/skus.ts'
import type { PlanChangeRequest } from '../providers/payment-provider.ts'
import { valueOf } from '../payments/record-payment.ts'
import { cycleStartMs, creditedPoints, unusedCents } from '#shared/domain/plan-periods.ts'
import { PLAN_QUOTE_MS } from '#shared/domain/membership-terms.ts'
import type { SubscriptionRow } from '../membership.ts'
import { canChange } from '../membership/offered-actions.ts'

const SECOND_MS = 1000

/** Quotes the price of a plan change. A more expensive plan starts at once, a cheaper plan at the end of the period. */
export async function quotePlanChange({ ctx, input: { orderId, plan } }: CallRequest<typeof quoteCall>): Promise<Answer<PlanQuote>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const nowMs = ctx.nowMs()
  const counted = await countTry(ctx.db, nowMs, LIMITS.planQuoteByAccount, [session.value.accountId])
  if (!counted.ok) return counted
  const isThisPlan = and(eq(subscription.orderId, orderId), eq(subscription.ownerId, session.value.accountId))
  const [row] = await ctx.db.select().from(subscription).where(isThisPlan)
  if (row === undefined) return refuse('H4023', ['orderId'])
  // Providers calculate the unused time in whole seconds.
  const atMs = Math.floor(nowMs / SECOND_MS) * SECOND_MS
  const isOpen = row.plan !== plan && atMs >= row.periodStartMs && nowMs < row.periodEndMs
  if (!isOpen || !(await canChange(ctx, row))) return refuse('H4021')
  const [order] = await ctx.db.select().from(payOrder).where(eq(payOrder.id, orderId))
  if (order === undefined) return refuse('H4023', ['orderId'])
  const sku = skuIn(ctx.config.prices, skuOfPlan(plan).skuId, order.currencyCode)
  if (sku === undefined) return refuse('H4021')
  const amounts =
    plan === 'yearly'
      ? await quoteImmediateChange(ctx, row, { sku, currencyCode: order.currencyCode, atMs })
      : ok({ ...NO_CHARGE_NOW, points: sku.points })
  if (!amounts.ok) return amounts
  const quote: PlanChangeRow = {
    id: makeId(),
    orderId,
    ownerId: row.ownerId,
    kind: plan === 'yearly' ? 'now' : 'period_end',
    fromPlan: row.plan,
    toPlan: plan,
    periodEndMs: row.periodEndMs,
    priceCents: sku.cents,
    ...amounts.value,
    currencyCode: order.currencyCode,
    atMs,
    expiresAtMs: nowMs + PLAN_QUOTE_MS,
    agreedAtMs: null,
    outcome: null,
  }
  const isStale = and(eq(planChange.orderId, orderId), isNull(planChange.agreedAtMs), lt(planChange.expiresAtMs, nowMs))
  await ctx.db.delete(planChange).where(isStale)
  await ctx.db.insert(planChange).values(quote)
  return ok(toQuote(quote))
}

const NO_CHARGE_NOW = { creditCents: 0, dueCents: 0 }

async function quoteImmediateChange(ctx: Context, row: SubscriptionRow, change: PlanChangeRequest) {
  const preview = await ctx.payment.previewChange(row.ref, change)
  if (!preview.ok) return refuse(preview.error === 'away' ? 'H4013' : 'H4021')
  const isOfPlan = and(eq(payment.orderId, row.orderId), gt(payment.cycle, 0))
  const [latestPayment] = await ctx.db.select().from(payment).where(isOfPlan).orderBy(desc(payment.cycle)).limit(1)
  const { creditCents, dueCents } = preview.value
  if (latestPayment !== undefined && isCreditedTooMuch(latestPayment, creditCents, change.atMs)) return refuse('H4021')
  const alreadyCreditedPoints =
    latestPayment === undefined
      ? 0
      : creditedPoints(latestPayment.points - latestPayment.pointsTakenBack, creditCents, valueOf(latestPayment))
  return ok({ creditCents, dueCents, points: change.sku.points - alreadyCreditedPoints })
}

type PaymentRow = typeof payment.$inferSelect

/**
 * True if a promotion code paid a part of the running period, and the provider credits the full price: the credit would include money that
 * the user never paid.
 */
function isCreditedTooMuch(latestPayment: PaymentRow, creditCents: number, atMs: number): boolean {
  const { discountCents, startsAtMs, endsAtMs } = latestPayment
  if (discountCents === 0 || startsAtMs === null || endsAtMs === null) return false
  return creditCents > unusedCents({ paidCents: valueOf(latestPayment), startsAtMs, endsAtMs }, atMs) + ROUNDING_CENTS
}

/** The tolerance for providers that round differently, in minor units. */
const ROUNDING_CENTS = 1

function toQuote(row: PlanChangeRow): PlanQuote {
  const startsAt = row.kind === 'now' ? row.atMs : row.periodEndMs
  return {
    quoteId: row.id,
    orderId: row.orderId,
    kind: row.kind,
    from: row.fromPlan,
    to: row.toPlan,
    currencyCode: row.currencyCode,
    priceCents: row.priceCents,
    creditCents: row.creditCents,
    dueCents: row.dueCents,
    points: row.points,
    startsAt,
    endsAt: cycleStartMs(startsAt, row.toPlan, 1),
    expiresAt: row.expiresAtMs,
  }
}
