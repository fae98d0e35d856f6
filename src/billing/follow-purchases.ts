import { type PurchaseTracking, trackedPurchases } from './checkout/purchase-tracking.ts'
import { hubState, subscribe } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { preferences } from '#src/store/preferences.ts'
import { usageConsent } from '#src/measurement/consent-question.ts'

/**
 * Tracks the end of purchases whose checkout was closed, and deletes their records when the user withdraws the consent.
 * Rule: docs/measurement.md, "Usage".
 */
export function followPurchases(tracking: Pick<PurchaseTracking, 'trackEnds' | 'clear'> = trackedPurchases): () => void {
  let { orders } = hubState.billing
  const trackEndedOrders = () => {
    // Before the hub's first snapshot, the list of orders is empty, which does not mean that the orders have ended.
    if (hubState.identity === null) return
    const previousOrders = orders
    orders = hubState.billing.orders
    void tracking.trackEnds(orders, previousOrders)
  }
  const clearWithoutConsent = () => {
    if (usageConsent() !== 'granted') tracking.clear()
  }
  clearWithoutConsent()
  trackEndedOrders()
  const stops = [subscribeKeys(hubState, ['identity', 'billing'], trackEndedOrders), subscribe(preferences, clearWithoutConsent)]
  return () => {
    for (const stop of stops) stop()
  }
}
