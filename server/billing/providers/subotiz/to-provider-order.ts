import type { ProviderCycle, ProviderOrder, ProviderSubscription } from '../payment-provider.ts'
import type { Invoice, Subscription, Trade } from './wire.ts'

/** Subotiz's payment methods with their codes in `shared/domain/payment-methods.ts`. Other methods count as cards. */
const METHOD_CODES: Readonly<Record<string, number>> = { wechat_pay: 0, alipay: 1, google_pay: 2, apple_pay: 3, paypal: 4, klarna: 7 }
const CARD_CODE = 13

const TRADE_STATES = {
  requires_payment_method: 'pending',
  requires_action: 'pending',
  processing: 'pending',
  payment_failed: 'failed',
  succeeded: 'succeeded',
  closed: 'closed',
} as const satisfies Record<Trade['trade_status'], ProviderOrder['state']>

/** The order's state from a trade. An expired checkout accepts no other card; a payment in process may still succeed. */
export function toProviderOrder(trade: Trade, isExpired: boolean, subscription: ProviderSubscription | null): ProviderOrder {
  const state = TRADE_STATES[trade.trade_status]
  const isUndecided = trade.trade_status !== 'processing' && (state === 'pending' || state === 'failed')
  return {
    state: isExpired && isUndecided ? 'closed' : state,
    ref: trade.trade_id,
    amountCents: trade.amount,
    currencyCode: trade.currency,
    paymentMethod: METHOD_CODES[trade.payment_method ?? ''] ?? CARD_CODE,
    refundedCents: trade.total_refunded_amount,
    paidAtMs: trade.paid_at,
    subscription,
  }
}

const SUBSCRIPTION_STATES = {
  init: null,
  incomplete: null,
  trial: 'trial',
  active: 'active',
  past_due: 'past_due',
  // A paused subscription may resume; until then its cycles are unpaid.
  paused: 'past_due',
  unpaid: 'ended',
  canceled: 'ended',
} as const satisfies Record<Subscription['status'], ProviderSubscription['state'] | null>

/** The state of a subscription; null before it begins. */
export function toProviderSubscription(subscription: Subscription, invoices: readonly Invoice[]): ProviderSubscription | null {
  const { current_period_start: periodStartMs, current_period_end: periodEndMs } = subscription
  const state = SUBSCRIPTION_STATES[subscription.status]
  if (state === null || periodStartMs === null || periodEndMs === null) return null
  const endedAtMs = state === 'ended' ? (subscription.cancel_at ?? subscription.updated_at ?? periodEndMs) : null
  const requestedCancelAtMs =
    subscription.launch_cancel_at ?? (subscription.is_canceling ? (subscription.updated_at ?? periodStartMs) : null)
  return {
    ref: subscription.id,
    state,
    plan: subscription.plan_interval,
    nextPlan: subscription.next_plan_interval,
    periodStartMs,
    periodEndMs,
    cancelledAtMs: requestedCancelAtMs ?? endedAtMs,
    endedAtMs,
    cycles: toCycles(invoices),
  }
}

const PAID_STATUSES = new Set(['success', 'refunded', 'partially_refunded'])
const CYCLE_TYPES = new Set(['initial', 'trial', 'trail', 'renewal'])

function toCycles(invoices: readonly Invoice[]): ProviderCycle[] {
  const cycles = invoices.flatMap((invoice) => {
    const { invoice_type: type, cycle_index: cycle, cycle_start: startsAtMs, cycle_end: endsAtMs } = invoice
    if (!CYCLE_TYPES.has(type) || !PAID_STATUSES.has(statusOf(invoice)) || startsAtMs === null || endsAtMs === null) return []
    const paidAtMs = invoice.paid_at ?? startsAtMs
    return [
      {
        ref: idOf(invoice),
        cycle,
        plan: invoice.plan_interval,
        creditCents: invoice.credit_amount ?? 0,
        amountCents: invoice.amount,
        refundedCents: refundedOf(invoice, invoices),
        startsAtMs,
        endsAtMs,
        paidAtMs,
      },
    ]
  })
  return cycles.toSorted((a, b) => a.cycle - b.cycle)
}

const idOf = (invoice: Invoice) => invoice.id || invoice.invoice_id
const statusOf = (invoice: Invoice) => invoice.status ?? invoice.biz_status ?? ''

function refundedOf(invoice: Invoice, allInvoices: readonly Invoice[]): number {
  const refunds = allInvoices.filter((other) => other.invoice_type === 'refund' && other.original_invoice_id === idOf(invoice))
  const refundedCents = refunds.reduce((sum, { amount }) => sum + amount, 0)
  return statusOf(invoice) === 'refunded' ? invoice.amount : Math.min(refundedCents, invoice.amount)
}
