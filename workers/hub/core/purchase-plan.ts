import type { CallInput } from '#shared/api/define-call.ts'
import type { createOrder } from '#shared/api/pay-orders.ts'
import type { StoreTransaction } from '#shared/browser/open-store.ts'
import type { PurchaseIntent } from '#shared/contract/billing-contract.ts'
import type { IntentRow, OrderRow } from '#shared/storage/billing-records.ts'
import { AGAIN_JOINED_MS, LATE_ORDER_PAUSE_MS, UNCONFIRMED_ORDER_MS } from '#shared/domain/polling.ts'
import { readRecord } from '#shared/storage/define-record.ts'
import { accountOf, creditsRecord } from '#shared/storage/hub-records.ts'
import { CREDITS_KEY, intentKey } from '#shared/storage/keys.ts'
import { readIdentity } from '#workers/hub/core/hub-rows.ts'
import { isOldIntent, putIntent, readIntents } from '#workers/hub/core/intent-rows.ts'
import { putLastSku } from '#workers/hub/core/last-purchase.ts'
import { isOpenOrder, putOrder, readOrder } from '#workers/hub/core/order-rows.ts'

/** given: the order is there already; asked: the server is to be asked, with the key and the body of this intent. */
export type PurchasePlan = { readonly kind: 'given'; readonly order: OrderRow } | { readonly kind: 'asked'; readonly intent: IntentRow }

/** Decides, in the transaction that stores it, what a press means. Rule: docs/rules.md, "Orders made once". */
export async function planPurchase(tx: StoreTransaction, wish: PurchaseIntent, pressId: string, nowMs: number): Promise<PurchasePlan> {
  const account = accountOf(await readIdentity(tx))
  putLastSku(tx, account, wish, nowMs)
  const known = await readIntents(tx, account, wish.skuId)
  const current = known.find((row) => !isOldIntent(row, nowMs))
  if (current !== undefined && isMeant(current, wish, pressId, nowMs)) {
    if (wish.isAgain && !current.pressIds.includes(pressId)) putIntent(tx, { ...current, pressIds: [...current.pressIds, pressId] })
    if (current.payOrderId === null) return { kind: 'asked', intent: current }
    const order = await readOrder(tx, current.payOrderId)
    const isPayable = order !== undefined && (isOpenOrder(order) || order.state === 'failed')
    if (isPayable && !hasOtherPrice(current, order, wish)) return { kind: 'given', order: await offer(tx, order, nowMs) }
  }
  for (const { idempotencyKey } of known) tx.remove(intentKey(idempotencyKey))
  const points = readRecord(creditsRecord, await tx.get(CREDITS_KEY))?.points ?? -1
  const intent = newIntent({ account, wish, pressId, points, nowMs })
  putIntent(tx, intent)
  return { kind: 'asked', intent }
}

/** A wish without an answer is meant by every press. One more begins once it has one, and not at once after another one more. */
function isMeant(current: IntentRow, { isAgain }: PurchaseIntent, pressId: string, nowMs: number): boolean {
  if (!isAgain || current.payOrderId === null || current.pressIds.includes(pressId)) return true
  return current.isAgain && Math.abs(nowMs - current.createdAtMs) < AGAIN_JOINED_MS
}

/** A member pays less. Only the server knows the price; one that may be paid already is given all the same. */
function hasOtherPrice({ lastState }: IntentRow, { state }: OrderRow, { isVip }: PurchaseIntent): boolean {
  return lastState.isVip !== isVip && (state === 'waiting' || state === 'failed')
}

/** The checkout of a failed order takes another card. An older order is looked at soon: its checkout may have run out meanwhile. */
async function offer(tx: StoreTransaction, order: OrderRow, nowMs: number): Promise<OrderRow> {
  const { minMs } = LATE_ORDER_PAUSE_MS
  const hasFailed = order.state === 'failed'
  if (!hasFailed && (order.pauseMs <= minMs || nowMs - order.createdAtMs < UNCONFIRMED_ORDER_MS)) return order
  const open = hasFailed ? { state: 'waiting' as const, latePolls: 0, endedAtMs: null, askedAtMs: nowMs } : {}
  const offered: OrderRow = { ...order, pauseMs: hasFailed ? UNCONFIRMED_ORDER_MS : minMs, ...open }
  await putOrder(tx, offered)
  return offered
}

interface Wanted {
  readonly account: string
  readonly wish: PurchaseIntent
  readonly pressId: string
  readonly points: number
  readonly nowMs: number
}

function newIntent({ account, wish, pressId, points, nowMs }: Wanted): IntentRow {
  const { skuId, skuType, skuName, returnUrl, cancelUrl, isVip, isAgain } = wish
  const input: CallInput<typeof createOrder> = {
    skuId,
    skuName,
    currencyCode: 'USD',
    payType: 2,
    returnUrl,
    cancelUrl,
    integrationMethod: 'embedded',
    redirectOnCompletion: 'always',
    ...(isAgain ? { again: true } : {}),
  }
  const lastState = { lastestChosenSku: skuId, isVip, points }
  const linked = { isAgain, pressIds: [pressId], payOrderId: null }
  // The first press names the order; later ones for its SKU join it until it has ended, unless they ask for one more.
  return { idempotencyKey: pressId, account, skuId, skuType, body: JSON.stringify(input), createdAtMs: nowMs, lastState, ...linked }
}
