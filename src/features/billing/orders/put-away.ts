import type { OrderState, PendingOrder } from '#shared/contract/billing-contract.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { purchaseBook } from '#src/features/billing/told/purchase-book.ts'

/** What is told of a purchase whose order is put away, where its end was not told yet. */
function reasonOf(state: OrderState): string | null {
  if (state === 'success') return null
  return state === 'failed' || state === 'closed' ? state : 'cancelled'
}

/** Nobody wants to see the order any more. */
export async function putAway({ payOrderId, state }: PendingOrder): Promise<void> {
  const dropped = await hub.api.dropOrder(payOrderId)
  if (dropped.ok) await purchaseBook.end(payOrderId, reasonOf(state))
}
