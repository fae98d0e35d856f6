import type { StoreTransaction } from '#shared/browser/open-store.ts'
import type { PendingOrder, OrderState, PurchaseIntent } from '#shared/contract/billing-contract.ts'
import type { OrderRow, IntentRow } from '#shared/storage/billing-records.ts'
import { orderRecord, intentRecord, lastOrderRecord, lastSkuRecord } from '#shared/storage/billing-records.ts'
import { changesMembership } from '#shared/domain/membership.ts'
import { ENDED_ORDER_KEPT_MS, INTENT_KEPT_MS, LAST_ORDER_KEPT_MS } from '#shared/domain/purchase-polling.ts'
import { parseRecord, toStored } from '#shared/storage/define-record.ts'
import {
  ORDER_PREFIX,
  orderKey,
  INTENT_PREFIX,
  intentKey,
  LAST_ORDER_PREFIX,
  LAST_SKU_PREFIX,
  lastOrderKey,
  lastSkuKey,
} from '#shared/storage/keys.ts'
import type { PayResult } from '#shared/api/pay-orders.ts'
import { listRows } from '../runtime/hub-rows.ts'

/** Undefined when it is unknown. */
export async function readOrder(tx: StoreTransaction, payOrderId: string): Promise<OrderRow | undefined> {
  return parseRecord(orderRecord, await tx.get(orderKey(payOrderId)))
}

/** Keeps an order with what follows from its state: the last order's result, the end of its purchase intent, and with a plan of all. */
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

/** Whoever made them, orders that ended, purchase intents and last orders are forgotten a day later. */
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

/** Undefined when it is gone. */
export async function readIntent(tx: StoreTransaction, idempotencyKey: string): Promise<IntentRow | undefined> {
  return parseRecord(intentRecord, await tx.get(intentKey(idempotencyKey)))
}

export function putIntent(tx: StoreTransaction, row: IntentRow): void {
  tx.put(intentKey(row.idempotencyKey), toStored(intentRecord, row))
}

/** What an account wants to buy of one SKU, newest first; one unless a visitor's was carried over to an account that had one. */
export async function readIntents(tx: StoreTransaction, account: string, skuId: string): Promise<IntentRow[]> {
  const rows = await listRows(tx, INTENT_PREFIX, intentRecord)
  return rows.filter((row) => row.account === account && row.skuId === skuId).sort((a, b) => b.createdAtMs - a.createdAtMs)
}

/** The order of an intent has ended, or was put away: the next press is a new intent. */
export async function forgetIntentOf(tx: StoreTransaction, payOrderId: string): Promise<void> {
  for (const row of await listRows(tx, INTENT_PREFIX, intentRecord)) {
    if (row.payOrderId === payOrderId) tx.remove(intentKey(row.idempotencyKey))
  }
}

/** Prices are others now: what an account wants to buy is asked for anew. */
async function forgetIntents(tx: StoreTransaction, account: string): Promise<void> {
  for (const row of await listRows(tx, INTENT_PREFIX, intentRecord)) {
    if (row.account === account) tx.remove(intentKey(row.idempotencyKey))
  }
}

/** Intents are kept for a day. */
async function forgetOldIntents(tx: StoreTransaction, nowMs: number): Promise<void> {
  for (const row of await listRows(tx, INTENT_PREFIX, intentRecord)) {
    if (isOldIntent(row, nowMs)) tx.remove(intentKey(row.idempotencyKey))
  }
}

export function isOldIntent({ createdAtMs }: IntentRow, nowMs: number): boolean {
  return createdAtMs + INTENT_KEPT_MS <= nowMs
}

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
async function notePayResult(tx: StoreTransaction, { payOrderId, state }: OrderRow): Promise<void> {
  for (const key of await tx.keys(LAST_ORDER_PREFIX)) {
    const last = parseRecord(lastOrderRecord, await tx.get(key))
    if (last?.payOrderId !== payOrderId) continue
    tx.put(key, toStored(lastOrderRecord, { ...last, payResult: PAY_RESULT_OF[state] }))
  }
}

/** Last orders are remembered for a day. */
async function forgetOldLastOrders(tx: StoreTransaction, nowMs: number): Promise<void> {
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
