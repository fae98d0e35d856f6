import type { PayResult } from '#shared/api/pay-orders.ts'

/** waiting: payment unknown; confirming: polled every second; late: polled rarely, for a day. */
export type OrderState = 'waiting' | 'confirming' | 'late' | 'success' | 'failed' | 'closed'

/** The state of the account before a purchase. */
export interface StateBefore {
  readonly lastestChosenSku: string
  readonly isVip: boolean
  /** The balance in points; -1 if it was not known. */
  readonly points: number
}

/** An order at the payment provider; polled until it ends. */
export interface PendingOrder {
  readonly payOrderId: string
  readonly sessionId: string
  readonly skuId: string
  readonly skuType: number
  readonly checkoutUrl: string
  /** False where the checkout opens in its own tab. */
  readonly isEmbedded: boolean
  /** The charge in minor units of `currencyCode`. */
  readonly amountCents: number
  readonly currencyCode: string
  readonly createdAtMs: number
  readonly state: OrderState
  readonly lastState: StateBefore
}

/** A promotion code, and the total that the page showed with it. */
export interface PurchasePromotion {
  readonly code: string
  readonly totalCents: number
}

/** A purchase request. `isAgain`: create another order although one of the same SKU is open. */
export interface PurchaseIntent {
  readonly skuId: string
  readonly skuType: number
  readonly skuName: string
  /** The currency of the price that the page showed. Missing in intents of earlier builds, which sold in dollars only. */
  readonly currencyCode?: string
  readonly isAgain: boolean
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly isVip: boolean
  readonly promotion?: PurchasePromotion | null
}

/** The newest order of the account and its last known result. Stored for a day, even after the page dismissed the result. */
export interface LastOrder {
  readonly payOrderId: string
  /** Null in records of earlier builds. */
  readonly skuType: number | null
  readonly payResult: PayResult
}

export type PollState = 'idle' | 'polling' | 'reached' | 'gave_up'

export interface BillingSnapshot {
  readonly orders: readonly PendingOrder[]
  /** Incremented when the page must read the subscription and credit histories again. */
  readonly historyVersion: number
  /** The SKU that the user chose last; the page preselects it at the next purchase. */
  readonly lastSku: string | null
  readonly lastOrder: LastOrder | null
  readonly creditsPoll: PollState
  readonly membershipPoll: PollState
}
