import type { Stripe } from 'stripe'
import type { NewsFailure, PaymentNews } from '../payment-provider.ts'
import type { Result } from '#shared/result.ts'
import { z } from 'zod'
import { isFresh } from '../subotiz/signatures.ts'
import { fail, ok } from '#shared/result.ts'

const NO_TOLERANCE = 0

const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish()
const metadata = z.object({ payOrderId: z.string().optional() }).nullish()
const details = z.object({ subscription: reference, metadata }).nullish()

/** The places in which Stripe's different things name their order and their subscription. */
const thingSchema = z.object({
  id: z.string(),
  object: z.string(),
  client_reference_id: z.string().nullish(),
  subscription: reference,
  metadata,
  parent: z.object({ subscription_details: details }).nullish(),
})
const eventSchema = z.object({ id: z.string(), type: z.string().max(100), data: z.object({ object: thingSchema }) })

/** News, once Stripe's own code has believed their signature; the window is looked at here, in both directions. */
export function readStripeNews(
  stripe: Pick<Stripe, 'webhooks'>,
  webhookSecret: string,
  body: Uint8Array,
  headers: Headers,
  nowMs: number,
): Result<PaymentNews, NewsFailure> {
  const header = headers.get('stripe-signature') ?? ''
  let event: unknown
  try {
    event = stripe.webhooks.constructEvent(Buffer.from(body), header, webhookSecret, NO_TOLERANCE)
  } catch (error) {
    return fail(error instanceof SyntaxError ? 'malformed' : 'forged')
  }
  const seconds = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1] ?? ''
  if (!isFresh(`${seconds}000`, nowMs)) return fail('old')
  const parsed = eventSchema.safeParse(event)
  if (!parsed.success) return fail('malformed')
  const { id: eventId, type, data } = parsed.data
  const { object: thing } = data
  const ofPlan = thing.parent?.subscription_details
  const payOrderId = thing.client_reference_id ?? thing.metadata?.payOrderId ?? ofPlan?.metadata?.payOrderId ?? null
  const subscriptionRef = thing.object === 'subscription' ? thing.id : (thing.subscription ?? ofPlan?.subscription ?? null)
  return ok({ eventId, type, payOrderId, subscriptionRef })
}
