import { type Database, type Transaction, and, asc, eq, lte } from '#server/database/database.ts'
import { sandboxCharge, sandboxSession, sandboxSubscription } from '#server/database/sandbox-schema.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { cycleStartMs } from '#shared/domain/plan-periods.ts'
import { PAYMENT_GRACE_MS } from '#shared/domain/membership-terms.ts'
import type { ChargeRow, SessionRow, SubscriptionRow } from './sandbox-deps.ts'
import { invoiceObject, subscriptionObject, tradeObject } from './wire-objects.ts'
import { writeEvent } from './events.ts'

/** The pause before a declined renewal is retried, in ms. */
const RETRY_PAUSE_MS = 24 * 60 * 60 * 1000

/**
 * Bills all due subscriptions in order. If the process was down, each missed step runs later, with its own due time. A step is a
 * transaction that requires an unchanged subscription, so it never runs twice.
 */
export async function bill(db: Database, nowMs: number): Promise<void> {
  const isDue = lte(sandboxSubscription.dueAtMs, nowMs)
  const dueRows = await db
    .select({ id: sandboxSubscription.id })
    .from(sandboxSubscription)
    .where(isDue)
    .orderBy(asc(sandboxSubscription.dueAtMs))
  for (const { id } of dueRows) await billSubscription(db, id, nowMs)
}

export async function billSubscription(db: Database, id: string, nowMs: number): Promise<void> {
  while (await db.transaction((tx) => billStep(tx, id, nowMs)));
}

async function billStep(tx: Transaction, id: string, nowMs: number): Promise<boolean> {
  const [subscription] = await tx.select().from(sandboxSubscription).where(eq(sandboxSubscription.id, id)).for('update')
  const dueAtMs = subscription?.dueAtMs ?? null
  if (subscription === undefined || dueAtMs === null || dueAtMs > nowMs) return false
  const [session] = await tx.select().from(sandboxSession).where(eq(sandboxSession.id, subscription.sessionId))
  if (session === undefined) throw new Error('a subscription has lost its session')
  const step = { tx, session, subscription, atMs: dueAtMs, reportedAtMs: nowMs }
  const isGraceOver = subscription.state === 'past_due' && dueAtMs >= subscription.periodEndMs + PAYMENT_GRACE_MS
  if (subscription.cancelledAtMs !== null || isGraceOver) await endSubscription(step)
  else {
    const renewalStep = { ...step, subscription: await applyNextPlan(step) }
    await (subscription.isCardRefused ? refuseRenewal(renewalStep) : renew(renewalStep))
  }
  return true
}

export interface Step {
  readonly tx: Transaction
  readonly session: SessionRow
  readonly subscription: SubscriptionRow
  /** The due time of the step, which is stored as the time at which it happened. */
  readonly atMs: number
  readonly reportedAtMs: number
}

/** Applies a plan change that was scheduled for the end of the period. The cycles of the new plan are counted from this end. */
async function applyNextPlan(step: Step): Promise<SubscriptionRow> {
  const { nextPlan: plan, nextCents: planCents, periodEndMs: anchorMs, cycle: anchorCycle } = step.subscription
  if (plan === null) return step.subscription
  return saveSubscription(step, { plan, planCents, nextPlan: null, nextCents: null, anchorMs, anchorCycle })
}

/** The charged plan: the session's plan, until it is changed. */
export function planOf(session: SessionRow, subscription: SubscriptionRow): SessionRow['plan'] {
  return subscription.plan ?? session.plan
}

export function queueWebhook({ tx, session, atMs, reportedAtMs }: Step, type: string, data: object): Promise<void> {
  return writeEvent(tx, { sessionId: session.id, type, data, atMs, dueAtMs: reportedAtMs })
}

export async function saveSubscription({ tx, subscription }: Step, changes: Partial<SubscriptionRow>): Promise<SubscriptionRow> {
  await tx.update(sandboxSubscription).set(changes).where(eq(sandboxSubscription.id, subscription.id))
  return { ...subscription, ...changes }
}

async function renew(step: Step): Promise<void> {
  const { session, subscription } = step
  const charge = await writeCharge(step, { state: 'succeeded', paidAtMs: step.atMs })
  const periodEndMs = charge.endsAtMs
  await saveSubscription(step, {
    state: 'active',
    cycle: subscription.cycle + 1,
    periodStartMs: subscription.periodEndMs,
    periodEndMs,
    dueAtMs: periodEndMs,
  })
  await queueWebhook(step, 'v2.trades.succeeded', tradeObject(session, charge))
  await queueWebhook(step, 'v2.invoice.paid', invoiceObject(session, charge))
}

async function refuseRenewal(step: Step, dueAtMs = step.atMs + RETRY_PAUSE_MS): Promise<void> {
  const { session, subscription } = step
  const charge = await writeCharge(step, { state: 'payment_failed', paidAtMs: null })
  const updatedRow = await saveSubscription(step, { state: 'past_due', dueAtMs })
  await queueWebhook(step, 'v2.invoice.payment_failed', invoiceObject(session, charge))
  if (subscription.state !== 'past_due') await queueWebhook(step, 'v2.subscription.past_due', subscriptionObject(session, updatedRow))
}

