import { systemClock } from '#shared/browser/clock.ts'
import { holdFreeLock } from '#shared/browser/locks.ts'
import { listLocal, readLocal, removeLocal, writeLocal } from '#src/platform/local-values.ts'
import { track } from '#src/platform/track.ts'
import { usageConsent } from '#src/measurement/consent.ts'
import { createPurchaseTracking } from './purchase-tracking.ts'

/** The tracking of this browser. A tab remembers its claims, because another tab may see the removed row late. */
export const trackedPurchases = createPurchaseTracking({
  rows: { list: listLocal, read: readLocal, write: writeLocal, remove: removeLocal },
  mayTell: () => usageConsent() === 'granted',
  claim: holdFreeLock,
  tellStart: ({ skuId, source }) => track('purchase_start', { sku_id: skuId, source }),
  tellEnd({ skuId, source }, failReason) {
    if (failReason === null) track('purchase_success', { sku_id: skuId, source })
    else track('purchase_fail', { sku_id: skuId, source, fail_reason: failReason })
  },
  // An id per start: the tab that claims it tracks the end.
  makeId: () => crypto.randomUUID(),
  nowMs: () => systemClock.nowMs(),
})
