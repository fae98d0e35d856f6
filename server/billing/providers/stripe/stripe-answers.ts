import type { Stripe } from 'stripe'
import type { Plan } from '#shared/domain/membership-terms.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import type { ProviderCycle, ProviderOrder, ProviderSubscription, PaymentFailure } from '../payment-provider.ts'

/** Stripe's payment methods with their codes in `shared/domain/payment-methods.ts`. Other methods count as cards. */
const METHOD_CODES: Readonly<Record<string, number>> = {
  wechat_pay: 0,
  alipay: 1,
  paypal: 4,
  amazon_pay: 5,
  link: 6,
  klarna: 7,
  cashapp: 11,
}
const WALLET_CODES: Readonly<Record<string, number>> = { google_pay: 2, apple_pay: 3, samsung_pay: 12 }
const CARD_CODE = 14

const CYCLE_REASONS = new Set<string | null>(['subscription_create', 'subscription_cycle', 'subscription_update'])

const PLANS: Readonly<Record<string, Plan>> = { week: 'weekly', year: 'yearly' }
/**
 * The longest period of a weekly plan's invoice line, in s; a longer one is a year. A line names no interval, so its length shows it.
 */
const LONGEST_WEEKLY_S = 31 * 24 * 60 * 60

const msOf = (seconds: number) => seconds * 1000
const msOrNull = (seconds: number | null | undefined) => (typeof seconds === 'number' ? msOf(seconds) : null)

export function toProviderOrder(session: Stripe.Checkout.Session, subscription: ProviderSubscription | null): ProviderOrder {
  const charge = chargeOf(session)
  const paidAtMs = msOrNull(charge?.created) ?? subscription?.cycles[0]?.paidAtMs ?? null
  return {
    state: stateOf(session),
    ref: session.id,
    amountCents: session.amount_total ?? 0,
    currencyCode: (session.currency ?? 'usd').toUpperCase(),
    paymentMethod: methodOf(charge),
    refundedCents: charge === undefined ? 0 : refundedCentsOf(charge),
    paidAtMs,
    subscription,
  }
}

/** Whether an order's session id is the id of a payment: the charge of a saved card has no session. */
export function isPaymentIntentId(sessionId: string): boolean {
  return sessionId.startsWith('pi_')
}

const INTENT_STATES: Readonly<Record<string, ProviderOrder['state']>> = { succeeded: 'succeeded', processing: 'pending' }

/** The state of an order that was charged without the payer. A declined charge is not retried. */
export function toChargedOrder(intent: Stripe.PaymentIntent): ProviderOrder {
  const { status, id: ref, amount: amountCents, currency } = intent
  const charge = chargeOf({ payment_intent: intent })
  return {
    state: INTENT_STATES[status] ?? 'closed',
    ref,
    amountCents,
    currencyCode: currency.toUpperCase(),
    paymentMethod: methodOf(charge),
    refundedCents: charge === undefined ? 0 : refundedCentsOf(charge),
    paidAtMs: msOrNull(charge?.created),
    subscription: null,
  }
}

function stateOf({ status, payment_status: paymentStatus }: Stripe.Checkout.Session): ProviderOrder['state'] {
  if (status === 'expired') return 'closed'
  return status === 'complete' && (paymentStatus === 'paid' || paymentStatus === 'no_payment_required') ? 'succeeded' : 'pending'
}

function chargeOf({ payment_intent: intent }: Pick<Stripe.Checkout.Session, 'payment_intent'>): Stripe.Charge | undefined {
  const charge = typeof intent === 'object' ? intent?.latest_charge : undefined
  return typeof charge === 'object' && charge !== null ? charge : undefined
}

function methodOf(charge: Stripe.Charge | undefined): number {
  const details = charge?.payment_method_details
  return WALLET_CODES[details?.card?.wallet?.type ?? ''] ?? METHOD_CODES[details?.type ?? ''] ?? CARD_CODE
}

const SUBSCRIPTION_STATES: Readonly<Record<string, ProviderSubscription['state']>> = {
  trialing: 'trial',
  active: 'active',
  past_due: 'past_due',
  // A paused subscription may resume; until then its cycles are unpaid.
  paused: 'past_due',
  unpaid: 'ended',
  canceled: 'ended',
}

