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
  /** The currency of the price that the user saw. */
  readonly currencyCode: string
  readonly promotion?: PurchasePromotion | null
}

export interface CheckoutHub {
  createOrder(intent: PurchaseIntent): Promise<Result<PendingOrder>>
  confirmOrder(payOrderId: string): Promise<Result<null>>
  dropOrder(payOrderId: string): Promise<Result<null>>
  read(): { readonly orders: readonly PendingOrder[]; readonly isOnline: boolean }
  /** Refreshes the account and returns whether it is a member. If the refresh fails, the last known membership counts. */
  checkMembership(): Promise<boolean>
  /** Calls the listener after each change of orders or connection. The returned function unsubscribes. */
  subscribe(listener: () => void): () => void
}

/** A short message about a purchase. The user does not have to answer it. */
export type CheckoutNote =
  | { readonly kind: 'success'; readonly skuType: number; readonly skuName: string }
  | { readonly kind: 'refused'; readonly error: AppError }
  | RefusedUrl
  | { readonly kind: 'cancelled' | 'closed' | 'left' | 'sdk_missing' }

export interface CheckoutDeps {
  readonly hub: CheckoutHub
  readonly validateUrl: ValidateUrl
  /**
   * Resolves to true when an account is logged in. `isSessionOver`: the server reports no session, although the page assumes one.
   */
  readonly logIn: (isSessionOver: boolean) => Promise<boolean>
  readonly loadSdk: () => Promise<PaymentSdk>
  /** Whether the checkout's server can be reached from this browser. */
  readonly isReachable: (checkoutUrl: string, signal: AbortSignal) => Promise<boolean>
  /** Opens the checkout in a new tab; false if the browser blocks it. */
  readonly openTab: (checkoutUrl: string) => boolean
  readonly clock: Clock
  readonly appOrigin: string
  readonly show: (view: CheckoutView | null) => void
  readonly showNote: (note: CheckoutNote) => void
  readonly trackStart: (purchase: PurchaseRequest) => void
  /** Tracks the end of a purchase that never had an order. */
  readonly trackRefusal: (purchase: PurchaseRequest, failReason: string) => void
  /** Tracks a purchase that has an order. */
  readonly tracking: Pick<PurchaseTracking, 'begin' | 'resume' | 'end'>
  /** Called after payment, so that the shop can close. */
  readonly onPaid: () => void
  /** Called when the checkout ends before its order does. From then on, the order's card shows the result. */
  readonly onResultPending: () => void
}
