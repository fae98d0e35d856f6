import type { CatalogueSku } from '../catalogue/skus.ts'
import { PLAN_ACTIONS } from '#shared/api/subscription.ts'
import type { Plan } from '#shared/domain/membership-terms.ts'
import type { Result } from '#shared/result.ts'
import type { Hono } from 'hono'

/** The webhook path, without the provider's id at its end. */
export const PAYMENT_WEBHOOK_PATH = '/api/pay/payment/webhook/'

/** Abilities that only some providers have. Every provider can sell and cancel plans. */
export const PROVIDER_ABILITIES = [...PLAN_ACTIONS, 'changePlan', 'refund', 'promotions'] as const
export type ProviderAbility = (typeof PROVIDER_ABILITIES)[number]

/** away: unreachable; retry later. refused: the provider rejects the request. unknown: the provider does not know the object. */
export type PaymentFailure = 'away' | 'refused' | 'unknown'

export interface CheckoutRequest {
  readonly payOrderId: string
  readonly sku: CatalogueSku
  /** The amount charged now, after a discount; 0 for a trial. */
  readonly amountCents: number
  /** A promotion code's discount on the first charge only; null without one, or if the provider does not support it. */
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
  /** Whether a page may show the checkout in a frame. False if the provider forbids frames, even if the request asked for one. */
  readonly isEmbedded: boolean
}

/** The ids with which a provider finds an order. */
export interface OrderRef {
  readonly payOrderId: string
  readonly sessionId: string
  readonly subscriptionRef: string | null
}

export interface PlanChangeRequest {
  readonly sku: CatalogueSku
  readonly currencyCode: string
  /** The time of the change in ms, at a whole second. The running period counts as used up to this time. */
  readonly atMs: number
}

export interface AgreedChange extends PlanChangeRequest {
  /** The idempotency key of this change. */
  readonly id: string
  /** The charge that the user agreed to. */
  readonly dueCents: number
  /** The provider must not change the plan after this time. */
  readonly expiresAtMs: number
}

export interface ChangePreview {
  readonly creditCents: number
  readonly dueCents: number
}

/** A paid cycle of a subscription; or cycle 0, which is the trial and charges nothing. */
export interface ProviderCycle {
  readonly ref: string
  readonly cycle: number
  /** The plan of the cycle; null if the provider knows only the plan of the order. */
  readonly plan: Plan | null
  /** The part of the price that was paid with credit for unused time, in addition to `amountCents`. */
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
  /**
   * The current plan; null if the provider knows only the plan of the order. `nextPlan` starts at the end of the period; null if the plan
   * stays.
   */
  readonly plan: Plan | null
  readonly nextPlan: Plan | null
  readonly periodStartMs: number
  readonly periodEndMs: number
  readonly cancelledAtMs: number | null
  readonly endedAtMs: number | null
  /** The trial and the paid cycles, oldest first. Unpaid cycles are not included. */
  readonly cycles: readonly ProviderCycle[]
}

/**
 * The provider's current state of an order. `failed`: a card was declined; the checkout may accept another card. `closed`: cancelled or
 * expired; no payment follows.
 */
export interface ProviderOrder {
  readonly state: 'pending' | 'succeeded' | 'failed' | 'closed'
  /** The provider's id of the order's payment (a trade, a checkout or a charge), with which a pack is refunded. */
  readonly ref: string
  readonly amountCents: number
  readonly currencyCode: string
  /** The index of the payment method in `shared/domain/payment-methods.ts`. */
  readonly paymentMethod: number
  readonly refundedCents: number
  readonly paidAtMs: number | null
  readonly subscription: ProviderSubscription | null
}

/** A verified and parsed webhook. It only names the changed object: the server then reads the object's state at the provider. */
export interface PaymentEvent {
  readonly eventId: string
  readonly type: string
  /** Our order id; null if the event names only a subscription. */
  readonly payOrderId: string | null
  readonly subscriptionRef: string | null
}

/** forged: invalid signature. old: outside the replay window. malformed: unreadable body. The webhook rejects all of them. */
export type EventFailure = 'forged' | 'old' | 'malformed'

export interface RefundOrder {
  /** Our id of the refund, also the idempotency key. */
  readonly id: string
  /** The provider's id of the payment: `ref` of the order for a pack, `ref` of the cycle for a plan. */
  readonly paymentRef: string
  readonly payOrderId: string
  readonly amountCents: number
  readonly currencyCode: string
}

/** `pending`: the provider has accepted the refund, but not decided it. */
export type RefundOutcome = 'pending' | 'succeeded' | 'failed'

