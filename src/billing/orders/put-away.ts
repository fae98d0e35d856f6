import type { OrderState, PendingOrder } from '#shared/contract/billing-contract.ts'
import type { HubCalls } from '#src/platform/hub-client.ts'
import type { PurchaseTracking } from '../checkout/purchase-tracking.ts'
import { hub as pageHub } from '#src/platform/hub-client.ts'
import { trackedPurchases } from '../checkout/tracked-purchases.ts'

/** What is told of a purchase whose order is put away, where its end was not told yet. */
function reasonOf(state: OrderState): string | null {
  if (state === 'success') return null
  return state === 'failed' || state === 'closed' ? state : 'cancelled'
}

interface PutAwayDeps {
  readonly hub: Pick<HubCalls, 'dropOrder'>
  readonly book: Pick<PurchaseTracking, 'end'>
}

/** Nobody wants to see the order any more. */
export async function putAway(
  { payOrderId, state }: PendingOrder,
  { hub, book }: PutAwayDeps = { hub: pageHub.api, book: trackedPurchases },
): Promise<void> {
  const dropped = await hub.dropOrder(payOrderId)
  if (dropped.ok) await book.end(payOrderId, reasonOf(state))
}
