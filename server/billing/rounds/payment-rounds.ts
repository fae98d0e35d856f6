import type PgBoss from 'pg-boss'
import { and, asc, eq, isNull, lt, lte, payOrder, paymentEvent, subscription } from '#server/database/database.ts'
import { openRounds } from '#server/queue/open-boss.ts'
import type { Tracing } from '#server/telemetry/tracing.ts'
import type { CheckoutServer } from '../providers/payment-provider.ts'
import type { OrderDeps } from '../notify-payer.ts'
import { nextSubscriptionCheckMs, nextOrderCheckMs } from '../orders/next-check.ts'
import { claimOrdersWithDueRefunds, followRefunds } from '../refunds/follow-refunds.ts'
import { remindOfCharge } from './remind-of-charge.ts'
import { findDueOwners, checkPoints } from './low-points.ts'
import { processEvent } from '../receive-event.ts'
import { syncOrder } from '../orders/sync-order.ts'

export const PAYMENT_ROUNDS = 'payments'
const ROUND_INTERVAL_MS = 60_000
/** The interval at which sandbox plans are billed and sandbox events delivered, in ms. */
const SANDBOX_INTERVAL_MS = 5000

interface PaymentRoundsDeps {
  readonly boss: PgBoss
  readonly deps: OrderDeps
  readonly checkout: CheckoutServer | null
  readonly tracing: Tracing
}

interface PaymentRounds {
  round(): Promise<void>
  stop(): Promise<void>
}

/**
 * Processes due payments once a minute in one of all processes. With the sandbox, this process also bills sandbox plans and delivers
 * sandbox events every few seconds, because the sandbox has no timer of its own.
 */
export async function openPaymentRounds({ boss, deps, checkout, tracing }: PaymentRoundsDeps): Promise<PaymentRounds> {
  const logFailure = (error: unknown) => deps.log.error({ err: error }, 'Payment round failed')
  const tickSandbox = async () => checkout?.tick()
  const round = () => tickSandbox().then(() => processDuePayments(deps))
  const guardedRound = () => round().catch(logFailure)
  const rounds = await openRounds({
    boss,
    name: PAYMENT_ROUNDS,
    everyMs: ROUND_INTERVAL_MS,
    round: guardedRound,
    tracing,
    onError: logFailure,
  })
  const timer = setInterval(() => void tickSandbox().catch(logFailure), SANDBOX_INTERVAL_MS)
  return {
    round,
    async stop() {
      clearInterval(timer)
      await rounds.stop()
    },
  }
}

/** The maximum number of rows of each kind in one round; the next round processes the rest. */
const BATCH_SIZE = 100
/** Rounds skip events that are younger than this, in ms: the request that received such an event may still be processing it. */
const MIN_EVENT_AGE_MS = 30_000

/**
 * Processes everything that is due: failed events, orders, plans and refunds without a webhook, charge reminders, low balances. The due
 * time is stored in each row, so a crashed or late round loses nothing.
 */
async function processDuePayments(deps: OrderDeps): Promise<void> {
  for (const event of await readOpenEvents(deps)) {
    await runGuarded(deps, event.orderId, () =>
      processEvent(deps, { eventId: event.id, payOrderId: event.orderId, subscriptionRef: event.subjectRef }),
    )
  }
  for (const orderId of await readDueSubscriptions(deps)) await runGuarded(deps, orderId, () => remindOfCharge(deps, orderId))
  const dueOrderIds = new Set([...(await readDueOrders(deps)), ...(await readDueSubscriptions(deps))])
  for (const orderId of dueOrderIds) await runGuarded(deps, orderId, () => checkOrder(deps, orderId))
  for (const ownerId of await findDueOwners(deps)) await runGuarded(deps, null, () => checkPoints(deps, ownerId))
  for (const orderId of await claimOrdersWithDueRefunds(deps)) await runGuarded(deps, orderId, () => followRefunds(deps, orderId))
}

/** Runs the work on one order. A failure is logged and does not stop the work on other orders. */
async function runGuarded({ log }: OrderDeps, orderId: string | null, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error({ err: error, orderId }, 'Order check failed')
  }
}

async function checkOrder(deps: OrderDeps, orderId: string): Promise<void> {
  await postponeCheck(deps, orderId)
  const synced = await syncOrder(deps, orderId)
  if (!synced.ok) deps.log.warn({ orderId, reason: synced.error }, 'Order status request failed')
}

/** Reschedules an order before its check, so that a repeated failure does not block the rest of the queue. */
async function postponeCheck({ db, nowMs }: OrderDeps, orderId: string): Promise<void> {
  const [orderAndPlan] = await db
    .select({ order: payOrder, plan: subscription })
    .from(payOrder)
    .leftJoin(subscription, eq(subscription.orderId, payOrder.id))
    .where(eq(payOrder.id, orderId))
  if (orderAndPlan === undefined) return
  const { order, plan } = orderAndPlan
  const orderCheck = { syncAtMs: nextOrderCheckMs(order.createdAtMs, nowMs()) }
  await db
    .update(payOrder)
    .set(orderCheck)
    .where(and(eq(payOrder.id, orderId), lte(payOrder.syncAtMs, nowMs())))
  if (plan === null) return
  await db
    .update(subscription)
    .set({ syncAtMs: nextSubscriptionCheckMs(plan, nowMs()) })
    .where(and(eq(subscription.orderId, orderId), lte(subscription.syncAtMs, nowMs())))
}

async function readOpenEvents({ db, payment, nowMs }: OrderDeps) {
  const isOpen = and(eq(paymentEvent.provider, payment.id), isNull(paymentEvent.doneAtMs))
  return db
    .select()
    .from(paymentEvent)
    .where(and(isOpen, lt(paymentEvent.receivedAtMs, nowMs() - MIN_EVENT_AGE_MS)))
    .orderBy(asc(paymentEvent.receivedAtMs))
    .limit(BATCH_SIZE)
}

async function readDueOrders({ db, payment, nowMs }: OrderDeps): Promise<string[]> {
  const rows = await db
    .select({ id: payOrder.id })
    .from(payOrder)
    .where(and(eq(payOrder.provider, payment.id), lte(payOrder.syncAtMs, nowMs())))
    .orderBy(asc(payOrder.syncAtMs))
    .limit(BATCH_SIZE)
  return rows.map(({ id }) => id)
}

async function readDueSubscriptions({ db, payment, nowMs }: OrderDeps): Promise<string[]> {
  const rows = await db
    .select({ orderId: subscription.orderId })
    .from(subscription)
    .innerJoin(payOrder, eq(payOrder.id, subscription.orderId))
    .where(and(eq(payOrder.provider, payment.id), lte(subscription.syncAtMs, nowMs())))
    .orderBy(asc(subscription.syncAtMs))
    .limit(BATCH_SIZE)
  return rows.map(({ orderId }) => orderId)
}
