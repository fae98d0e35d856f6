import type { CatalogueSku } from '../catalogue/skus.ts'
import type { Result } from '#shared/result.ts'

/** Where providers bring their news; the provider's id follows. */
export const PAYMENT_WEBHOOK_PATH = '/api/pay/payment/webhook/'

/** away: it could not be asked, ask again later. refused: it said no. unknown: it knows nothing of this. */
export type PaymentFailure = 'away' | 'refused' | 'unknown'

export interface CheckoutRequest {
  readonly payOrderId: string
  readonly sku: CatalogueSku
  /** Charged now; 0 for a trial. */
  readonly amountCents: number
  readonly currencyCode: string
  readonly payer: { readonly id: string; readonly email: string }
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly isEmbedded: boolean
  readonly redirectOnCompletion: 'always' | 'if_required'
}

export interface Checkout {
  readonly sessionId: string
  readonly checkoutUrl: string
  /** False where the provider's pages can't be framed, whatever was asked for. */
  readonly isEmbedded: boolean
}

/** What a provider needs to find an order again. */
export interface OrderRef {
  readonly payOrderId: string
  readonly sessionId: string
  readonly subscriptionRef: string | null
}

/** One paid cycle of a subscription; 0 is its trial, paid with nothing. */
export interface ProviderCycle {
  readonly ref: string
  readonly cycle: number
  readonly amountCents: number
  readonly refundedCents: number
  readonly startsAtMs: number
  readonly endsAtMs: number
  readonly paidAtMs: number
}

export interface ProviderSubscription {
  readonly ref: string
  readonly state: 'trial' | 'active' | 'past_due' | 'ended'
  readonly periodStartMs: number
  readonly periodEndMs: number
  /** When its renewals were called off. */
  readonly cancelledAtMs: number | null
  readonly endedAtMs: number | null
  /** Paid cycles only, oldest first. */
  readonly cycles: readonly ProviderCycle[]
}

/**
 * All a provider knows about one order, at the moment of asking. `failed`: a card was refused, the checkout may still take another one.
 * `closed`: cancelled or run out, nothing will come.
 */
export interface ProviderOrder {
  readonly state: 'pending' | 'succeeded' | 'failed' | 'closed'
  /** The provider's own name for the trade. */
  readonly ref: string
  readonly amountCents: number
  readonly currencyCode: string
  /** By the table of payment methods. */
  readonly paymentMethod: number
  readonly refundedCents: number
  readonly paidAtMs: number | null
  readonly subscription: ProviderSubscription | null
}

/** News, believed and read. It only says where to look: what is done follows from the truth that is asked for then. */
export interface PaymentEvent {
  readonly eventId: string
  readonly type: string
  /** Null where the news names only a subscription. */
  readonly payOrderId: string | null
  readonly subscriptionRef: string | null
}

/** forged: the signature is not the provider's. old: outside the replay window. */
export type EventFailure = 'forged' | 'old' | 'malformed'

/** Takes money. */
export interface PaymentProvider {
  readonly id: 'sandbox' | 'subotiz' | 'stripe'
  /** Where its checkouts may be opened. */
  readonly origins: readonly string[]
  /** Made again for the same order it gives the same checkout. */
  openCheckout(request: CheckoutRequest): Promise<Result<Checkout, PaymentFailure>>
  readOrder(order: OrderRef): Promise<Result<ProviderOrder, PaymentFailure>>
  /** A checkout that is still open takes no money any more. Closed already, or paid: nothing happens. */
  closeCheckout(order: OrderRef): Promise<Result<null, PaymentFailure>>
  cancelSubscription(ref: string, when: 'period_end' | 'now'): Promise<Result<null, PaymentFailure>>
  /** The order of a subscription that only the provider can name. */
  orderOfSubscription(ref: string): Promise<Result<string, PaymentFailure>>
  readNews(body: Uint8Array, headers: Headers, nowMs: number): Result<PaymentEvent, EventFailure>
}
