import type { PendingOrder, OrderState } from '#shared/contract/billing-contract.ts'
import { packName, CONSUMABLE_SKU } from '#shared/domain/sku-rules.ts'
import { type HubCalls, hub as pageHub } from '#src/hub-client/hub-client.ts'
import type { CatalogueState } from '../catalogue.ts'
import { type PurchaseTracking, trackedPurchases } from '../checkout/purchase-tracking.ts'

/** The orders that have a card, newest first. The order whose result this page's checkout has shown has no card. */
export function shownOrders(orders: readonly PendingOrder[], shownOrderId: string | null): readonly PendingOrder[] {
  return orders.filter((order) => !(order.payOrderId === shownOrderId && hasEnded(order))).toReversed()
}

function hasEnded({ state }: PendingOrder): boolean {
  return state === 'success' || state === 'failed' || state === 'closed'
}

/** The name of a SKU; '' if the catalogue does not have it. */
export function skuName(pages: CatalogueState['pages'], skuId: string, unitLabel: string): string {
  const skus = pages === null ? [] : [...pages.page1.skus, ...pages.page2.skus, ...pages.page3.skus]
  const sku = skus.find((known) => known.skuId === skuId)
  if (sku === undefined) return ''
  return sku.skuType === CONSUMABLE_SKU && sku.points !== undefined ? packName(sku.points, unitLabel) : sku.skuName
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const relativeTimeFormat = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** The age of an order as a text in minutes or hours, such as '5 minutes ago'. If the device's clock was set back, the age is 0. */
export function orderAge(createdAtMs: number, nowMs: number): string {
  const ageMs = Math.max(0, nowMs - createdAtMs)
  return ageMs < HOUR_MS
    ? relativeTimeFormat.format(-Math.floor(ageMs / MINUTE_MS), 'minute')
    : relativeTimeFormat.format(-Math.floor(ageMs / HOUR_MS), 'hour')
}

function failReasonOf(state: OrderState): string | null {
  if (state === 'success') return null
  return state === 'failed' || state === 'closed' ? state : 'cancelled'
}

interface DismissDeps {
  readonly hub: Pick<HubCalls, 'dropOrder'>
  readonly tracking: Pick<PurchaseTracking, 'end'>
}

export async function dismissOrder(
  { payOrderId, state }: PendingOrder,
  { hub, tracking }: DismissDeps = { hub: pageHub.api, tracking: trackedPurchases },
): Promise<void> {
  const answer = await hub.dropOrder(payOrderId)
  if (answer.ok) await tracking.end(payOrderId, failReasonOf(state))
}
