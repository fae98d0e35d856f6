import { type Database, type Transaction, and, eq } from '#server/database/database.ts'
import type { CardKind, ChargeRow, SessionRow } from './sandbox-deps.ts'
import { sandboxCharge, sandboxSession, sandboxSubscription } from '#server/database/sandbox-schema.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { cycleStartMs } from '#shared/domain/plan-periods.ts'
import { invoiceObject, sessionStatus, subscriptionObject, tradeObject } from './wire-objects.ts'
import { type SandboxEvent, writeEvent } from './events.ts'
import { decimalText } from '#shared/domain/currencies.ts'

/** The buttons of the checkout. `late` pays and delays the webhook to the merchant; `never` pays and sends no webhook. */
export const CHECKOUT_ACTIONS = ['pay', 'late', 'never', 'decline', 'cancel'] as const
export type CheckoutAction = (typeof CHECKOUT_ACTIONS)[number]

/** The delay of a deliberately late event, in ms. */
export const LATE_EVENT_MS = 60 * 60 * 1000

export type CheckoutState = 'open' | 'declined' | 'complete' | 'expire'

export interface CheckoutView {
  readonly session: SessionRow
  readonly state: CheckoutState
}

export async function viewCheckout(db: Database | Transaction, sessionId: string, nowMs: number): Promise<CheckoutView | undefined> {
  const [session] = await db.select().from(sandboxSession).where(eq(sandboxSession.id, sessionId))
  return session === undefined ? undefined : { session, state: stateOf(session, await findFirstCharge(db, sessionId), nowMs) }
}

export async function findFirstCharge(db: Database | Transaction, sessionId: string): Promise<ChargeRow | undefined> {
  const [charge] = await db
    .select()
    .from(sandboxCharge)
    .where(and(eq(sandboxCharge.sessionId, sessionId), sandboxCharge.isFirst))
  return charge
}

function stateOf(session: SessionRow, charge: ChargeRow | undefined, nowMs: number): CheckoutState {
  const status = sessionStatus(session, charge, nowMs)
  return status === 'open' && charge?.state === 'payment_failed' ? 'declined' : status
}

/** Runs a button of the checkout and returns the new view. A checkout that has ended does not change. */
export function runCheckoutAction(
  db: Database,
  sessionId: string,
  action: CheckoutAction,
  nowMs: number,
): Promise<CheckoutView | undefined> {
  return db.transaction(async (tx) => {
    const [session] = await tx.select().from(sandboxSession).where(eq(sandboxSession.id, sessionId)).for('update')
    if (session === undefined) return undefined
    const charge = await findFirstCharge(tx, sessionId)
    const state = stateOf(session, charge, nowMs)
    if (state === 'open' || state === 'declined') {
      if (action === 'cancel') await closeSession(tx, session, nowMs)
      else if (action === 'decline') await declineCharge(tx, session, charge, nowMs)
      else await payCharge(tx, session, charge, nowMs, notifyAtMs(action, nowMs))
    }
    return viewCheckout(tx, sessionId, nowMs)
  })
}

/**
 * Charges a saved card for a session without a charge: the charge succeeds, is declined for good, or waits for the buyer's confirmation. A
 * repeated call returns the first result.
 */
export function chargeSession(
  db: Database,
  sessionId: string,
  kind: CardKind,
  nowMs: number,
): Promise<'succeeded' | 'declined' | 'requires_action'> {
  return db.transaction(async (tx) => {
    const [session] = await tx.select().from(sandboxSession).where(eq(sandboxSession.id, sessionId)).for('update')
    if (session === undefined) throw new Error('a session that was opened is gone')
    const existingCharge = await findFirstCharge(tx, sessionId)
    if (existingCharge === undefined && session.closedAtMs === null) {
      if (kind === 'works') await payCharge(tx, session, undefined, nowMs, nowMs)
      if (kind === 'declined') {
        await declineCharge(tx, session, undefined, nowMs)
        await closeSession(tx, session, nowMs)
      }
    }
    const view = await viewCheckout(tx, sessionId, nowMs)
    if (view?.state === 'complete') return 'succeeded'
    return view?.state === 'open' || view?.state === 'declined' ? 'requires_action' : 'declined'
  })
}

function notifyAtMs(action: 'pay' | 'late' | 'never', nowMs: number): number | null {
  if (action === 'never') return null
  return action === 'late' ? nowMs + LATE_EVENT_MS : nowMs
}

async function closeSession(tx: Transaction, { id, orderId }: SessionRow, nowMs: number): Promise<void> {
  await tx.update(sandboxSession).set({ closedAtMs: nowMs }).where(eq(sandboxSession.id, id))
  const data = { session_id: id, order_id: orderId }
  await writeEvent(tx, { sessionId: id, type: 'v2.session.expire', data, atMs: nowMs, dueAtMs: nowMs })
  await tx.update(sandboxCharge).set({ state: 'closed' }).where(eq(sandboxCharge.sessionId, id))
}

