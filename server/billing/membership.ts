import { type Database, type Transaction, and, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from '#server/database/database.ts'
import { payment, payOrder, planChange, subscription, account, trialUse } from '#server/database/schema.ts'
import { type Plan, PAYMENT_GRACE_MS, otherPlan } from '#shared/domain/membership-terms.ts'
import { type Answer, type CallAnswer, type Context, ok, refuse } from '#server/verbs/verb.ts'
import type { Subscription } from '#shared/api/subscription.ts'
import { currenciesOf, skuIn, findSku, skuOfPlan } from './catalogue/skus.ts'
import type { ServiceConfig } from '#server/verbs/services.ts'
import { requireAccount, requireOwner } from '#server/verbs/require-owner.ts'
import type { getPayInfo } from '#shared/api/pay-user.ts'
import { pointsOf } from './ledger.ts'
import { isRefundOpen } from './refunds/refund-offer.ts'
import { mailboxHash, mailboxHashes } from '#server/addresses/mailbox-hash.ts'

export interface Membership {
  readonly isActive: boolean
  /** Whether packs cost half: a paid plan runs, not a trial. */
  readonly hasPackDiscount: boolean
  /** ms since 1970; null when there never was a membership. */
  readonly endsAtMs: number | null
  readonly everSubscribed: boolean
  /** The plan that gives the membership, the renewing one of several; null when none does. */
  readonly current: SubscriptionRow | null
}

/**
 * Until when a plan gives its features, in ms since 1970. While a payment fails, or the next cycle's payment is not confirmed yet, features stay
 * for the grace days; a plan cancelled within them ends at once, because nothing is paid. Rule: docs/billing.md, "Plans".
 */
export function featuresUntilMs(row: SubscriptionRow, nowMs: number): number {
  if (row.state === 'ended') return Math.min(row.endedAtMs ?? row.periodEndMs, row.periodEndMs + PAYMENT_GRACE_MS)
  if (row.state === 'past_due') {
    return row.cancelledAtMs === null ? row.periodEndMs + PAYMENT_GRACE_MS : Math.max(row.cancelledAtMs, row.periodEndMs)
  }
  const isSilent = row.cancelledAtMs === null && nowMs >= row.periodEndMs
  return isSilent ? row.periodEndMs + PAYMENT_GRACE_MS : row.periodEndMs
}

/**
 * The combined membership of all plans an account has or had. `paidOrders` are those with a payment: a trial whose first payment fails is past
 * due without one.
 */
export function membershipOf(rows: readonly SubscriptionRow[], paidOrders: ReadonlySet<string>, nowMs: number): Membership {
  const known = rows.map((row) => ({ row, untilMs: featuresUntilMs(row, nowMs) })).toSorted((a, b) => b.untilMs - a.untilMs)
  const running = known.filter(({ untilMs }) => untilMs > nowMs)
  return {
    isActive: running.length > 0,
    hasPackDiscount: running.some(({ row }) => row.state === 'active' || (row.state === 'past_due' && paidOrders.has(row.orderId))),
    endsAtMs: known[0]?.untilMs ?? null,
    everSubscribed: rows.length > 0,
    current: (running.find(({ row }) => doesRenew(row)) ?? running[0])?.row ?? null,
  }
}

/** Whether it will be charged again. A cancellation counts when it is stored, before the provider confirms it. */
export function doesRenew({
  state,
  cancelledAtMs,
  requestedStop,
}: Pick<SubscriptionRow, 'state' | 'cancelledAtMs' | 'requestedStop'>): boolean {
  return state !== 'ended' && cancelledAtMs === null && requestedStop === null
}

export async function readMembership(db: Database | Transaction, ownerId: string, nowMs: number): Promise<Membership> {
  const plans = await db.select().from(subscription).where(eq(subscription.ownerId, ownerId))
  const paid = await db
    .selectDistinct({ orderId: payment.orderId })
    .from(payment)
    .where(and(eq(payment.ownerId, ownerId), gt(payment.cycle, 0)))
  return membershipOf(plans, new Set(paid.map(({ orderId }) => orderId)), nowMs)
}

export type SubscriptionRow = typeof subscription.$inferSelect

const WIRE_STATES = { trial: 'TRIAL', active: 'ACTIVE', past_due: 'PAST_DUE', ended: 'CANCELLED' } as const

/** The subscription that gives the membership; H4040 where none does. */
export async function readSubscription({ ctx }: { ctx: Context }): Promise<Answer<Subscription>> {
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
    state: isRenewed ? WIRE_STATES[current.state] : 'CANCELLED',
    ...(await priceOfPlan(ctx, current, current.plan)),
    pointsPerCycle: sku?.points ?? 0,
    periodEndsAt: current.periodEndMs,
    renewsAt: isRenewed ? current.periodEndMs : null,
    endsAt: featuresUntilMs(current, nowMs),
    graceEndsAt: current.state === 'past_due' ? current.periodEndMs + PAYMENT_GRACE_MS : null,
    hasPackDiscount,
    can: await offeredActions(ctx, current),
    isResuming: current.requestedStop === 'withdrawn',
    changeTo: (await canChange(ctx, current)) && (await isSoldInItsCurrency(ctx, current)) ? otherPlan(current.plan) : null,
    nextChange: isRenewed ? await nextChangeOf(ctx, current) : null,
    isChanging: current.changeId !== null,
  })
}