/** The state of a subscription; null before it begins. Invoices include payments; refunds come from the customer's charges. */
export function toProviderSubscription(
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
  charges: readonly Stripe.Charge[],
): ProviderSubscription | null {
  const state = SUBSCRIPTION_STATES[subscription.status]
  const [item] = subscription.items.data
  if (state === undefined || item === undefined) return null
  const periodEndMs = msOf(item.current_period_end)
  return {
    ref: subscription.id,
    state,
    plan: PLANS[item.price.recurring?.interval ?? ''] ?? null,
    nextPlan: nextPlanOf(subscription, item.current_period_end),
    periodStartMs: msOf(item.current_period_start),
    periodEndMs,
    cancelledAtMs: msOrNull(subscription.canceled_at),
    endedAtMs: state === 'ended' ? (msOrNull(subscription.ended_at) ?? periodEndMs) : null,
    cycles: toCycles(subscription, invoices, charges),
  }
}

/** The plan of a schedule's last phase, until that phase begins. */
function nextPlanOf({ schedule }: Stripe.Subscription, periodEnd: number): Plan | null {
  if (typeof schedule !== 'object' || schedule === null || schedule.status !== 'active') return null
  const lastPhase = schedule.phases.at(-1)
  return lastPhase !== undefined && lastPhase.start_date >= periodEnd ? (PLANS[schedule.metadata?.['next'] ?? ''] ?? null) : null
}

function toCycles({ trial_end: trialEnd }: Stripe.Subscription, invoices: readonly Stripe.Invoice[], charges: readonly Stripe.Charge[]) {
  const paidInvoices = invoices.filter(({ status, billing_reason: reason }) => status === 'paid' && CYCLE_REASONS.has(reason))
  const sortedInvoices = paidInvoices.toSorted((a, b) => a.created - b.created)
  const isTrial = (invoice: Stripe.Invoice | undefined) => trialEnd !== null && chargedLine(invoice)?.period.end === trialEnd
  const firstCycle = isTrial(sortedInvoices[0]) ? 0 : 1
  return sortedInvoices.flatMap((invoice, index): ProviderCycle[] => {
    const period = chargedLine(invoice)?.period
    if (period === undefined) return []
    return [
      {
        ref: invoice.id,
        cycle: firstCycle + index,
        plan: period.end - period.start > LONGEST_WEEKLY_S ? 'yearly' : 'weekly',
        creditCents: creditOf(invoice),
        amountCents: invoice.amount_paid,
        refundedCents: refundedOf(invoice, charges),
        startsAtMs: msOf(period.start),
        endsAtMs: msOf(period.end),
        paidAtMs: msOf(invoice.status_transitions.paid_at ?? invoice.created),
      },
    ]
  })
}

/** The invoice line of the cycle's price. After a change within a cycle, the invoice also has a line for the credit. */
function chargedLine(invoice: Stripe.Invoice | undefined): Stripe.InvoiceLineItem | undefined {
  return invoice?.lines.data.find(({ amount }) => amount > 0) ?? invoice?.lines.data[0]
}

export function creditOf({ lines }: Pick<Stripe.Invoice, 'lines'>): number {
  return lines.data.reduce((sum, { amount }) => sum + Math.max(0, -amount), 0)
}

function refundedOf({ payments }: Stripe.Invoice, charges: readonly Stripe.Charge[]): number {
  const intents = new Set(payments?.data.map(({ payment }) => idOf(payment.payment_intent)))
  const ownCharges = charges.filter((charge) => intents.has(idOf(charge.payment_intent) ?? ''))
  return ownCharges.reduce((sum, charge) => sum + refundedCentsOf(charge), 0)
}

/** The refunded amount of a charge. Stripe counts refunds from their request on; undecided and failed refunds do not count here. */
function refundedCentsOf({ amount_refunded: requestedCents, refunds }: Stripe.Charge): number {
  if (refunds === undefined || refunds === null || refunds.has_more) return requestedCents
  const succeededCents = refunds.data.filter(({ status }) => status === 'succeeded').reduce((sum, { amount }) => sum + amount, 0)
  return Math.min(succeededCents, requestedCents)
}

export function idOf(reference: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof reference === 'object' && reference !== null ? reference.id : (reference ?? undefined)
}

const AWAY_STATUSES = new Set([408, 409, 429])

export async function toResult<T>(call: Promise<T>): Promise<Result<T, PaymentFailure>> {
  try {
    return ok(await call)
  } catch (error) {
    return fail(failureOf(error))
  }
}

/**
 * Stripe's errors have the HTTP status; an error without a status means that Stripe did not answer. Our own bugs have no `rawType` and are
 * thrown.
 */
function failureOf(error: unknown): PaymentFailure {
  if (!(error instanceof Error) || !('rawType' in error || 'statusCode' in error || error.name === 'StripeConnectionError')) throw error
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0
  if (status === 404) return 'unknown'
  return status >= 400 && status < 500 && !AWAY_STATUSES.has(status) ? 'refused' : 'away'
}
