import type { PendingOrder, PurchaseIntent, PurchasePromotion } from '#shared/contract/billing-contract.ts'
import type { AppError, Result } from '#shared/result.ts'
import type { Clock } from '#shared/clock.ts'
import type { PurchaseTracking, SourcedPurchase } from './purchase-tracking.ts'
import type { CheckoutView } from './checkout-state.ts'
import type { PaymentSdk } from './payment-sdk.ts'
import type { RefusedUrl, ValidateUrl } from './check-payment-url.ts'

export interface PurchaseRequest extends SourcedPurchase {
  readonly skuType: number
  readonly skuName: string
  /** The currency of the shown price. */
  readonly currencyCode: string
  readonly promotion?: PurchasePromotion | null
}

export interface CheckoutHub {
  createOrder(intent: PurchaseIntent): Promise<Result<PendingOrder>>
  confirmOrder(payOrderId: string): Promise<Result<null>>
  dropOrder(payOrderId: string): Promise<Result<null>>
  read(): { readonly orders: readonly PendingOrder[]; readonly isOnline: boolean }
  /** Whether the account is a member, by a refreshed account, or by the known one if the refresh fails. */
  checkMembership(): Promise<boolean>
  /** Returns a function that stops it. */
  subscribe(listener: () => void): () => void
}

/** A short message about a purchase that needs no answer. */
export type CheckoutNote =
  | { readonly kind: 'success'; readonly skuType: number; readonly skuName: string }
  | { readonly kind: 'refused'; readonly error: AppError }
  | RefusedUrl
  | { readonly kind: 'cancelled' | 'closed' | 'left' | 'sdk_missing' }

export interface CheckoutDeps {
  readonly hub: CheckoutHub
  readonly validateUrl: ValidateUrl
  /** True once logged in. `isSessionOver`: the server reports no session, even if the page believes there is one. */
  readonly logIn: (isSessionOver: boolean) => Promise<boolean>
  readonly loadSdk: () => Promise<PaymentSdk>
  /** Whether the checkout's server can be reached from this browser. */
  readonly isReachable: (checkoutUrl: string, signal: AbortSignal) => Promise<boolean>
  /** False when the browser blocks it. */
  readonly openTab: (checkoutUrl: string) => boolean
  readonly clock: Clock
  readonly appOrigin: string
  readonly show: (view: CheckoutView | null) => void
  readonly showNote: (note: CheckoutNote) => void
  readonly trackStart: (purchase: PurchaseRequest) => void
  /** Tracks a purchase that ended before it had an order. */
  readonly trackRefusal: (purchase: PurchaseRequest, failReason: string) => void
  /** Tracks the purchase once it has an order. */
  readonly tracking: Pick<PurchaseTracking, 'begin' | 'resume' | 'end'>
  /** Called after payment, so that the shop can close. */
  readonly onPaid: () => void
  /** Called when the checkout ends before the order does; the order's card then shows the result. */
  readonly onResultPending: () => void
}
