import type { PendingOrder, OrderState } from '#shared/contract/billing-contract.ts'
import { packName, CONSUMABLE_SKU } from '#shared/domain/sku-price.ts'
import { type HubCalls, hub as pageHub } from '#src/platform/hub-client.ts'
import type { CatalogueState } from '../catalogue.ts'
import type { PurchaseTracking } from '../checkout/purchase-tracking.ts'
import { trackedPurchases } from '../checkout/tracked-purchases.ts'

/** The orders to be shown as cards, newest first. What the checkout of this page has told already is not told twice. */
export function shownOrders(orders: readonly PendingOrder[], toldId: string | null): readonly PendingOrder[] {
  return orders.filter((order) => !(order.payOrderId === toldId && hasEnded(order))).toReversed()
}

function hasEnded({ state }: PendingOrder): boolean {
  return state === 'success' || state === 'failed' || state === 'closed'
}

/** What a SKU is called; '' as long as the catalogue does not know it. */
export function skuName(pages: CatalogueState['pages'], skuId: string, unitLabel: string): string {
  const skus = pages === null ? [] : [...pages.page1.skus, ...pages.page2.skus, ...pages.page3.skus]
  const sku = skus.find((known) => known.skuId === skuId)
  if (sku === undefined) return ''
  return sku.skuType === CONSUMABLE_SKU && sku.points !== undefined ? packName(sku.points, unitLabel) : sku.skuName
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** How long ago something was, in minutes, then in hours; a clock that was set back makes it now. */
export function orderAge(createdAtMs: number, nowMs: number): string {
  const ageMs = Math.max(0, nowMs - createdAtMs)
  return ageMs < HOUR_MS ? words.format(-Math.floor(ageMs / MINUTE_MS), 'minute') : words.format(-Math.floor(ageMs / HOUR_MS), 'hour')
}

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
