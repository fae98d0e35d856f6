import type { CatalogueSku } from '../catalogue/skus.ts'
import { PLAN_ACTIONS } from '#shared/api/subscription.ts'
import type { Plan } from '#shared/domain/membership-terms.ts'
import type { Result } from '#shared/result.ts'
import type { Hono } from 'hono'

/** The webhook path; the provider's id follows. */
export const PAYMENT_WEBHOOK_PATH = '/api/pay/payment/webhook/'

/** What a provider may be able to do beside selling, and cancelling a plan. */
export const PROVIDER_ABILITIES = [...PLAN_ACTIONS, 'changePlan', 'refund', 'promotions'] as const
export type ProviderAbility = (typeof PROVIDER_ABILITIES)[number]

/** away: unreachable, retry later. refused: rejected. unknown: the provider does not know the object. */
export type PaymentFailure = 'away' | 'refused' | 'unknown'

export interface CheckoutRequest {
  readonly payOrderId: string
  readonly sku: CatalogueSku
  /** The amount charged now, after a discount; 0 for a trial. */
  readonly amountCents: number
  /** What a promotion code takes off the first charge alone; null without one, and where the provider can't. */
  readonly discount: { readonly code: string; readonly cents: number } | null
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
  /** False where the provider's pages cannot be framed, whatever was requested. */
  readonly isEmbedded: boolean
}

/** The keys of an order at the provider. */
export interface OrderRef {
  readonly payOrderId: string
  readonly sessionId: string
  readonly subscriptionRef: string | null
}

/** A change of a subscription's plan. */
export interface PlanChangeRequest {
  readonly sku: CatalogueSku
  readonly currencyCode: string
  /** The moment up to which the running period counts as used, a whole second. */
  readonly atMs: number
}

export interface AgreedChange extends PlanChangeRequest {
  /** Stands for this change: it is made once. */
  readonly id: string
  /** What was agreed to be charged. */
  readonly dueCents: number
  /** From then on it is refused. */
  readonly expiresAtMs: number
}

export interface ChangePreview {
  readonly creditCents: number
  readonly dueCents: number
}

/** A paid cycle of a subscription; 0 is its trial, without a charge. */
export interface ProviderCycle {
  readonly ref: string
  readonly cycle: number
  /** Null where the provider knows no other plan than the order's. */
  readonly plan: Plan | null
  /** What unused time of the cycle before has paid of its price, beside `amountCents`. */
  readonly creditCents: number
  readonly amountCents: number
  readonly refundedCents: number
  readonly startsAtMs: number
  readonly endsAtMs: number
  readonly paidAtMs: number
}

export interface ProviderSubscription {
  readonly ref: string
  readonly state: 'trial' | 'active' | 'past_due' | 'ended'
  /** The plan of its next charges, null where that is always the order's; and the one that follows at the end of the period, if any. */
  readonly plan: Plan | null
  readonly nextPlan: Plan | null
  readonly periodStartMs: number
  readonly periodEndMs: number
  /** When its renewals were cancelled. */
  readonly cancelledAtMs: number | null
  readonly endedAtMs: number | null
  /** Paid cycles only, oldest first. */
  readonly cycles: readonly ProviderCycle[]
}

/**
 * The provider's current state of an order. `failed`: a card was refused, the checkout may still accept another one. `closed`: cancelled or
 * expired, no payment follows.
 */
export interface ProviderOrder {
  readonly state: 'pending' | 'succeeded' | 'failed' | 'closed'
  /** The provider's id of the trade. */
  readonly ref: string
  readonly amountCents: number
  readonly currencyCode: string
  /** A code of the payment methods table. */
  readonly paymentMethod: number
  readonly refundedCents: number
  readonly paidAtMs: number | null
  readonly subscription: ProviderSubscription | null
}

/** A verified and parsed event. It only names what to read; the state read then decides. */
export interface PaymentEvent {
  readonly eventId: string
  readonly type: string
  /** Null where the event names only a subscription. */
  readonly payOrderId: string | null
  readonly subscriptionRef: string | null
}

/** forged: invalid signature. old: outside of the replay window. */
export type EventFailure = 'forged' | 'old' | 'malformed'

/** A part of a payment that is to be given back. */
export interface RefundOrder {
  /** Ours, and the idempotency key. */
  readonly id: string
  /** The provider's id of the trade or invoice. */
  readonly paymentRef: string
  readonly payOrderId: string
  readonly amountCents: number
  readonly currencyCode: string
}

/** `pending`: taken, and not decided. */
export type RefundOutcome = 'pending' | 'succeeded' | 'failed'

