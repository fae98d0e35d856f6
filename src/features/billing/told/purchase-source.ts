/** Where somebody pressed the button; only told, never decided by. */
export type PurchaseSource = 'subscription_dialog' | 'credits_dialog' | 'pricing_page' | 'settings' | 'pending_order'

/** What of a purchase is told. */
export interface SourcedPurchase {
  readonly skuId: string
  readonly source: PurchaseSource
}
