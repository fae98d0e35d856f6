import type { PurchaseBook } from '#src/features/billing/told/create-purchase-book.ts'
import { purchaseBook } from '#src/features/billing/told/purchase-book.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { preferences } from '#src/lib/preferences.ts'
import { subscribe } from '#src/lib/state.ts'
import { usageConsent } from '#src/lib/usage-consent.ts'

/** Tells the ends of purchases that no checkout is open for any more, and forgets all with the consent. Rule: docs/rules.md, "Usage". */
export function followPurchases(book: Pick<PurchaseBook, 'look' | 'clear'> = purchaseBook): () => void {
  let { orders } = hubState.billing
  const lookAtHub = () => {
    // Until the hub has spoken no order is missing.
    if (hubState.identity === null) return
    const before = orders
    orders = hubState.billing.orders
    void book.look(orders, before)
  }
  const lookAtConsent = () => {
    if (usageConsent() !== 'granted') book.clear()
  }
  lookAtConsent()
  lookAtHub()
  const stops = [subscribe(hubState, lookAtHub), subscribe(preferences, lookAtConsent)]
  return () => {
    for (const stop of stops) stop()
  }
}