function existingOrNewCharge(session: SessionRow, charge: ChargeRow | undefined, nowMs: number): ChargeRow {
  const noCycle = { subscriptionId: null, cycle: null, plan: null, creditCents: 0, changeKey: null, startsAtMs: null, endsAtMs: null }
  const emptyFields = { ...noCycle, refundedCents: 0, paidAtMs: null }
  return (
    charge ?? {
      ...emptyFields,
      id: makeId(),
      sessionId: session.id,
      state: 'payment_failed',
      amountCents: session.amountCents,
      createdAtMs: nowMs,
      isFirst: true,
      holdsRefunds: false,
    }
  )
}

async function declineCharge(tx: Transaction, session: SessionRow, existingCharge: ChargeRow | undefined, nowMs: number): Promise<void> {
  const charge = existingOrNewCharge(session, existingCharge, nowMs)
  await tx.insert(sandboxCharge).values(charge).onConflictDoNothing()
  const data = tradeObject(session, charge)
  await writeEvent(tx, { sessionId: session.id, type: 'v2.trades.payment_failed', data, atMs: nowMs, dueAtMs: nowMs })
}

async function payCharge(
  tx: Transaction,
  session: SessionRow,
  existingCharge: ChargeRow | undefined,
  nowMs: number,
  dueAtMs: number | null,
) {
  const newSubscription = session.plan === null ? undefined : beginPlan(session, session.plan, nowMs)
  if (newSubscription !== undefined) await tx.insert(sandboxSubscription).values(newSubscription)
  const period = newSubscription && {
    subscriptionId: newSubscription.id,
    cycle: newSubscription.cycle,
    startsAtMs: newSubscription.periodStartMs,
    endsAtMs: newSubscription.periodEndMs,
  }
  const charge: ChargeRow = { ...existingOrNewCharge(session, existingCharge, nowMs), ...period, state: 'succeeded', paidAtMs: nowMs }
  await tx.insert(sandboxCharge).values(charge).onConflictDoUpdate({ target: sandboxCharge.id, set: charge })
  const queueWebhook = (type: string, data: object) =>
    writeEvent(tx, { sessionId: session.id, type, data, atMs: nowMs, dueAtMs } satisfies SandboxEvent)
  await queueWebhook('v2.trades.succeeded', tradeObject(session, charge))
  if (newSubscription === undefined) return
  await queueWebhook('v2.subscription.first', subscriptionObject(session, newSubscription))
  await queueWebhook('v2.invoice.paid', invoiceObject(session, charge))
}

function beginPlan({ id: sessionId, trialMs }: SessionRow, plan: NonNullable<SessionRow['plan']>, nowMs: number) {
  const isTrial = trialMs > 0
  const anchorMs = nowMs + trialMs
  const periodEndMs = isTrial ? anchorMs : cycleStartMs(anchorMs, plan, 1)
  return {
    id: makeId(),
    sessionId,
    anchorMs,
    anchorCycle: 0,
    plan: null,
    planCents: null,
    nextPlan: null,
    nextCents: null,
    cycle: isTrial ? 0 : 1,
    state: isTrial ? ('trial' as const) : ('active' as const),
    periodStartMs: nowMs,
    periodEndMs,
    dueAtMs: periodEndMs,
    isCardRefused: false,
    cancelledAtMs: null,
    endedAtMs: null,
    createdAtMs: nowMs,
  }
}

const DATE_FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const NO_BREAK = '\u00a0'

export function money(cents: number, currencyCode: string): string {
  return `${decimalText(cents, currencyCode)}${NO_BREAK}${currencyCode}`
}

export function dateText(ms: number): string {
  return DATE_FORMAT.format(ms)
}

interface CheckoutTerms {
  readonly todayAmount: string
  /** The full price and the discount, in one line; '' without a discount. */
  readonly discount: string
  readonly laterPayments: string
  readonly payLabel: string
}

const INTERVAL_TEXTS = { weekly: 'every week', yearly: 'every year' } as const

export function checkoutTerms(session: SessionRow, nowMs: number): CheckoutTerms {
  const { plan, trialMs, amountCents, planCents, currencyCode, discountCents, discountName } = session
  const todayAmount = money(amountCents, currencyCode)
  const fullPrice = money(amountCents + discountCents, currencyCode)
  const discount = discountCents === 0 ? '' : `${fullPrice} minus ${money(discountCents, currencyCode)} (${discountName})`
  if (plan === null) return { todayAmount, discount, laterPayments: 'One-time payment. It never renews.', payLabel: `Pay ${todayAmount}` }
  const renewal = `${money(planCents, currencyCode)} ${INTERVAL_TEXTS[plan]}`
  if (trialMs > 0) {
    const laterPayments = `Free until ${dateText(nowMs + trialMs)}, then ${renewal} until you cancel.`
    return { todayAmount, discount, laterPayments, payLabel: 'Start free trial' }
  }
  const laterPayments = `From ${dateText(cycleStartMs(nowMs, plan, 1))}: ${renewal} until you cancel.`
  return { todayAmount, discount, laterPayments, payLabel: `Pay ${todayAmount}` }
}