/** Stores the charge of the next cycle. A late payment does not move the cycle's dates. */
async function writeCharge(step: Step, result: Pick<ChargeRow, 'state' | 'paidAtMs'>) {
  const { tx, session, subscription, atMs } = step
  const plan = planOf(session, subscription)
  if (plan === null) throw new Error('a subscription without a plan')
  const cycle = subscription.cycle + 1
  const charge = {
    id: makeId(),
    sessionId: session.id,
    subscriptionId: subscription.id,
    cycle,
    plan: subscription.plan,
    amountCents: subscription.planCents ?? session.planCents,
    creditCents: 0,
    changeKey: null,
    refundedCents: 0,
    startsAtMs: subscription.periodEndMs,
    endsAtMs: cycleStartMs(subscription.anchorMs, plan, cycle - subscription.anchorCycle),
    createdAtMs: atMs,
    isFirst: false,
    holdsRefunds: false,
    ...result,
  }
  const target = [sandboxCharge.subscriptionId, sandboxCharge.cycle]
  const [storedCharge] = await tx.insert(sandboxCharge).values(charge).onConflictDoUpdate({ target, set: result }).returning()
  return { ...charge, id: storedCharge?.id ?? charge.id }
}

async function endSubscription(step: Step): Promise<void> {
  const { tx, session, subscription, atMs } = step
  const updatedRow = await saveSubscription(step, { state: 'canceled', endedAtMs: atMs, dueAtMs: null })
  const isUnpaid = and(eq(sandboxCharge.subscriptionId, subscription.id), eq(sandboxCharge.state, 'payment_failed'))
  await tx.update(sandboxCharge).set({ state: 'closed' }).where(isUnpaid)
  await queueWebhook(step, 'v2.subscription.canceled', subscriptionObject(session, updatedRow))
}

/**
 * Cancels the renewals of a subscription. The subscription runs to the end of the paid period, unless it must end now or its renewal
 * failed. Does nothing after its end.
 */
export function cancelSubscription(
  db: Database,
  id: string,
  when: 'period_end' | 'now',
  nowMs: number,
): Promise<SubscriptionRow | undefined> {
  return db.transaction(async (tx) => {
    const step = await lockSubscription(tx, id, nowMs)
    if (step === undefined || step.subscription.state === 'canceled') return step?.subscription
    const { session, subscription } = step
    const isFirstCancellation = subscription.cancelledAtMs === null
    const updatedRow = isFirstCancellation
      ? await saveSubscription(step, { cancelledAtMs: nowMs, nextPlan: null, nextCents: null })
      : subscription
    if (isFirstCancellation) await queueWebhook(step, 'v2.subscription.cancellation_requested', subscriptionObject(session, updatedRow))
    if (when === 'now' || subscription.state === 'past_due') await endSubscription({ ...step, subscription: updatedRow })
    return updatedRow
  })
}

/** Withdraws a cancellation. False if the subscription has ended; undefined if it is unknown. */
export function resumeSubscription(db: Database, id: string, nowMs: number): Promise<boolean | undefined> {
  return db.transaction(async (tx) => {
    const step = await lockSubscription(tx, id, nowMs)
    if (step === undefined || step.subscription.state === 'canceled') return step === undefined ? undefined : false
    if (step.subscription.cancelledAtMs === null) return true
    const updatedRow = await saveSubscription(step, { cancelledAtMs: null })
    await queueWebhook(step, 'v2.subscription.cancellation_revoked', subscriptionObject(step.session, updatedRow))
    return true
  })
}

/**
 * Retries the charge of a declined renewal at once. True if nothing is unpaid afterwards. False if the card is declined again; the time of
 * the next scheduled retry does not change. Undefined if the subscription is unknown.
 */
export async function payOpenCycle(db: Database, id: string, nowMs: number): Promise<boolean | undefined> {
  await billSubscription(db, id, nowMs)
  return db.transaction(async (tx) => {
    const step = await lockSubscription(tx, id, nowMs)
    if (step === undefined) return undefined
    const { state, isCardRefused, dueAtMs } = step.subscription
    if (state !== 'past_due') return true
    if (isCardRefused) await refuseRenewal(step, dueAtMs ?? undefined)
    else await renew(step)
    return !isCardRefused
  })
}

export async function lockSubscription(tx: Transaction, id: string, nowMs: number): Promise<Step | undefined> {
  const [subscription] = await tx.select().from(sandboxSubscription).where(eq(sandboxSubscription.id, id)).for('update')
  if (subscription === undefined) return undefined
  const [session] = await tx.select().from(sandboxSession).where(eq(sandboxSession.id, subscription.sessionId))
  if (session === undefined) throw new Error('a subscription has lost its session')
  return { tx, session, subscription, atMs: nowMs, reportedAtMs: nowMs }
}
