import type { Context } from '#server/context.ts'
import type { Subscription } from '#shared/api/subscription.ts'
import { type SubscriptionRow, doesRenew, featuresUntilMs, readMembership } from './membership.ts'
import { and, desc, eq, gt } from 'drizzle-orm'
import { payment } from '#server/platform/database/payment-schema.ts'
import { findSku } from '../catalogue/skus.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { requireAccount } from '#server/platform/context/require-owner.ts'
import { PAYMENT_GRACE_MS } from '#shared/domain/membership-terms.ts'
import { type Result, ok } from '#shared/result.ts'

const STATES = { trial: 'TRIAL', active: 'ACTIVE', past_due: 'PAST_DUE', ended: 'CANCELLED' } as const
const CURRENCY = 'USD'

/** The subscription that gives the membership; H4040 where none does. */
export async function readSubscription({ ctx }: { ctx: Context }): Promise<Result<Subscription, ServiceFailure>> {
  const account = await requireAccount(ctx)
  if (!account.ok) return account
  const nowMs = ctx.nowMs()
  const { current, hasPackDiscount } = await readMembership(ctx.db, account.value.accountId, nowMs)
  if (current === null) return refuse('H4040')
  const sku = findSku(current.skuId)
  const isRenewed = doesRenew(current)
  return ok({
    orderId: current.orderId,
    skuId: current.skuId,
    plan: current.plan,
    state: isRenewed ? STATES[current.state] : 'CANCELLED',
    ...((await latestPrice(ctx, current)) ?? { priceCents: sku?.cents ?? 0, currencyCode: CURRENCY }),
    pointsPerCycle: sku?.points ?? 0,
    periodEndsAt: current.periodEndMs,
    renewsAt: isRenewed ? current.periodEndMs : null,
    endsAt: featuresUntilMs(current, nowMs),
    graceEndsAt: current.state === 'past_due' ? current.periodEndMs + PAYMENT_GRACE_MS : null,
    hasPackDiscount,
  })
}

/** A running plan keeps the price it was bought at, whatever the catalogue says. */
async function latestPrice({ db }: Pick<Context, 'db'>, { orderId }: SubscriptionRow) {
  const [latest] = await db
    .select({ priceCents: payment.amountCents, currencyCode: payment.currencyCode })
    .from(payment)
    .where(and(eq(payment.orderId, orderId), gt(payment.cycle, 0)))
    .orderBy(desc(payment.cycle))
    .limit(1)
  return latest
}
