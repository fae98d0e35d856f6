import type { PendingOrder, PurchaseIntent } from '#shared/contract/billing-contract.ts'
import type { AppError } from '#shared/app-error.ts'
import type { Result } from '#shared/result.ts'
import type { Clock } from '#shared/browser/clock.ts'
import type { PurchaseTracking, SourcedPurchase } from './purchase-tracking.ts'
import type { CheckoutView } from './checkout-state.ts'
import type { PaymentSdk } from './payment-sdk.ts'

export interface PurchaseRequest extends SourcedPurchase {
  readonly skuType: number
  readonly skuName: string
}

/** The hub as the checkout needs it: what it last said, and its commands. */
export interface CheckoutHub {
  createOrder(intent: PurchaseIntent): Promise<Result<PendingOrder>>
  confirmOrder(payOrderId: string): Promise<Result<null>>
  dropOrder(payOrderId: string): Promise<Result<null>>
  read(): { readonly orders: readonly PendingOrder[]; readonly isOnline: boolean }
  /** Whether who is logged in is a member, by an account that is read anew; by what was known where it can't be. */
  checkMembership(): Promise<boolean>
  /** Returns how to stop. */
  subscribe(listener: () => void): () => void
}

/** How a purchase went, in a few words that need no answer. */
export type CheckoutNote =
  | { readonly kind: 'success'; readonly skuType: number; readonly skuName: string }
  | { readonly kind: 'refused'; readonly error: AppError }
  | { readonly kind: 'address_refused'; readonly message: string }
  | { readonly kind: 'cancelled' | 'closed' | 'left' | 'sdk_missing' }

export interface CheckoutDeps {
  readonly hub: CheckoutHub
  readonly validateUrl: (url: string) => Promise<Result<{ readonly success: boolean; readonly message: string }>>
  /** True once somebody is logged in. `isSessionOver`: the server says that nobody is, whatever this page believes. */
  readonly logIn: (isSessionOver: boolean) => Promise<boolean>
  readonly loadSdk: () => Promise<PaymentSdk>
  /** Whether the checkout's server can be reached from here. */
  readonly isReachable: (checkoutUrl: string, signal: AbortSignal) => Promise<boolean>
  /** False where the browser does not let us. */
  readonly openTab: (checkoutUrl: string) => boolean
  readonly clock: Clock
  readonly appOrigin: string
  readonly show: (view: CheckoutView | null) => void
  readonly tell: (note: CheckoutNote) => void
  readonly trackStart: (purchase: PurchaseRequest) => void
  /** It has ended before there was an order. */
  readonly trackRefusal: (purchase: PurchaseRequest, failReason: string) => void
  /** From its order on. */
  readonly book: Pick<PurchaseTracking, 'begin' | 'goOn' | 'end'>
  /** It is paid: whatever offered it can go. */
  readonly onPaid: () => void
  /** It is over here, while the order's own end is still to come: its card tells that. */
  readonly onUntold: () => void
}
