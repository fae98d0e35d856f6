import { type Answer, type Context, ok, refuse } from '#server/verbs/verb.ts'
import { requireAccount } from '#server/verbs/require-owner.ts'
import type { Subscription } from '#shared/api/subscription.ts'
import { PAYMENT_GRACE_MS, otherPlan } from '#shared/domain/membership-terms.ts'
import { currenciesOf, findSku, skuOfPlan } from '../catalogue/skus.ts'
import { type SubscriptionRow, doesRenew, featuresUntilMs, readMembership } from '../membership.ts'
import { canChange, readOfferedActions } from './offered-actions.ts'
import { type PriceDeps, currencyOfOrder, priceOfPlan } from './plan-price.ts'

const WIRE_STATES = { trial: 'TRIAL', active: 'ACTIVE', past_due: 'PAST_DUE', ended: 'CANCELLED' } as const

/** The subscription that provides the membership. H4040 if there is none. */
export async function readSubscription({ ctx }: { ctx: Context }): Promise<Answer<Subscription>> {
  const account = await requireAccount(ctx)
  if (!account.ok) return account
  const nowMs = ctx.nowMs()
  const { currentPlan, hasPackDiscount } = await readMembership(ctx.db, account.value.accountId, nowMs)
  if (currentPlan === null) return refuse('H4040')
  const sku = findSku(currentPlan.skuId)
  const isRenewed = doesRenew(currentPlan)
  return ok({
    orderId: currentPlan.orderId,
    skuId: currentPlan.skuId,
    plan: currentPlan.plan,
    state: isRenewed ? WIRE_STATES[currentPlan.state] : 'CANCELLED',
    ...(await priceOfPlan(ctx, currentPlan, currentPlan.plan)),
    pointsPerCycle: sku?.points ?? 0,
    periodEndsAt: currentPlan.periodEndMs,
    renewsAt: isRenewed ? currentPlan.periodEndMs : null,
    endsAt: featuresUntilMs(currentPlan, nowMs),
    graceEndsAt: currentPlan.state === 'past_due' ? currentPlan.periodEndMs + PAYMENT_GRACE_MS : null,
    hasPackDiscount,
    can: await readOfferedActions(ctx, currentPlan),
    isResuming: currentPlan.requestedStop === 'withdrawn',
    changeTo: (await canChange(ctx, currentPlan)) && (await isSoldInItsCurrency(ctx, currentPlan)) ? otherPlan(currentPlan.plan) : null,
    nextChange: isRenewed ? await nextChangeOf(ctx, currentPlan) : null,
    isChanging: currentPlan.changeId !== null,
  })
}

async function isSoldInItsCurrency({ db, config }: PriceDeps, row: SubscriptionRow): Promise<boolean> {
  return currenciesOf(config.prices).includes(await currencyOfOrder(db, row.orderId))
}

/** The scheduled plan change, which happens at the end of the running period; null without one. */
async function nextChangeOf(ctx: PriceDeps, row: SubscriptionRow): Promise<Subscription['nextChange']> {
  const plan = row.wantedPlan ?? row.nextPlan
  if (plan === null) return null
  const { points } = skuOfPlan(plan)
  const { priceCents } = await priceOfPlan(ctx, row, plan)
  return { plan, priceCents, points, at: row.periodEndMs, isConfirmed: row.wantedPlan === row.nextPlan }
}
