import type { PendingOrder } from '#shared/contract/hub-contract.ts'
import type { StoreTransaction } from '#shared/browser/open-store.ts'
import type { OrderRow } from '#shared/storage/billing-records.ts'
import { parseRecord, toStored } from '#shared/storage/define-record.ts'
import { orderRecord } from '#shared/storage/billing-records.ts'
import { ORDER_PREFIX, orderKey } from '#shared/storage/keys.ts'
import { listRows } from '#workers/hub/core/hub-rows.ts'

/** Undefined when it is unknown. */
export async function readOrder(tx: StoreTransaction, payOrderId: string): Promise<OrderRow | undefined> {
  return parseRecord(orderRecord, await tx.get(orderKey(payOrderId)))
}

export function putOrder(tx: StoreTransaction, row: OrderRow): void {
  tx.put(orderKey(row.payOrderId), toStored(orderRecord, row))
}

/** The orders of one account, oldest first. */
export async function readOrders(tx: StoreTransaction, account: string): Promise<OrderRow[]> {
  const rows = await listRows(tx, ORDER_PREFIX, orderRecord)
  return rows.filter((row) => row.account === account).sort((a, b) => a.createdAtMs - b.createdAtMs)
}

/** An order as the tabs see it. */
export function toPendingOrder({ payOrderId, skuId, skuType, checkoutUrl, createdAtMs, state }: OrderRow): PendingOrder {
  return { payOrderId, skuId, skuType, checkoutUrl, createdAtMs, state }
}
