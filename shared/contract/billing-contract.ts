import type { PayResult } from '#shared/api/pay-orders.ts'

/** waiting: payment not known yet; confirming: polled every second; late: polled rarely, for a day. */
export type OrderState = 'waiting' | 'confirming' | 'late' | 'success' | 'failed' | 'closed'

/** The state before a purchase. */
export interface StateBefore {
  readonly lastestChosenSku: string
  readonly isVip: boolean
  /** -1 when the balance was not known. */
  readonly points: number
}

/** An order at the payment provider, watched until it ends. */
export interface PendingOrder {
  readonly payOrderId: string
  readonly sessionId: string
  readonly skuId: string
  readonly skuType: number
  readonly checkoutUrl: string
  /** False where the checkout opens in its own tab. */
  readonly isEmbedded: boolean
  /** In minor units of `currencyCode`. */
  readonly amountCents: number
  readonly currencyCode: string
  readonly createdAtMs: number
  readonly state: OrderState
  readonly lastState: StateBefore
}

/** A promotion code, and the total that was shown with it. */
export interface PurchasePromotion {
  readonly code: string
  readonly totalCents: number
}

/** A purchase request. `isAgain`: buy another, though an order of the same SKU is open. */
export interface PurchaseIntent {
  readonly skuId: string
  readonly skuType: number
  readonly skuName: string
  /** Of the price that was shown. Tabs of builds before leave it out: dollars. */
  readonly currencyCode?: string
  readonly isAgain: boolean
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly isVip: boolean
  readonly promotion?: PurchasePromotion | null
}

/** The newest order of the account and its last known result; known for a day, also when the order was dismissed. */
export interface LastOrder {
  readonly payOrderId: string
  /** Null where an older build stored it. */
  readonly skuType: number | null
  readonly payResult: PayResult
}

export type PollState = 'idle' | 'polling' | 'reached' | 'gave_up'

export interface BillingSnapshot {
  readonly orders: readonly PendingOrder[]
  /** Incremented when subscription and credit history should be read again. */
  readonly historyVersion: number
  /** The SKU that was chosen last, used as the preselection. */
  readonly lastSku: string | null
  readonly lastOrder: LastOrder | null
  readonly creditsPoll: PollState
  readonly membershipPoll: PollState
}