/** What its state allows and the provider can do. */
async function offeredActions({ db, payment: provider }: Context, row: SubscriptionRow): Promise<Subscription['can']> {
  return {
    resume: provider.can.has('resume') && canResume(row) && !(await isLeaving(db, row.ownerId)) && !(await isRefundOpen(db, row.orderId)),
    payNow: provider.can.has('payNow') && isPaymentOpen(row),
    updateCard: provider.can.has('updateCard') && isPaymentOpen(row),
  }
}

/** Whether another plan can be agreed to: it is paid and renews, and no other change is agreed to. */
export async function canChange({ db, payment: provider }: Pick<Context, 'db' | 'payment'>, row: SubscriptionRow): Promise<boolean> {
  const isOpen = row.state === 'active' && doesRenew(row) && row.changeId === null && row.wantedPlan === null && row.nextPlan === null
  return provider.can.has('changePlan') && isOpen && !(await isLeaving(db, row.ownerId))
}

async function isSoldInItsCurrency({ db, config }: PriceDeps, row: SubscriptionRow): Promise<boolean> {
  return currenciesOf(config.prices).includes(await currencyOfOrder(db, row.orderId))
}

/** The plan that was agreed to for the end of the period. */
async function nextChangeOf(ctx: PriceDeps, row: SubscriptionRow): Promise<Subscription['nextChange']> {
  const plan = row.wantedPlan ?? row.nextPlan
  if (plan === null) return null
  const { points } = skuOfPlan(plan)
  const { priceCents } = await priceOfPlan(ctx, row, plan)
  return { plan, priceCents, points, at: row.periodEndMs, isConfirmed: row.wantedPlan === row.nextPlan }
}

/** A stop at once is final, and a plan whose payment has failed ends with its cancellation. */
export function canResume({ state, cancelledAtMs, requestedStop }: SubscriptionRow): boolean {
  return (state === 'trial' || state === 'active') && cancelledAtMs !== null && (requestedStop === null || requestedStop === 'period_end')
}

/** Whether the charge of its renewal has failed and is still tried. */
export function isPaymentOpen(row: SubscriptionRow): boolean {
  return row.state === 'past_due' && doesRenew(row)
}

/** Whether the deletion of the account is requested: what is bought then would be lost. */
export async function isLeaving(db: Database | Transaction, accountId: string): Promise<boolean> {
  const leaving = and(eq(account.id, accountId), isNotNull(account.deletesAtMs))
  return (await db.select({ id: account.id }).from(account).where(leaving)).length > 0
}

interface Price {
  readonly priceCents: number
  readonly currencyCode: string
}

/** A running plan keeps the price it was bought or changed at, whatever the catalogue says. */
async function currentPrice(db: Database | Transaction, row: Pick<SubscriptionRow, 'orderId' | 'plan'>): Promise<Price | undefined> {
  const { plan, amountCents, creditCents, discountCents, currencyCode } = payment
  const [latest] = await db
    .select({ plan, priceCents: sql<number>`${amountCents} + ${creditCents} + ${discountCents}`, currencyCode })
    .from(payment)
    .where(and(eq(payment.orderId, row.orderId), gt(payment.cycle, 0)))
    .orderBy(desc(payment.cycle))
    .limit(1)
  if (latest === undefined || (latest.plan ?? row.plan) !== row.plan) return agreedPrice(db, row.orderId, row.plan)
  return { priceCents: latest.priceCents, currencyCode: latest.currencyCode }
}

interface PriceDeps {
  readonly db: Database | Transaction
  readonly config: Pick<ServiceConfig, 'prices'>
}

