import type { Stripe } from 'stripe'
import { type Result, fail, ok } from '#shared/result.ts'
import type { PaymentFailure, PaymentProvider, PlanChangeRequest } from '../payment-provider.ts'
import { toResult, creditOf, idOf } from './stripe-answers.ts'

export const INTERVALS = { weekly: 'week', yearly: 'year' } as const

type StripeResult<T> = Promise<Result<T, PaymentFailure>>
type PlanChangeCalls = Pick<PaymentProvider, 'previewChange' | 'changeNow' | 'changeAtEnd'>

const secondOf = (ms: number) => Math.floor(ms / 1000)

/** Changes of a subscription's plan, at once or by a schedule. Stripe prorates by the second, from the given time. */
export function createPlanChanges(stripe: Stripe): PlanChangeCalls {
  return {
    async previewChange(ref, change) {
      const planItem = await findItem(stripe, ref, change)
      if (!planItem.ok) return planItem
      const { item, price } = planItem.value
      const preview = await toResult(
        stripe.invoices.createPreview({
          subscription: ref,
          subscription_details: { items: [{ id: item.id, price }], ...IMMEDIATE_CHANGE, proration_date: secondOf(change.atMs) },
        }),
      )
      return preview.ok ? ok({ creditCents: creditOf(preview.value), dueCents: preview.value.amount_due }) : preview
    },
    async changeNow(ref, change) {
      const planItem = await findItem(stripe, ref, change)
      if (!planItem.ok) return planItem
      const { item, price } = planItem.value
      const items = [{ id: item.id, price }]
      const terms = { ...IMMEDIATE_CHANGE, payment_behavior: 'error_if_incomplete', proration_date: secondOf(change.atMs) } as const
      const options = { idempotencyKey: `change ${change.id}` }
      const subscriptionUpdate = await toResult(stripe.subscriptions.update(ref, { items, ...terms }, options))
      return subscriptionUpdate.ok ? ok(null) : subscriptionUpdate
    },
    async changeAtEnd(ref, change) {
      const planItem = await findItem(stripe, ref, change)
      if (!planItem.ok) return planItem
      const { item, price, schedule } = planItem.value
      const activeSchedule =
        schedule === undefined ? await toResult(stripe.subscriptionSchedules.create({ from_subscription: ref })) : ok({ id: schedule })
      if (!activeSchedule.ok) return activeSchedule
      const currentPhase = {
        items: [{ price: item.price.id, quantity: 1 }],
        start_date: item.current_period_start,
        end_date: item.current_period_end,
      }
      const nextPhase = {
        items: [{ price, quantity: 1 }],
        start_date: item.current_period_end,
        duration: ONE_INTERVAL[change.sku.plan ?? 'weekly'],
      }
      const scheduleUpdate = await toResult(
        stripe.subscriptionSchedules.update(activeSchedule.value.id, {
          phases: [currentPhase, nextPhase],
          end_behavior: 'release',
          proration_behavior: 'none',
          metadata: { next: INTERVALS[change.sku.plan ?? 'weekly'] },
        }),
      )
      return scheduleUpdate.ok ? ok(null) : scheduleUpdate
    },
  }
}

const IMMEDIATE_CHANGE = { proration_behavior: 'always_invoice', billing_cycle_anchor: { type: 'now' } } as const

const ONE_INTERVAL = {
  weekly: { interval: 'week', interval_count: 1 },
  yearly: { interval: 'year', interval_count: 1 },
} as const

export async function cancelPlanChange(stripe: Stripe, ref: string): StripeResult<null> {
  const subscription = await toResult(stripe.subscriptions.retrieve(ref))
  if (!subscription.ok) return subscription
  const schedule = idOf(subscription.value.schedule)
  if (schedule === undefined) return ok(null)
  const scheduleRelease = await toResult(stripe.subscriptionSchedules.release(schedule))
  return scheduleRelease.ok ? ok(null) : scheduleRelease
}

async function findItem(stripe: Stripe, ref: string, { sku, currencyCode }: Pick<PlanChangeRequest, 'sku' | 'currencyCode'>) {
  const subscription = await toResult(stripe.subscriptions.retrieve(ref))
  if (!subscription.ok) return subscription
  const [item] = subscription.value.items.data
  if (item === undefined) return fail('unknown' as const)
  const price = await priceOf(stripe, sku, currencyCode)
  return price.ok ? ok({ item, price: price.value, schedule: idOf(subscription.value.schedule) }) : price
}

/** Stripe's price of a plan, created at its first use. Prices come from our catalogue, so the operator need not set up prices at Stripe. */
async function priceOf(stripe: Stripe, { skuId, cents, plan, name }: PlanChangeRequest['sku'], currencyCode: string): StripeResult<string> {
  if (plan === null) return fail('refused')
  const currency = currencyCode.toLowerCase()
  const lookup_key = `${skuId} ${cents} ${currency}`
  const knownPrices = await toResult(stripe.prices.list({ lookup_keys: [lookup_key], active: true, limit: 1 }))
  if (!knownPrices.ok) return knownPrices
  const [price] = knownPrices.value.data
  if (price !== undefined) return ok(price.id)
  const terms = { unit_amount: cents, currency, recurring: { interval: INTERVALS[plan] }, product_data: { name } }
  const createdPrice = await toResult(stripe.prices.create({ ...terms, lookup_key }, { idempotencyKey: `price ${lookup_key}` }))
  return createdPrice.ok ? ok(createdPrice.value.id) : createdPrice
}
