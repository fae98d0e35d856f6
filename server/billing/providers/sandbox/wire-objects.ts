import type { ChargeRow, RefundRow, SessionRow, SubscriptionRow } from './sandbox-deps.ts'
import { decimalText } from '#shared/domain/currencies.ts'

/** Rows of the sandbox in Subotiz wire format. */

const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

export type SessionStatus = 'open' | 'expire' | 'complete'

export function sessionStatus(session: SessionRow, charge: ChargeRow | undefined, nowMs: number): SessionStatus {
  if (charge?.state === 'succeeded') return 'complete'
  return session.closedAtMs !== null || session.expiresAtMs <= nowMs ? 'expire' : 'open'
}

export function sessionObject(session: SessionRow, charge: ChargeRow | undefined, nowMs: number, origin: string) {
  return {
    id: session.id,
    session_id: session.id,
    session_url: `${origin}/checkout/${session.id}`,
    order_id: session.orderId,
    trade_id: charge?.id ?? '',
    status: sessionStatus(session, charge, nowMs),
    total_amount: decimalText(session.amountCents, session.currencyCode),
    integration_method: session.isEmbedded ? 'embedded' : 'hosted',
    redirect_on_completion: session.goesBack ? 'always' : 'if_required',
    return_url: session.returnUrl,
    cancel_url: session.cancelUrl,
    created_at: timeOf(session.createdAtMs),
  }
}

function refundStatus({ amountCents, refundedCents }: ChargeRow) {
  if (refundedCents === 0) return 'no_refund'
  return refundedCents < amountCents ? 'partially_refunded' : 'refunded'
}

export function tradeObject(session: SessionRow, charge: ChargeRow) {
  return {
    trade_id: charge.id,
    order_id: session.orderId,
    session_id: session.id,
    amount: decimalText(charge.amountCents, session.currencyCode),
    currency: session.currencyCode,
    trade_status: charge.state,
    payment_mode: paymentMode(session, charge),
    payment_method: 'credit_card',
    payment_channel: 'sandbox',
    invoice_id: charge.subscriptionId === null ? '' : charge.id,
    paid_at: timeOf(charge.paidAtMs),
    created_at: timeOf(charge.createdAtMs),
    refund_status: refundStatus(charge),
    total_refunded_amount: decimalText(charge.refundedCents, session.currencyCode),
    last_payment_error: charge.state === 'payment_failed' ? { code: 'card_declined', message: 'The card was declined.' } : null,
  }
}

function paymentMode({ plan }: SessionRow, { isFirst }: ChargeRow) {
  if (plan === null) return 'onetime_payment'
  return isFirst ? 'subscription' : 'recurring_payment'
}

export function invoiceObject(session: SessionRow, charge: ChargeRow) {
  return {
    id: charge.id,
    invoice_id: charge.id,
    subscription_id: charge.subscriptionId,
    trade_id: charge.id,
    order_id: session.orderId,
    amount: decimalText(charge.amountCents, session.currencyCode),
    credit_amount: decimalText(charge.creditCents, session.currencyCode),
    plan_interval: intervalOf(charge.plan ?? session.plan),
    currency: session.currencyCode,
    status: invoiceStatus(charge),
    invoice_type: invoiceType(charge),
    cycle_index: String(charge.cycle ?? ''),
    cycle_start: timeOf(charge.startsAtMs),
    cycle_end: timeOf(charge.endsAtMs),
    paid_at: timeOf(charge.paidAtMs),
    created_at: timeOf(charge.createdAtMs),
  }
}

const INTERVALS = { weekly: 'week', yearly: 'year' } as const

/** The billing interval of a plan. Only the sandbox sends it: Subotiz does not document plan changes. */
function intervalOf(plan: SessionRow['plan']): string | null {
  return plan === null ? null : INTERVALS[plan]
}

function invoiceStatus(charge: ChargeRow) {
  if (charge.state !== 'succeeded') return 'failed'
  const status = refundStatus(charge)
  return status === 'no_refund' ? 'success' : status
}

function invoiceType({ cycle, isFirst }: ChargeRow) {
  if (cycle === 0) return 'trial'
  return isFirst ? 'initial' : 'renewal'
}

/** The invoice of a refund. It references the invoice of the refunded charge. */
export function refundInvoiceObject(session: SessionRow, charge: ChargeRow) {
  const invoice = invoiceObject(session, charge)
  const id = `${charge.id}-refund`
  const amount = decimalText(charge.refundedCents, session.currencyCode)
  return { ...invoice, id, invoice_id: id, original_invoice_id: charge.id, invoice_type: 'refund', status: 'success', amount }
}

export function subscriptionObject(session: SessionRow, subscription: SubscriptionRow) {
  const isCanceling = subscription.cancelledAtMs !== null && subscription.state !== 'canceled'
  return {
    id: subscription.id,
    order_id: session.orderId,
    status: subscription.state,
    plan_interval: intervalOf(subscription.plan ?? session.plan),
    next_plan_interval: intervalOf(subscription.nextPlan),
    cycle_index: String(subscription.cycle),
    current_period_start: timeOf(subscription.periodStartMs),
    current_period_end: timeOf(subscription.periodEndMs),
    next_invoice_date: isCanceling ? null : timeOf(subscription.dueAtMs),
    is_canceling: isCanceling,
    launch_cancel_at: timeOf(subscription.cancelledAtMs),
    cancel_at: timeOf(subscription.endedAtMs),
    created_at: timeOf(subscription.createdAtMs),
  }
}

export function refundObject({ id, chargeId, state }: RefundRow) {
  return { refund_id: id, trade_id: chargeId, refund_status: state }
}