/** A card that is to be saved for charges without its payer. */
export interface CardRequest {
  /** Ours: the same request is the same page. */
  readonly id: string
  readonly payer: { readonly id: string; readonly email: string }
  readonly returnUrl: string
}

export interface SavedCard {
  readonly ref: string
  /** As its payer knows it. */
  readonly label: string
}

export interface CardCharge extends Omit<CheckoutRequest, 'isEmbedded' | 'redirectOnCompletion'> {
  readonly cardRef: string
  /** False: it is only looked for, and `unknown` where it was never made. */
  readonly mayCharge: boolean
}

/** `confirm`: the payer has to confirm it at `checkoutUrl`; nothing is charged before. The order is read by its session. */
export type CardChargeResult =
  | { readonly outcome: 'charged' | 'declined'; readonly sessionId: string }
  | { readonly outcome: 'confirm'; readonly sessionId: string; readonly checkoutUrl: string }

/** Charges of a saved card. */
export interface SavedCards {
  openPage(request: CardRequest): Promise<Result<{ readonly sessionId: string; readonly url: string }, PaymentFailure>>
  /** Null until it is saved. */
  read(sessionId: string): Promise<Result<SavedCard | null, PaymentFailure>>
  /** Made once per order, however often it is asked. */
  charge(charge: CardCharge): Promise<Result<CardChargeResult, PaymentFailure>>
}

/** A payment provider. */
export interface PaymentProvider {
  readonly id: 'sandbox' | 'subotiz' | 'stripe'
  /** Allowed origins of its checkouts. */
  readonly origins: readonly string[]
  /** What it can do; the rest is not offered. */
  readonly can: ReadonlySet<ProviderAbility>
  /** Idempotent: the same order gives the same checkout. */
  openCheckout(request: CheckoutRequest): Promise<Result<Checkout, PaymentFailure>>
  readOrder(order: OrderRef): Promise<Result<ProviderOrder, PaymentFailure>>
  /** Closes an open checkout. Does nothing when it is closed or paid. */
  closeCheckout(order: OrderRef): Promise<Result<null, PaymentFailure>>
  cancelSubscription(ref: string, when: 'period_end' | 'now'): Promise<Result<null, PaymentFailure>>
  /** Takes back a cancellation for the end of the period. Does nothing where it renews; refused when it has ended. */
  resumeSubscription(ref: string): Promise<Result<null, PaymentFailure>>
  /** The address of the provider's page for another card, which leads back to `returnUrl`. */
  openCardPage(ref: string, returnUrl: string): Promise<Result<string, PaymentFailure>>
  /**
   * Tries the open invoice of a renewal again. A cycle that is paid is not charged again; the same attempt is made once. Does nothing where no
   * invoice is open; refused when the card was.
   */
  payNow(ref: string, attempt: string): Promise<Result<null, PaymentFailure>>
  /** Gives money back, once per id however often it is asked. Refused where that much can't be given back. */
  refund(refund: RefundOrder): Promise<Result<{ readonly ref: string; readonly outcome: RefundOutcome }, PaymentFailure>>
  readRefund(ref: string): Promise<Result<RefundOutcome, PaymentFailure>>
  /** What a change at once would charge; nothing is changed. */
  previewChange(ref: string, change: PlanChangeRequest): Promise<Result<ChangePreview, PaymentFailure>>
  /** Changes the plan at once and charges the difference. Refused, and nothing changed, where the card is. The same change is made once. */
  changeNow(ref: string, change: AgreedChange): Promise<Result<null, PaymentFailure>>
  /** Lets another plan follow at the end of the period. Does nothing where it follows already. */
  changeAtEnd(ref: string, change: Omit<PlanChangeRequest, 'atMs'>): Promise<Result<null, PaymentFailure>>
  /** Lets no other plan follow. */
  keepPlan(ref: string): Promise<Result<null, PaymentFailure>>
  /** The order of a subscription that only the provider can resolve. */
  orderOfSubscription(ref: string): Promise<Result<string, PaymentFailure>>
  /** Null where it can't charge a saved card. */
  readonly savedCards: SavedCards | null
  readNews(body: Uint8Array, headers: Headers, nowMs: number): Result<PaymentEvent, EventFailure>
}

declare module '#server/verbs/services.ts' {
  interface Services {
    readonly payment: PaymentProvider
  }
}

/** A checkout server of our own, for a listener at `config.payment.taker.port`. */
export interface CheckoutServer {
  readonly app: Hono
  /** Bills due subscriptions and delivers due events. Call it every few seconds; concurrent calls are safe. */
  tick(): Promise<void>
  /** Waits for events that are being delivered. */
  stop(): Promise<void>
}
