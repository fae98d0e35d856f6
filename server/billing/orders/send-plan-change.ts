import { and, eq, ne, payOrder, planChange, subscription } from '#server/database/database.ts'
import type { Plan } from '#shared/domain/membership-terms.ts'
import { type Result, ok } from '#shared/result.ts'
import { type CatalogueSku, skuOfPlan } from '../catalogue/skus.ts'
import { doesRenew } from '../membership.ts'
import { readAgreedPrice } from '../membership/plan-price.ts'
import type { PaymentFailure } from '../providers/payment-provider.ts'
import type { OrderDeps } from '../notify-payer.ts'

/**
 * Sends an agreed plan change to the provider. Scheduled checks call this again until the provider answers; an immediate change is sent
 * only until its quote expires. The state read afterwards shows the result. Fails only if the provider does not answer.
 */
export async function sendPlanChange(deps: OrderDeps, orderId: string): Promise<Result<null, PaymentFailure>> {
  const { db, payment, nowMs } = deps
  if (!payment.can.has('changePlan')) return ok(null)
  const [planAndChange] = await db
    .select({ plan: subscription, currencyCode: payOrder.currencyCode, change: planChange })
    .from(subscription)
    .innerJoin(payOrder, eq(payOrder.id, subscription.orderId))
    .leftJoin(planChange, eq(planChange.id, subscription.changeId))
    .where(eq(subscription.orderId, orderId))
  if (planAndChange === undefined || !doesRenew(planAndChange.plan)) return ok(null)
  const { plan, currencyCode, change } = planAndChange
  const updatePlan = (set: Partial<typeof subscription.$inferSelect>, isUnchanged: ReturnType<typeof eq>) =>
    db
      .update(subscription)
      .set(set)
      .where(and(eq(subscription.orderId, orderId), ne(subscription.state, 'ended'), isUnchanged))
  if (change !== null && nowMs() < change.expiresAtMs) {
    const { id, atMs, expiresAtMs, toPlan, dueCents, priceCents } = change
    const sku = { ...skuOfPlan(toPlan), cents: priceCents }
    const sent = await payment.changeNow(plan.ref, { id, sku, currencyCode, atMs, dueCents, expiresAtMs })
    if (!sent.ok && sent.error === 'away') return sent
    if (!sent.ok) {
      await db.update(planChange).set({ outcome: 'refused' }).where(eq(planChange.id, id))
      await updatePlan({ changeId: null }, eq(subscription.changeId, id))
    }
    return ok(null)
  }
  if (plan.wantedPlan === plan.nextPlan || plan.state !== 'active') return ok(null)
  const { wantedPlan } = plan
  const sent =
    wantedPlan === null
      ? await payment.cancelPlanChange(plan.ref)
      : await payment.changeAtEnd(plan.ref, { sku: await readAgreedSku(db, orderId, wantedPlan), currencyCode })
  if (!sent.ok && sent.error === 'away') return sent
  if (!sent.ok && wantedPlan !== null) await updatePlan({ wantedPlan: null }, eq(subscription.wantedPlan, wantedPlan))
  return ok(null)
}

/** The product of a plan, with the agreed price instead of the current price in the catalogue. */
async function readAgreedSku(db: OrderDeps['db'], orderId: string, plan: Plan): Promise<CatalogueSku> {
  const sku = skuOfPlan(plan)
  return { ...sku, cents: (await readAgreedPrice(db, orderId, plan))?.priceCents ?? sku.cents }
}