export interface CardRequest {
  /** Our id of the request. The same id returns the same page. */
  readonly id: string
  readonly payer: { readonly id: string; readonly email: string }
  readonly returnUrl: string
}

export interface SavedCard {
  readonly ref: string
  /** The label that the payer sees. */
  readonly label: string
}

export interface CardCharge extends Omit<CheckoutRequest, 'isEmbedded' | 'redirectOnCompletion'> {
  readonly cardRef: string
  /** If false, the provider only searches for an existing charge, and returns `unknown` if there is none. */
  readonly mayCharge: boolean
}

/**
 * `confirm`: the card is charged only after the payer confirms it at `checkoutUrl`. `sessionId` identifies the checkout when the order is
 * read.
 */
export type CardChargeResult =
  | { readonly outcome: 'charged' | 'declined'; readonly sessionId: string }
  | { readonly outcome: 'confirm'; readonly sessionId: string; readonly checkoutUrl: string }

export interface SavedCards {
  openPage(request: CardRequest): Promise<Result<{ readonly sessionId: string; readonly url: string }, PaymentFailure>>
  /** The card that the user saved in a session; null until it is saved. */
  read(sessionId: string): Promise<Result<SavedCard | null, PaymentFailure>>
  /** Charges once per order, however often it is called. */
  charge(charge: CardCharge): Promise<Result<CardChargeResult, PaymentFailure>>
}

export interface PaymentProvider {
  readonly id: 'sandbox' | 'subotiz' | 'stripe'
  readonly origins: readonly string[]
  /** The abilities of this provider. The shop does not offer other actions. */
  readonly can: ReadonlySet<ProviderAbility>
  /** Idempotent: the same order returns the same checkout. */
  openCheckout(request: CheckoutRequest): Promise<Result<Checkout, PaymentFailure>>
  readOrder(order: OrderRef): Promise<Result<ProviderOrder, PaymentFailure>>
  /** Closes an open checkout. Does nothing if the checkout is closed or paid. */
  closeCheckout(order: OrderRef): Promise<Result<null, PaymentFailure>>
  cancelSubscription(ref: string, when: 'period_end' | 'now'): Promise<Result<null, PaymentFailure>>
  /** Withdraws a cancellation at the end of the period. Does nothing if the plan renews. Fails with `refused` after the end of the plan. */
  resumeSubscription(ref: string): Promise<Result<null, PaymentFailure>>
  /** Returns the address of the provider's page where the payer enters another card. That page links back to `returnUrl`. */
  openCardPage(ref: string, returnUrl: string): Promise<Result<string, PaymentFailure>>
  /**
   * Retries the open invoice of a renewal. Never charges a paid cycle again; `attempt` is the idempotency key. Does nothing without an open
   * invoice. Fails with `refused` if the card is declined.
   */
  payNow(ref: string, attempt: string): Promise<Result<null, PaymentFailure>>
  /** Refunds money once per id. Fails with `refused` if the amount exceeds the rest of the payment. */
  refund(refund: RefundOrder): Promise<Result<{ readonly ref: string; readonly outcome: RefundOutcome }, PaymentFailure>>
  readRefund(ref: string): Promise<Result<RefundOutcome, PaymentFailure>>
  /** The amount that an immediate change would charge. This call changes nothing. */
  previewChange(ref: string, change: PlanChangeRequest): Promise<Result<ChangePreview, PaymentFailure>>
  /**
   * Changes the plan at once and charges the difference, once per change. If the card is declined, the call fails with `refused` and
   * nothing changes.
   */
  changeNow(ref: string, change: AgreedChange): Promise<Result<null, PaymentFailure>>
  /** Schedules another plan for the end of the period. Does nothing if that plan is already scheduled. */
  changeAtEnd(ref: string, change: Omit<PlanChangeRequest, 'atMs'>): Promise<Result<null, PaymentFailure>>
  cancelPlanChange(ref: string): Promise<Result<null, PaymentFailure>>
  /** Returns our order id of a subscription that this database does not contain yet. */
  orderOfSubscription(ref: string): Promise<Result<string, PaymentFailure>>
  /** The calls that charge saved cards; null if the provider has no such calls. */
  readonly savedCards: SavedCards | null
  readEvent(body: Uint8Array, headers: Headers, nowMs: number): Result<PaymentEvent, EventFailure>
}

declare module '#server/verbs/services.ts' {
  interface Services {
    readonly payment: PaymentProvider
  }
}

/** The checkout server of the sandbox. It has its own port. */
export interface CheckoutServer {
  readonly app: Hono
  /** Bills due subscriptions and delivers due events. Call it every few seconds; concurrent calls are safe. */
  tick(): Promise<void>
  /** Waits until the events in delivery are sent. */
  stop(): Promise<void>
}
