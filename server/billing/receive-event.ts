import type { EventFailure, PaymentEvent } from './providers/payment-provider.ts'
import type { OrderDeps } from './notify-payer.ts'
import { and, eq, isNull, sql, paymentEvent, payOrder, subscription } from '#server/database/database.ts'
import { type Result, ok } from '#shared/result.ts'
import { followRefunds } from './refunds/follow-refunds.ts'
import { syncOrder } from './orders/sync-order.ts'

/** After this many tries an event is not processed again; the schedule checks every order anyway. */
export const MAX_TRIES = 20

/**
 * Receives a provider's webhook: requires a valid signature, and stores each event id once. An event only names the order to check, so the
 * sequence, delay and repetition of events do not matter.
 */
export async function receiveEvent(deps: OrderDeps, body: Uint8Array, headers: Headers): Promise<Result<null, EventFailure>> {
  const eventResult = deps.payment.readEvent(body, headers, deps.nowMs())
  if (!eventResult.ok) {
    deps.log.warn({ provider: deps.payment.id, reason: eventResult.error }, 'Payment webhook rejected')
    return eventResult
  }
  const { eventId, type, payOrderId, subscriptionRef } = eventResult.value
  const storedRows = await deps.db
    .insert(paymentEvent)
    .values({
      provider: deps.payment.id,
      id: eventId,
      type,
      orderId: payOrderId,
      subjectRef: subscriptionRef,
      receivedAtMs: deps.nowMs(),
    })
    // A repeated delivery has the same event id.
    .onConflictDoNothing()
    .returning({ id: paymentEvent.id })
  if (storedRows.length > 0) await processEvent(deps, eventResult.value)
  return ok(null)
}

/** Checks the order of an event. After a failure the event stays open, and the schedule retries it. */
export async function processEvent(deps: OrderDeps, event: Omit<PaymentEvent, 'type'>): Promise<void> {
  const orderId = await orderOf(deps, event)
  const synced = orderId === undefined ? undefined : await syncOrder(deps, orderId)
  if (orderId !== undefined) await followRefunds(deps, orderId)
  const isDone = synced?.ok === true || (synced?.ok === false && synced.error !== 'away' && synced.error !== 'contended')
  const isThisEvent = and(eq(paymentEvent.provider, deps.payment.id), eq(paymentEvent.id, event.eventId), isNull(paymentEvent.doneAtMs))
  await deps.db
    .update(paymentEvent)
    .set({
      tries: sql`${paymentEvent.tries} + 1`,
      orderId: orderId ?? null,
      doneAtMs: isDone ? deps.nowMs() : sql`case when ${paymentEvent.tries} + 1 >= ${MAX_TRIES} then ${deps.nowMs()}::bigint end`,
    })
    .where(isThisEvent)
  if (!isDone) deps.log.warn({ eventId: event.eventId, orderId }, 'Payment webhook processing failed')
}

async function orderOf(deps: OrderDeps, { payOrderId, subscriptionRef }: Omit<PaymentEvent, 'type'>): Promise<string | undefined> {
  // An event of a renewal has an order id that the provider generated, so the subscription identifies our order.
  if (payOrderId !== null && (subscriptionRef === null || (await isOrder(deps, payOrderId)))) return payOrderId
  if (subscriptionRef === null) return undefined
  const [knownPlan] = await deps.db
    .select({ orderId: subscription.orderId })
    .from(subscription)
    .where(eq(subscription.ref, subscriptionRef))
  if (knownPlan !== undefined) return knownPlan.orderId
  const orderResult = await deps.payment.orderOfSubscription(subscriptionRef)
  return orderResult.ok ? orderResult.value : undefined
}

async function isOrder({ db }: OrderDeps, id: string): Promise<boolean> {
  return (await db.select({ id: payOrder.id }).from(payOrder).where(eq(payOrder.id, id))).length > 0
}
