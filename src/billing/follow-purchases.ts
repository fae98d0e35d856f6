import type { PurchaseTracking } from './checkout/purchase-tracking.ts'
import { trackedPurchases } from './checkout/tracked-purchases.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { preferences } from '#src/platform/preferences.ts'
import { subscribe } from '#src/platform/state.ts'
import { usageConsent } from '#src/measurement/consent.ts'

/** Tells the ends of purchases that no checkout is open for any more, and forgets all with the consent. Rule: docs/measurement.md, "Usage". */
export function followPurchases(book: Pick<PurchaseTracking, 'look' | 'clear'> = trackedPurchases): () => void {
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
