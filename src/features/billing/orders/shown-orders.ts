import type { PendingOrder } from '#shared/contract/billing-contract.ts'

/** The orders to be shown as cards, newest first. What the checkout of this page has told already is not told twice. */
export function shownOrders(orders: readonly PendingOrder[], toldId: string | null): readonly PendingOrder[] {
  return orders.filter((order) => !(order.payOrderId === toldId && hasEnded(order))).toReversed()
}

function hasEnded({ state }: PendingOrder): boolean {
  return state === 'success' || state === 'failed' || state === 'closed'
}
