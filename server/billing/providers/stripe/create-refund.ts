import type { Stripe } from 'stripe'
import { type Result, fail, ok } from '#shared/result.ts'
import type { PaymentFailure, RefundOrder, RefundOutcome } from '../payment-provider.ts'
import { toResult, idOf, isPaymentIntentId } from './stripe-answers.ts'

type StripeResult<T> = Promise<Result<T, PaymentFailure>>

/** The number of refunds in one request, the maximum that Stripe allows. */
const PAGE_SIZE = 100

/** Refunds a part of a payment. Stripe deletes idempotency keys after a day, so this first searches for an existing refund with the id. */
export async function createRefund(
  stripe: Stripe,
  { id, paymentRef, payOrderId, amountCents }: RefundOrder,
): StripeResult<{ readonly ref: string; readonly outcome: RefundOutcome }> {
  const intent = await toResult(intentOf(stripe, paymentRef))
  if (!intent.ok) return intent
  if (intent.value === undefined) return fail('unknown')
  const payment_intent = intent.value
  const refundList = await toResult(stripe.refunds.list({ payment_intent, limit: PAGE_SIZE }))
  if (!refundList.ok) return refundList
  const existingRefund = refundList.value.data.find(({ metadata }) => metadata?.['refundId'] === id)
  if (existingRefund !== undefined) return ok({ ref: existingRefund.id, outcome: toRefundOutcome(existingRefund) })
  const metadata = { payOrderId, refundId: id }
  const params = { payment_intent, amount: amountCents, reason: 'requested_by_customer', metadata } as const
  const createdRefund = await toResult(stripe.refunds.create(params, { idempotencyKey: `refund ${id}` }))
  return createdRefund.ok ? ok({ ref: createdRefund.value.id, outcome: toRefundOutcome(createdRefund.value) }) : createdRefund
}

/** A pack's reference is its checkout session or its payment; a cycle's reference is its invoice. */
async function intentOf(stripe: Stripe, paymentRef: string): Promise<string | undefined> {
  if (isPaymentIntentId(paymentRef)) return paymentRef
  if (paymentRef.startsWith('cs_')) return idOf((await stripe.checkout.sessions.retrieve(paymentRef)).payment_intent)
  const { payments } = await stripe.invoices.retrieve(paymentRef, { expand: ['payments'] })
  return payments?.data.map(({ payment }) => idOf(payment.payment_intent)).find((intent) => intent !== undefined)
}

/** If Stripe reports a failure after a success, Kinora's refund stays a success; the operator sees the failure at Stripe. */
export function toRefundOutcome({ status }: Pick<Stripe.Refund, 'status'>): RefundOutcome {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}
