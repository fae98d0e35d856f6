import { type PurchaseTracking, trackedPurchases } from './checkout/purchase-tracking.ts'
import { hubState, subscribe } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { preferences } from '#src/store/preferences.ts'
import { usageConsent } from '#src/measurement/consent-question.ts'

/**
 * Tracks the ends of purchases whose checkout is closed, and deletes the records when consent is withdrawn.
 * Rule: docs/measurement.md, "Usage".
 */
export function followPurchases(tracking: Pick<PurchaseTracking, 'look' | 'clear'> = trackedPurchases): () => void {
  let { orders } = hubState.billing
  const lookAtHub = () => {
    // Before the hub's first snapshot, no order is missing.
    if (hubState.identity === null) return
    const before = orders
    orders = hubState.billing.orders
    void tracking.look(orders, before)
  }
  const lookAtConsent = () => {
    if (usageConsent() !== 'granted') tracking.clear()
  }
  lookAtConsent()
  lookAtHub()
  const stops = [subscribeKeys(hubState, ['identity', 'billing'], lookAtHub), subscribe(preferences, lookAtConsent)]
  return () => {
    for (const stop of stops) stop()
  }
}
