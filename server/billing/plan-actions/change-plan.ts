import { type Answer, type CallAnswer, type CallRequest, type Context, ok, refuse } from '#server/verbs/verb.ts'
import { type Database, type Transaction, and, eq, ne } from '#server/database/database.ts'
import { type PlanChangeRow, planChange, subscription } from '#server/database/schema.ts'
import type { CallData } from '#shared/api/define-call.ts'
import type { agreePlanChange as agreeCall, cancelPlanChange as cancelChangeCall } from '#shared/api/plan-change.ts'
import { onceForKey } from '#server/verbs/once-for-key.ts'
import { requireAccount } from '#server/verbs/require-owner.ts'
import { skuIn, skuOfPlan } from '../catalogue/skus.ts'
import { closeUnpaidOrders } from '../orders/close-unpaid-orders.ts'
import { syncOrder } from '../orders/sync-order.ts'
import { type SubscriptionRow, doesRenew, featuresUntilMs, invalidateReads } from '../membership.ts'
import { canChange } from '../membership/offered-actions.ts'

type ChangeOutcome = CallData<typeof agreeCall>

/**
 * Accepts a quote. The acceptance is stored before the provider call, and the call is repeated until the provider answers. The quote's id
 * is the idempotency key, so an immediate change is charged once.
 */
export async function agreePlanChange({ ctx, input: { quoteId } }: CallRequest<typeof agreeCall>): Promise<Answer<ChangeOutcome>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId } = session.value
  const initialQuote = await findQuote(ctx.db, accountId, quoteId)
  if (initialQuote === undefined) return refuse('H4023', ['quoteId'])
  const amountsCheck = initialQuote.agreedAtMs === null ? await checkAmounts(ctx, initialQuote) : ok(null)
  // A concurrent request may already have accepted the same quote.
  if (!amountsCheck.ok && (await findQuote(ctx.db, accountId, quoteId))?.agreedAtMs === null) return amountsCheck
  const agreementResult = await onceForKey(ctx, accountId, async (tx) => {
    const quote = await findQuote(tx, accountId, quoteId)
    return quote === undefined ? refuse('H4023', ['quoteId']) : storeAgreement(tx, ctx, quote)
  })
  if (!agreementResult.ok) return agreementResult
  const synced = await syncOrder(ctx, initialQuote.orderId)
  if (!synced.ok)
    ctx.log.warn(
      { orderId: initialQuote.orderId, reason: synced.error },
      'Plan change not delivered to the payment provider; retrying later',
    )
  return outcomeOf(ctx, accountId, quoteId)
}

/** Checks the amounts of a quote with the provider again, because a refund may have changed them. */
async function checkAmounts(ctx: Context, quote: PlanChangeRow): Promise<Answer<null>> {
  if (quote.kind === 'period_end') return ok(null)
  const row = await findPlan(ctx.db, quote.ownerId, quote.orderId)
  if (row === undefined) return refuse('H4023', ['quoteId'])
  const { atMs, toPlan, currencyCode, creditCents, dueCents, priceCents } = quote
  const sku = { ...skuOfPlan(toPlan), cents: priceCents }
  const preview = await ctx.payment.previewChange(row.ref, { sku, currencyCode, atMs })
  if (!preview.ok) return refuse(preview.error === 'away' ? 'H4013' : 'H4021')
  return preview.value.creditCents === creditCents && preview.value.dueCents === dueCents ? ok(null) : refuse('H4021')
}

/**
 * Stores the agreement to a quote. Closes open checkouts of other plans, because both plans would be charged. H4043 if another plan renews.
 * The caller has locked the owner.
 */
async function storeAgreement(tx: Transaction, ctx: Context, quote: PlanChangeRow): Promise<Answer<object>> {
  if (quote.agreedAtMs !== null) return ok({})
  const nowMs = ctx.nowMs()
  const row = await findPlan(tx, quote.ownerId, quote.orderId)
  if (row === undefined || nowMs >= quote.expiresAtMs || !(await isQuoteCurrent(tx, ctx, quote, row))) return refuse('H4021')
  const isOtherPlan = and(eq(subscription.ownerId, row.ownerId), ne(subscription.orderId, row.orderId))
  if ((await tx.select().from(subscription).where(isOtherPlan)).some(doesRenew)) return refuse('H4043')
  await closeUnpaidOrders(tx, row.ownerId, nowMs, 'plans')
  await tx.update(planChange).set({ agreedAtMs: nowMs }).where(eq(planChange.id, quote.id))
  const requestedChange = quote.kind === 'now' ? { changeId: quote.id } : { wantedPlan: quote.toPlan }
  await tx
    .update(subscription)
    .set({ ...requestedChange, syncAtMs: nowMs })
    .where(eq(subscription.orderId, row.orderId))
  await invalidateReads(tx, row.orderId)
  return ok({})
}