/** What a plan of a subscription costs from now on, in the currency that it was bought in: what was paid or agreed to, else the catalogue's. */
export async function priceOfPlan({ db, config }: PriceDeps, row: Pick<SubscriptionRow, 'orderId' | 'plan'>, plan: Plan): Promise<Price> {
  const known = plan === row.plan ? await currentPrice(db, row) : await agreedPrice(db, row.orderId, plan)
  if (known !== undefined) return known
  const currencyCode = await currencyOfOrder(db, row.orderId)
  const sku = skuIn(config.prices, skuOfPlan(plan).skuId, currencyCode)
  if (sku === undefined) throw new Error(`PRICES has no ${currencyCode} any more, which plans are still sold in`)
  return { priceCents: sku.cents, currencyCode }
}

async function currencyOfOrder(db: Database | Transaction, orderId: string): Promise<string> {
  const [order] = await db.select({ currencyCode: payOrder.currencyCode }).from(payOrder).where(eq(payOrder.id, orderId))
  if (order === undefined) throw new Error('a plan without an order')
  return order.currencyCode
}

/** The currency of the plan that renews, in which alone another one is sold beside it; undefined where none renews. */
export async function planCurrencyOf(db: Database | Transaction, { current }: Membership): Promise<string | undefined> {
  return current === null || !doesRenew(current) ? undefined : currencyOfOrder(db, current.orderId)
}

/** The price of a plan that was agreed to last, with a change to it. */
export async function agreedPrice(db: Database | Transaction, orderId: string, plan: Plan): Promise<Price | undefined> {
  const isAgreed = and(eq(planChange.orderId, orderId), eq(planChange.toPlan, plan), isNotNull(planChange.agreedAtMs))
  const { priceCents, currencyCode } = planChange
  const [agreed] = await db
    .select({ priceCents, currencyCode })
    .from(planChange)
    .where(isAgreed)
    .orderBy(desc(planChange.agreedAtMs))
    .limit(1)
  return agreed
}

export async function readPayInfo({ ctx }: { ctx: Context }): Promise<CallAnswer<typeof getPayInfo>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const { points } = await pointsOf(ctx.db, owner.value)
  const { isActive, endsAtMs } = await readMembership(ctx.db, owner.value, ctx.nowMs())
  return ok({ isVip: isActive, membershipExpiresAt: endsAtMs, points })
}

/** Whether the mailbox of an account has used its free week, in this or another account. */
export async function hadTrial(db: Database | Transaction, secret: string, accountId: string): Promise<boolean> {
  const hashes = mailboxHashes('trial', await readEmailOf(db, accountId), secret)
  const used = await db.select({ usedAtMs: trialUse.usedAtMs }).from(trialUse).where(inArray(trialUse.emailHash, hashes))
  return used.length > 0
}

export async function recordTrial(tx: Transaction, secret: string, accountId: string, nowMs: number): Promise<void> {
  const emailHash = mailboxHash('trial', await readEmailOf(tx, accountId), secret)
  await tx.insert(trialUse).values({ emailHash, usedAtMs: nowMs }).onConflictDoNothing()
}

async function readEmailOf(db: Database | Transaction, accountId: string): Promise<string> {
  const [row] = await db.select({ email: account.email }).from(account).where(eq(account.id, accountId))
  return row?.email ?? accountId
}

/**
 * Cancels all plans of an account, or that of one order, at the end of the paid period or at once. It takes effect when stored here; the next scheduled checks repeat
 * it to the provider until it succeeds. Lock the owner first.
 */
export async function stopRenewals(
  tx: Transaction,
  ownerId: string,
  when: 'period_end' | 'now',
  nowMs: number,
  orderId?: string,
): Promise<void> {
  const isMeant = orderId === undefined ? undefined : eq(subscription.orderId, orderId)
  const isRunning = and(eq(subscription.ownerId, ownerId), ne(subscription.state, 'ended'), isMeant)
  const isUncalled = or(isNull(subscription.cancelledAtMs), eq(subscription.requestedStop, 'withdrawn'))
  const isWanted = when === 'now' ? sql`${subscription.requestedStop} is distinct from 'now'` : isUncalled
  const stopped = await tx
    .update(subscription)
    .set({
      requestedStop:
        when === 'now' ? when : sql<'period_end'>`case ${subscription.requestedStop} when 'now' then 'now' else 'period_end' end`,
      wantedPlan: null,
      cancelledAtMs: sql`coalesce(${subscription.cancelledAtMs}, ${nowMs})`,
      syncAtMs: nowMs,
    })
    .where(and(isRunning, isWanted))
    .returning({ orderId: subscription.orderId })
  for (const row of stopped) await outdateReads(tx, row.orderId)
}

/** Makes answers of the provider outdated that are on their way: they may not know of what is requested now. Lock the owner first. */
export async function outdateReads(tx: Transaction, orderId: string): Promise<void> {
  await tx
    .update(payOrder)
    .set({ syncTries: sql`${payOrder.syncTries} + 1` })
    .where(eq(payOrder.id, orderId))
}
