import type { PayResult } from '#shared/api/pay-orders.ts'
import type { StoreTransaction } from '#shared/browser/open-store.ts'
import type { OrderState, PurchaseIntent } from '#shared/contract/billing-contract.ts'
import type { OrderRow } from '#shared/storage/billing-records.ts'
import { LAST_ORDER_KEPT_MS } from '#shared/domain/polling.ts'
import { lastOrderRecord, lastSkuRecord } from '#shared/storage/billing-records.ts'
import { parseRecord, toStored } from '#shared/storage/define-record.ts'
import { LAST_ORDER_PREFIX, LAST_SKU_PREFIX, lastOrderKey, lastSkuKey } from '#shared/storage/keys.ts'

const PAY_RESULT_OF: Readonly<Record<OrderState, PayResult>> = {
  waiting: 'PENDING',
  confirming: 'PENDING',
  late: 'PENDING',
  success: 'SUCCESS',
  failed: 'FAILED',
  closed: 'CLOSED',
}

/** Remembers the order as the last one of its account. */
export function putLastOrder(tx: StoreTransaction, row: OrderRow, orderTime: number, nowMs: number): void {
  const { account, checkoutUrl, sessionId, payOrderId, lastState, state } = row
  const facts = { account, checkoutUrl, sessionId, payOrderId, orderTime, lastState, payResult: PAY_RESULT_OF[state], storedAtMs: nowMs }
  tx.put(lastOrderKey(account), toStored(lastOrderRecord, facts))
}

/** What became of an order, if it is the last one. */
export async function notePayResult(tx: StoreTransaction, { payOrderId, state }: OrderRow): Promise<void> {
  for (const key of await tx.keys(LAST_ORDER_PREFIX)) {
    const last = parseRecord(lastOrderRecord, await tx.get(key))
    if (last?.payOrderId !== payOrderId) continue
    tx.put(key, toStored(lastOrderRecord, { ...last, payResult: PAY_RESULT_OF[state] }))
  }
}

/** Last orders are remembered for a day. */
export async function forgetOldLastOrders(tx: StoreTransaction, nowMs: number): Promise<void> {
  for (const key of await tx.keys(LAST_ORDER_PREFIX)) {
    const last = parseRecord(lastOrderRecord, await tx.get(key))
    if (last !== undefined && last.storedAtMs + LAST_ORDER_KEPT_MS <= nowMs) tx.remove(key)
  }
}

/** Remembers what was chosen. */
export function putLastSku(tx: StoreTransaction, account: string, chosen: PurchaseIntent, nowMs: number): void {
  const { skuId, skuType, skuName } = chosen
  tx.put(lastSkuKey(account), toStored(lastSkuRecord, { account, skuId, skuType, skuName, chosenAtMs: nowMs }))
}

/** What an account chose last; a visitor's choice that came along with a login counts too. */
export async function readLastSku(tx: StoreTransaction, account: string): Promise<string | null> {
  const rows = (await tx.list(LAST_SKU_PREFIX)).flatMap((raw) => parseRecord(lastSkuRecord, raw) ?? [])
  const mine = rows.filter((row) => row.account === account).sort((a, b) => b.chosenAtMs - a.chosenAtMs)
  return mine[0]?.skuId ?? null
}