/** Whether a quote still applies: the running plan, its period and the price of the new plan are unchanged, and the plan can be changed. */
async function isQuoteCurrent(tx: Transaction, ctx: Context, quote: PlanChangeRow, row: SubscriptionRow): Promise<boolean> {
  const isSamePeriod = row.plan === quote.fromPlan && row.periodEndMs === quote.periodEndMs && ctx.nowMs() < row.periodEndMs
  const soldSku = skuIn(ctx.config.prices, skuOfPlan(quote.toPlan).skuId, quote.currencyCode)
  const isSamePrice = soldSku?.cents === quote.priceCents
  return isSamePeriod && isSamePrice && canChange({ db: tx, payment: ctx.payment }, row)
}

async function outcomeOf(ctx: Context, accountId: string, quoteId: string): Promise<Answer<ChangeOutcome>> {
  const quote = await findQuote(ctx.db, accountId, quoteId)
  const row = quote && (await findPlan(ctx.db, accountId, quote.orderId))
  if (quote === undefined || row === undefined) return refuse('H4023', ['quoteId'])
  if (quote.kind === 'now') {
    if (quote.outcome === 'changed' || quote.outcome === 'refused') return ok({ outcome: quote.outcome })
    return quote.outcome === null && row.changeId === quote.id ? ok({ outcome: 'unknown' }) : refuse('H4021')
  }
  if (row.plan === quote.toPlan) return ok({ outcome: 'planned' })
  if (row.wantedPlan !== quote.toPlan) return refuse('H4021')
  return ok({ outcome: row.nextPlan === quote.toPlan ? 'planned' : 'unknown' })
}

/** Withdraws a change that is scheduled for the end of the period. The call to the provider is repeated until the provider confirms. */
export async function cancelPlanChange({
  ctx,
  input: { orderId },
}: CallRequest<typeof cancelChangeCall>): Promise<CallAnswer<typeof cancelChangeCall>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId } = session.value
  const withdrawal = await onceForKey(ctx, accountId, async (tx): Promise<Answer<object>> => {
    const nowMs = ctx.nowMs()
    const row = await findPlan(tx, accountId, orderId)
    if (row === undefined) return refuse('H4023', ['orderId'])
    const isPlanned = row.wantedPlan !== null || row.nextPlan !== null
    if (!isPlanned || !doesRenew(row) || featuresUntilMs(row, nowMs) <= nowMs) return refuse('H4021')
    await tx.update(subscription).set({ wantedPlan: null, syncAtMs: nowMs }).where(eq(subscription.orderId, orderId))
    await invalidateReads(tx, orderId)
    return ok({})
  })
  if (!withdrawal.ok) return withdrawal
  const rowBefore = await findPlan(ctx.db, accountId, orderId)
  const synced = await syncOrder(ctx, orderId)
  if (!synced.ok)
    ctx.log.warn({ orderId, reason: synced.error }, 'Plan change reversal not delivered to the payment provider; retrying later')
  const row = await findPlan(ctx.db, accountId, orderId)
  if (row === undefined || row.state === 'ended' || row.plan !== rowBefore?.plan) return refuse('H4021')
  return row.wantedPlan === null ? ok({ isConfirmed: row.nextPlan === null }) : refuse('H4021')
}

async function findQuote(db: Database | Transaction, ownerId: string, id: string): Promise<PlanChangeRow | undefined> {
  return (
    await db
      .select()
      .from(planChange)
      .where(and(eq(planChange.id, id), eq(planChange.ownerId, ownerId)))
  )[0]
}

async function findPlan(db: Database | Transaction, ownerId: string, orderId: string): Promise<SubscriptionRow | undefined> {
  const isThisPlan = and(eq(subscription.orderId, orderId), eq(subscription.ownerId, ownerId))
  return (await db.select().from(subscription).where(isThisPlan))[0]
}
