import type { StoreTransaction } from '#shared/browser/open-store.ts'
import type { PendingOrder } from '#shared/contract/billing-contract.ts'
import type { OrderRow } from '#shared/storage/billing-records.ts'
import { changesMembership } from '#shared/domain/membership.ts'
import { ENDED_ORDER_KEPT_MS } from '#shared/domain/polling.ts'
import { orderRecord } from '#shared/storage/billing-records.ts'
import { parseRecord, toStored } from '#shared/storage/define-record.ts'
import { ORDER_PREFIX, orderKey } from '#shared/storage/keys.ts'
import { listRows } from '#workers/hub/core/hub-rows.ts'
import { forgetIntentOf, forgetIntents, forgetOldIntents } from '#workers/hub/core/intent-rows.ts'
import { forgetOldLastOrders, notePayResult } from '#workers/hub/core/last-purchase.ts'

/** Undefined when it is unknown. */
export async function readOrder(tx: StoreTransaction, payOrderId: string): Promise<OrderRow | undefined> {
  return parseRecord(orderRecord, await tx.get(orderKey(payOrderId)))
}

/** Keeps an order with what follows from its state: the last order's result, the end of its wish, and with a plan of all. */
export async function putOrder(tx: StoreTransaction, row: OrderRow): Promise<void> {
  tx.put(orderKey(row.payOrderId), toStored(orderRecord, row))
  await notePayResult(tx, row)
  if (row.state === 'success' || row.state === 'closed') await forgetIntentOf(tx, row.payOrderId)
  if (row.state === 'success' && !row.isTold && changesMembership(row.skuType)) await forgetIntents(tx, row.account)
}

/** The orders of one account, oldest first. */
export async function readOrders(tx: StoreTransaction, account: string): Promise<OrderRow[]> {
  const rows = await listRows(tx, ORDER_PREFIX, orderRecord)
  return rows.filter((row) => row.account === account).sort((a, b) => a.createdAtMs - b.createdAtMs)
}

/** Its end is not known yet. */
export function isOpenOrder({ state }: Pick<OrderRow, 'state'>): boolean {
  return state === 'waiting' || state === 'confirming' || state === 'late'
}

/** When an order that has ended is forgotten, in ms since 1970: never as long as its success was not passed on. */
export function forgottenAtMs({ state, isTold, endedAtMs }: OrderRow): number {
  if (endedAtMs === null || (state === 'success' && !isTold)) return Number.POSITIVE_INFINITY
  return endedAtMs + ENDED_ORDER_KEPT_MS
}

/** Whoever made them, orders that ended, wishes and last orders are forgotten a day later. */
export async function forgetOldPurchases(tx: StoreTransaction, nowMs: number): Promise<void> {
  for (const row of await listRows(tx, ORDER_PREFIX, orderRecord)) {
    if (forgottenAtMs(row) > nowMs) continue
    tx.remove(orderKey(row.payOrderId))
    await forgetIntentOf(tx, row.payOrderId)
  }
  await forgetOldIntents(tx, nowMs)
  await forgetOldLastOrders(tx, nowMs)
}

/** An order as the tabs see it. */
export function toPendingOrder(row: OrderRow): PendingOrder {
  const { payOrderId, sessionId, skuId, skuType, checkoutUrl, isEmbedded, amountCents, createdAtMs, state, lastState } = row
  return { payOrderId, sessionId, skuId, skuType, checkoutUrl, isEmbedded, amountCents, createdAtMs, state, lastState }
}
