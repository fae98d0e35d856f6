import { type Database, and, eq } from '#server/database/database.ts'
import { sandboxCharge } from '#server/database/sandbox-schema.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { type Proration, cycleStartMs, prorate } from '#shared/domain/plan-periods.ts'
import type { Plan } from '#shared/domain/membership-terms.ts'
import { type Step, billSubscription, lockSubscription, planOf, saveSubscription, queueWebhook } from './bill.ts'
import type { ChargeRow } from './sandbox-deps.ts'
import { invoiceObject, subscriptionObject, tradeObject } from './wire-objects.ts'

export interface PlanPrice {
  readonly plan: Plan
  readonly cents: number
}

/**
 * `refused`: the subscription cannot be changed, or its card is declined, so the plan stays the same. Undefined: the subscription is
 * unknown.
 */
type ChangeOutcome = 'done' | 'refused' | undefined

/** The amount that a plan change at `atMs` would charge. */
export async function previewChange(
  db: Database,
  id: string,
  newPrice: PlanPrice,
  atMs: number,
  nowMs: number,
): Promise<Proration | 'refused' | undefined> {
  await billSubscription(db, id, nowMs)
  return db.transaction(async (tx) => {
    const step = await lockSubscription(tx, id, nowMs)
    return step === undefined ? undefined : ((await prorateStep(step, newPrice, atMs)) ?? 'refused')
  })
}

export interface ChangeOrder {
  readonly atMs: number
  readonly key: string
  readonly dueCents: number | undefined
  readonly expiresAtMs: number
}

/** Changes the plan and charges the difference. The new plan's cycles start at `atMs`. */
export async function changeNow(db: Database, id: string, newPrice: PlanPrice, order: ChangeOrder, nowMs: number): Promise<ChangeOutcome> {
  await billSubscription(db, id, nowMs)
  return db.transaction(async (tx) => {
    const step = await lockSubscription(tx, id, nowMs)
    if (step === undefined) return undefined
    const [earlierCharge] = await tx.select().from(sandboxCharge).where(eq(sandboxCharge.changeKey, order.key))
    if (earlierCharge !== undefined) return 'done'
    const amounts = await prorateStep(step, newPrice, order.atMs)
    if (amounts === undefined || amounts.dueCents !== order.dueCents || nowMs >= order.expiresAtMs || step.subscription.isCardRefused)
      return 'refused'
    await chargeChange(step, newPrice, order, amounts)
    return 'done'
  })
}

async function chargeChange(
  step: Step,
  newPrice: PlanPrice,
  { atMs, key }: ChangeOrder,
  { creditCents, dueCents }: Proration,
): Promise<void> {
  const { tx, session, subscription } = step
  const cycle = subscription.cycle + 1
  const endsAtMs = cycleStartMs(atMs, newPrice.plan, 1)
  const charge: ChargeRow = {
    id: makeId(),
    sessionId: session.id,
    subscriptionId: subscription.id,
    cycle,
    state: 'succeeded',
    amountCents: dueCents,
    creditCents,
    refundedCents: 0,
    plan: newPrice.plan,
    changeKey: key,
    holdsRefunds: false,
    startsAtMs: atMs,
    endsAtMs,
    createdAtMs: step.atMs,
    paidAtMs: step.atMs,
    isFirst: false,
  }
  await tx.insert(sandboxCharge).values(charge)
  const period = { periodStartMs: atMs, periodEndMs: endsAtMs, dueAtMs: endsAtMs }
  const cycleFields = { anchorMs: atMs, anchorCycle: subscription.cycle, cycle }
  const updatedRow = await saveSubscription(step, {
    ...period,
    ...cycleFields,
    plan: newPrice.plan,
    planCents: newPrice.cents,
    nextPlan: null,
    nextCents: null,
  })
  await queueWebhook(step, 'v2.trades.succeeded', tradeObject(session, charge))
  await queueWebhook(step, 'v2.invoice.paid', invoiceObject(session, charge))
  await queueWebhook(step, 'v2.subscription.updated', subscriptionObject(session, updatedRow))
}

export async function changeAtEnd(db: Database, id: string, newPrice: PlanPrice, nowMs: number): Promise<ChangeOutcome> {
  await billSubscription(db, id, nowMs)
  return db.transaction(async (tx) => {
    const step = await lockSubscription(tx, id, nowMs)
    if (step === undefined) return undefined
    if (!isChangeable(step, newPrice.plan)) return 'refused'
    const updatedRow = await saveSubscription(step, { nextPlan: newPrice.plan, nextCents: newPrice.cents })
    await queueWebhook(step, 'v2.subscription.updated', subscriptionObject(step.session, updatedRow))
    return 'done'
  })
}

export function cancelPlanChange(db: Database, id: string, nowMs: number): Promise<ChangeOutcome> {
  return db.transaction(async (tx) => {
    const step = await lockSubscription(tx, id, nowMs)
    if (step === undefined) return undefined
    const updatedRow = await saveSubscription(step, { nextPlan: null, nextCents: null })
    await queueWebhook(step, 'v2.subscription.updated', subscriptionObject(step.session, updatedRow))
    return 'done'
  })
}

function isChangeable({ session, subscription }: Step, newPlan: Plan): boolean {
  return subscription.state === 'active' && subscription.cancelledAtMs === null && planOf(session, subscription) !== newPlan
}

/**
 * The credit and the price of a plan change; undefined if the subscription cannot be changed. Refunded parts of the running cycle are not
 * credited again.
 */
async function prorateStep(step: Step, newPrice: PlanPrice, atMs: number): Promise<Proration | undefined> {
  const { tx, subscription } = step
  const { periodStartMs: startsAtMs, periodEndMs: endsAtMs } = subscription
  if (!isChangeable(step, newPrice.plan) || atMs < startsAtMs || atMs > step.atMs) return undefined
  const isCurrentCycle = and(eq(sandboxCharge.subscriptionId, subscription.id), eq(sandboxCharge.cycle, subscription.cycle))
  const [currentCharge] = await tx.select().from(sandboxCharge).where(isCurrentCycle)
  if (currentCharge === undefined) return undefined
  const paidCents = currentCharge.amountCents + currentCharge.creditCents - currentCharge.refundedCents
  return prorate({ paidCents, startsAtMs, endsAtMs }, atMs, newPrice.cents)
}
