import type { StoreTransaction } from '#shared/browser/open-store.ts'
import type { IntentRow } from '#shared/storage/billing-records.ts'
import { INTENT_KEPT_MS } from '#shared/domain/polling.ts'
import { intentRecord } from '#shared/storage/billing-records.ts'
import { parseRecord, toStored } from '#shared/storage/define-record.ts'
import { INTENT_PREFIX, intentKey } from '#shared/storage/keys.ts'
import { listRows } from '#workers/hub/core/hub-rows.ts'

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

/** The order of a wish has ended, or was put away: the next press is a new wish. */
export async function forgetIntentOf(tx: StoreTransaction, payOrderId: string): Promise<void> {
  for (const row of await listRows(tx, INTENT_PREFIX, intentRecord)) {
    if (row.payOrderId === payOrderId) tx.remove(intentKey(row.idempotencyKey))
  }
}

/** Prices are others now: what an account wants to buy is asked for anew. */
export async function forgetIntents(tx: StoreTransaction, account: string): Promise<void> {
  for (const row of await listRows(tx, INTENT_PREFIX, intentRecord)) {
    if (row.account === account) tx.remove(intentKey(row.idempotencyKey))
  }
}

/** Wishes are kept for a day. */
export async function forgetOldIntents(tx: StoreTransaction, nowMs: number): Promise<void> {
  for (const row of await listRows(tx, INTENT_PREFIX, intentRecord)) {
    if (isOldIntent(row, nowMs)) tx.remove(intentKey(row.idempotencyKey))
  }
}

export function isOldIntent({ createdAtMs }: IntentRow, nowMs: number): boolean {
  return createdAtMs + INTENT_KEPT_MS <= nowMs
}
