import type { StoreTransaction } from '#shared/browser/open-store.ts'
import type { LastOrder, PendingOrder, OrderState, PurchaseIntent } from '#shared/contract/billing-contract.ts'
import type { OrderRow, IntentRow } from '#shared/storage/billing-records.ts'
import { orderRecord, intentRecord, lastOrderRecord, lastSkuRecord } from '#shared/storage/billing-records.ts'
import { changesMembership } from '#shared/domain/sku-rules.ts'
import { ENDED_ORDER_SHOWN_MS, INTENT_RETENTION_MS, LAST_ORDER_RETENTION_MS } from '#shared/domain/purchase-polling.ts'
import { parseRecord, toStored } from '#shared/storage/records.ts'
import * as keys from '#shared/storage/records.ts'
import type { PayResult } from '#shared/api/pay-orders.ts'
import { listRows } from '../runtime/hub-store.ts'

export async function readOrder(tx: StoreTransaction, payOrderId: string): Promise<OrderRow | undefined> {
  return parseRecord(orderRecord, await tx.get(keys.orderKey(payOrderId)))
}

/**
 * Stores an order, and its payment result in the record of the last order. A paid or closed order deletes its purchase intent; a newly paid
 * plan deletes all intents of the account.
 */
export async function putOrder(tx: StoreTransaction, row: OrderRow): Promise<void> {
  tx.put(keys.orderKey(row.payOrderId), toStored(orderRecord, row))
  await updatePayResult(tx, row)
  if (row.state === 'success' || row.state === 'closed') await deleteIntentOf(tx, row.payOrderId)
  if (row.state === 'success' && !row.isTold && changesMembership(row.skuType)) await deleteIntents(tx, row.account)
}

/** The orders of one account, oldest first. */
export async function readOrders(tx: StoreTransaction, account: string): Promise<OrderRow[]> {
  const rows = await listRows(tx, keys.ORDER_PREFIX, orderRecord)
  return rows.filter((row) => row.account === account).sort((a, b) => a.createdAtMs - b.createdAtMs)
}

/** Whether the order has no final state yet. */
export function isOpenOrder({ state }: Pick<OrderRow, 'state'>): boolean {
  return state === 'waiting' || state === 'confirming' || state === 'late'
}

/** When an ended order is deleted, in ms since 1970; never for an open order, or while the success of a paid order is not applied. */
export function deleteAtMs({ state, isTold, endedAtMs }: OrderRow): number {
  if (endedAtMs === null || (state === 'success' && !isTold)) return Number.POSITIVE_INFINITY
  return endedAtMs + ENDED_ORDER_SHOWN_MS
}

/** Deletes ended orders, purchase intents and last orders of all accounts after a day. */
export async function deleteOldPurchases(tx: StoreTransaction, nowMs: number): Promise<void> {
  for (const row of await listRows(tx, keys.ORDER_PREFIX, orderRecord)) {
    if (deleteAtMs(row) > nowMs) continue
    tx.remove(keys.orderKey(row.payOrderId))
    await deleteIntentOf(tx, row.payOrderId)
  }
  await deleteOldIntents(tx, nowMs)
  await deleteOldLastOrders(tx, nowMs)
}

/** The order in the form that tabs receive. */
export function toPendingOrder(row: OrderRow): PendingOrder {
  const { payOrderId, sessionId, skuId, skuType, checkoutUrl, isEmbedded, createdAtMs, state, lastState } = row
  const { amountCents, currencyCode } = row
  return { payOrderId, sessionId, skuId, skuType, checkoutUrl, isEmbedded, amountCents, currencyCode, createdAtMs, state, lastState }
}

export async function readIntent(tx: StoreTransaction, idempotencyKey: string): Promise<IntentRow | undefined> {
  return parseRecord(intentRecord, await tx.get(keys.intentKey(idempotencyKey)))
}

export function putIntent(tx: StoreTransaction, row: IntentRow): void {
  tx.put(keys.intentKey(row.idempotencyKey), toStored(intentRecord, row))
}

/** The purchase intents of an account for one SKU, newest first; more than one only after a visitor's intents were merged at login. */
export async function readIntents(tx: StoreTransaction, account: string, skuId: string): Promise<IntentRow[]> {
  const rows = await listRows(tx, keys.INTENT_PREFIX, intentRecord)
  return rows.filter((row) => row.account === account && row.skuId === skuId).sort((a, b) => b.createdAtMs - a.createdAtMs)
}

/** Deletes the intent of an order that has ended or was dismissed, so that the next press creates a new one. */
export async function deleteIntentOf(tx: StoreTransaction, payOrderId: string): Promise<void> {
  for (const row of await listRows(tx, keys.INTENT_PREFIX, intentRecord)) {
    if (row.payOrderId === payOrderId) tx.remove(keys.intentKey(row.idempotencyKey))
  }
}

/** Deletes all intents of an account, because its prices have changed. */
async function deleteIntents(tx: StoreTransaction, account: string): Promise<void> {
  for (const row of await listRows(tx, keys.INTENT_PREFIX, intentRecord)) {
    if (row.account === account) tx.remove(keys.intentKey(row.idempotencyKey))
  }
}

async function deleteOldIntents(tx: StoreTransaction, nowMs: number): Promise<void> {
  for (const row of await listRows(tx, keys.INTENT_PREFIX, intentRecord)) {
    if (isOldIntent(row, nowMs)) tx.remove(keys.intentKey(row.idempotencyKey))
  }
}

export function isOldIntent({ createdAtMs }: IntentRow, nowMs: number): boolean {
  return createdAtMs + INTENT_RETENTION_MS <= nowMs
}

const PAY_RESULT_OF: Readonly<Record<OrderState, PayResult>> = {
  waiting: 'PENDING',
  confirming: 'PENDING',
  late: 'PENDING',
  success: 'SUCCESS',
  failed: 'FAILED',
  closed: 'CLOSED',
}

/** Stores the order as the last one of its account. */
export function putLastOrder(tx: StoreTransaction, row: OrderRow, orderTime: number, nowMs: number): void {
  const { account, checkoutUrl, sessionId, payOrderId, skuType, lastState, state } = row
  const facts = {
    account,
    checkoutUrl,
    sessionId,
    payOrderId,
    skuType,
    orderTime,
    lastState,
    payResult: PAY_RESULT_OF[state],
    storedAtMs: nowMs,
  }
  tx.put(keys.lastOrderKey(account), toStored(lastOrderRecord, facts))
}

/** Updates the stored payment result, if the order is the last order of an account. */
async function updatePayResult(tx: StoreTransaction, { payOrderId, state }: OrderRow): Promise<void> {
  for (const key of await tx.keys(keys.LAST_ORDER_PREFIX)) {
    const lastOrder = parseRecord(lastOrderRecord, await tx.get(key))
    if (lastOrder?.payOrderId !== payOrderId) continue
    tx.put(key, toStored(lastOrderRecord, { ...lastOrder, payResult: PAY_RESULT_OF[state] }))
  }
}

async function deleteOldLastOrders(tx: StoreTransaction, nowMs: number): Promise<void> {
  for (const key of await tx.keys(keys.LAST_ORDER_PREFIX)) {
    const lastOrder = parseRecord(lastOrderRecord, await tx.get(key))
    if (lastOrder !== undefined && lastOrder.storedAtMs + LAST_ORDER_RETENTION_MS <= nowMs) tx.remove(key)
  }
}

/** The newest last order of an account; more than one only after a visitor's order was merged at login. */
export async function readLastOrder(tx: StoreTransaction, account: string): Promise<LastOrder | null> {
  const rows = await listRows(tx, keys.LAST_ORDER_PREFIX, lastOrderRecord)
  const [newestRow] = rows.filter((row) => row.account === account).sort((a, b) => b.storedAtMs - a.storedAtMs)
  return newestRow === undefined
    ? null
    : { payOrderId: newestRow.payOrderId, skuType: newestRow.skuType ?? null, payResult: newestRow.payResult }
}

export function putLastSku(tx: StoreTransaction, account: string, purchase: PurchaseIntent, nowMs: number): void {
  const { skuId, skuType, skuName } = purchase
  tx.put(keys.lastSkuKey(account), toStored(lastSkuRecord, { account, skuId, skuType, skuName, chosenAtMs: nowMs }))
}

/** The SKU an account chose last, including a visitor's choice that moved to it at login. */
export async function readLastSku(tx: StoreTransaction, account: string): Promise<string | null> {
  const rows = await listRows(tx, keys.LAST_SKU_PREFIX, lastSkuRecord)
  const [newestRow] = rows.filter((row) => row.account === account).sort((a, b) => b.chosenAtMs - a.chosenAtMs)
  return newestRow?.skuId ?? null
}
