import type { ApiClient } from '#shared/api/client.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import type { StoreTransaction } from '#shared/browser/open-store.ts'
import type { PendingOrder, PurchaseIntent } from '#shared/contract/billing-contract.ts'
import type { IntentRow, OrderRow } from '#shared/storage/billing-records.ts'
import type { Clock } from '#shared/clock.ts'
import { anySignal } from '#shared/any-signal.ts'
import { createOrder } from '#shared/api/pay-orders.ts'
import { BASE_CURRENCY } from '#shared/domain/sku-rules.ts'
import { UNCONFIRMED_ORDER_MS, AGAIN_JOINED_MS, LATE_ORDER_PAUSE_MS } from '#shared/domain/purchase-polling.ts'
import { accountOf, creditsRecord } from '#shared/storage/hub-records.ts'
import { intentKey, CREDITS_KEY, readRecord } from '#shared/storage/records.ts'
import { type OwnedStore, FencedOut, readIdentity } from '../runtime/hub-store.ts'
import { isUnanswered } from '../runtime/pause.ts'
import * as rows from './order-rows.ts'

type Made = CallData<typeof createOrder>

const CANCELLED: AppError = { code: 'cancelled', retry: 'now' }

interface OrderFactoryDeps {
  readonly store: OwnedStore
  readonly api: ApiClient
  readonly clock: Clock
  readonly onChange: () => Promise<void>
  /** Aborts when this hub worker stops. The next owner repeats the call. */
  readonly stopped: AbortSignal
}

/**
 *   press -> intent stored -> prepay/order with its key -> order and link stored in one step
 *                                  |-> refused: the intent is deleted
 *                                  \-> no answer: the intent stays, the next press sends the same key and body
 * Presses with the same intent share one call. A pending call writes nothing after a change of identity.
 * Rule: docs/billing.md, "Orders made once".
 */
export function createOrderFactory({ store, api, clock, onChange, stopped }: OrderFactoryDeps) {
  let generation = new AbortController()
  const underWay = new Map<string, Promise<Result<PendingOrder>>>()

  /**
   * The result of an aborted call: `cancelled` after a change of identity. In a stopped hub worker it throws, so that the next hub worker
   * answers the call.
   */
  function cancelled(): Result<never> {
    if (stopped.aborted) throw new FencedOut()
    return fail(CANCELLED)
  }

  /** Stores the result of a call, unless the identity has changed or the intent was deleted. */
  async function settle(intent: IntentRow, write: (tx: StoreTransaction) => Promise<OrderRow | null>): Promise<OrderRow | null> {
    const order = await store.write(async (tx) => {
      const stored = await rows.readIntent(tx, intent.idempotencyKey)
      const isMine = stored?.account === intent.account && intent.account === accountOf(await readIdentity(tx))
      return isMine ? write(tx) : null
    })
    await onChange()
    return order
  }

  async function storeOrder(tx: StoreTransaction, intent: IntentRow, made: Made): Promise<OrderRow> {
    const nowMs = clock.nowMs()
    const known = await rows.readOrder(tx, made.payOrderId)
    const order = known === undefined ? newOrder(intent, made, nowMs) : refreshed(known, made)
    const { idempotencyKey, pressIds } = (await rows.readIntent(tx, intent.idempotencyKey)) ?? intent
    rows.putIntent(tx, { ...intent, idempotencyKey, pressIds, payOrderId: order.payOrderId })
    rows.putLastOrder(tx, order, made.orderTime, nowMs)
    await rows.putOrder(tx, order)
    return order
  }

  async function ask(intent: IntentRow, signal: AbortSignal): Promise<Result<PendingOrder>> {
    const { idempotencyKey, body } = intent
    const input = JSON.parse(body) as CallInput<typeof createOrder>
    // The idempotency key is the first press's id, stored before the call. A repeat with the same body returns the same order.
    const answer = await api.call(createOrder, input, { idempotencyKey, frozenBody: body, signal })
    if (signal.aborted) return cancelled()
    if (answer.ok) {
      const order = await settle(intent, (tx) => storeOrder(tx, intent, answer.value))
      return order === null ? fail(CANCELLED) : ok(rows.toPendingOrder(order))
    }
    const isRefused = answer.error.retry === 'never' && !isUnanswered(answer.error)
    if (isRefused) {
      await settle(intent, async (tx) => {
        tx.remove(intentKey(idempotencyKey))
        return null
      })
    }
    return answer
  }

  function askOnce(intent: IntentRow, signal: AbortSignal): Promise<Result<PendingOrder>> {
    const shared = underWay.get(intent.idempotencyKey)
    if (shared !== undefined) return shared
    const asking = ask(intent, signal).finally(() => {
      if (underWay.get(intent.idempotencyKey) === asking) underWay.delete(intent.idempotencyKey)
    })
    underWay.set(intent.idempotencyKey, asking)
    return asking
  }

  return {
    create(purchase: PurchaseIntent, pressId: string): Promise<Result<PendingOrder>> {
      return anySignal([generation.signal, stopped], async (signal) => {
        const plan = await store.write((tx) => planPurchase(tx, purchase, pressId, clock.nowMs()))
        await onChange()
        if (signal.aborted) return cancelled()
        return plan.kind === 'given' ? ok(rows.toPendingOrder(plan.order)) : askOnce(plan.intent, signal)
      })
    },
    reset(): void {
      generation.abort()
      generation = new AbortController()
      underWay.clear()
    },
  }
}

/** The row of a new order. If its intent is old, the order may have expired, so the order watch polls it at once (`pauseMs` 0). */
function newOrder({ account, skuId, skuType, lastState, createdAtMs: wishedAtMs }: IntentRow, made: Made, nowMs: number): OrderRow {
  const { payOrderId, sessionId, checkoutUrl, integrationMethod, amountCents, currencyCode } = made
  const checkout = { sessionId, checkoutUrl, isEmbedded: integrationMethod === 'embedded', amountCents, currencyCode }
  const pauseMs = nowMs - wishedAtMs < UNCONFIRMED_ORDER_MS ? UNCONFIRMED_ORDER_MS : 0
  const unasked = { confirmedAtMs: null, confirmPolls: 0, latePolls: 0, askedAtMs: nowMs, pauseMs }
  const open = { state: 'waiting' as const, createdAtMs: nowMs, endedAtMs: null, isTold: false }
  return { payOrderId, account, skuId, skuType, lastState, ...checkout, ...open, ...unasked }
}

/** Updates a known order with the server's answer. An open or paid order retains its state; a failed or closed order becomes open again. */
function refreshed(known: OrderRow, { sessionId, checkoutUrl, integrationMethod, amountCents, currencyCode }: Made): OrderRow {
  const isEmbedded = integrationMethod === 'embedded'
  const now: OrderRow = { ...known, sessionId, checkoutUrl, isEmbedded, amountCents, currencyCode }
  return rows.isOpenOrder(known) || known.state === 'success' ? now : { ...now, state: 'waiting', endedAtMs: null }
}

/** given: the order exists; asked: the hub sends the key and body of this intent to the server. */
type PurchasePlan = { readonly kind: 'given'; readonly order: OrderRow } | { readonly kind: 'asked'; readonly intent: IntentRow }

/** Decides within a transaction whether a press reuses an intent or creates one. Rule: docs/billing.md, "Orders made once". */
async function planPurchase(tx: StoreTransaction, purchase: PurchaseIntent, pressId: string, nowMs: number): Promise<PurchasePlan> {
  const account = accountOf(await readIdentity(tx))
  rows.putLastSku(tx, account, purchase, nowMs)
  const known = await rows.readIntents(tx, account, purchase.skuId)
  const current = known.find((row) => !rows.isOldIntent(row, nowMs))
  if (current !== undefined && isMeant(current, purchase, pressId, nowMs)) {
    if (purchase.isAgain && !current.pressIds.includes(pressId))
      rows.putIntent(tx, { ...current, pressIds: [...current.pressIds, pressId] })
    const order = current.payOrderId === null ? undefined : await rows.readOrder(tx, current.payOrderId)
    if (current.payOrderId === null && !hasOtherPromotion(current, purchase)) return { kind: 'asked', intent: current }
    const isPayable = order !== undefined && (rows.isOpenOrder(order) || order.state === 'failed')
    if (isPayable && !mustReplace(current, order, purchase)) return { kind: 'given', order: await offer(tx, order, nowMs) }
  }
  for (const { idempotencyKey } of known) tx.remove(intentKey(idempotencyKey))
  const points = readRecord(creditsRecord, await tx.get(CREDITS_KEY))?.points ?? -1
  const intent = newIntent({ account, purchase, pressId, points, nowMs })
  rows.putIntent(tx, intent)
  return { kind: 'asked', intent }
}

function currencyOf({ currencyCode = BASE_CURRENCY }: Pick<PurchaseIntent, 'currencyCode'>): string {
  return currencyCode
}

/**
 * Whether a press joins the current intent. Before the server's answer, every press in the same currency joins. After it, a press with
 * `isAgain` joins only if it created or joined the intent before, or if the intent has `isAgain` and is younger than `AGAIN_JOINED_MS`.
 */
function isMeant(current: IntentRow, purchase: PurchaseIntent, pressId: string, nowMs: number): boolean {
  const { isAgain } = purchase
  const asked = JSON.parse(current.body) as Pick<PurchaseIntent, 'currencyCode'>
  if (current.payOrderId === null && currencyOf(asked) !== currencyOf(purchase)) return false
  if (!isAgain || current.payOrderId === null || current.pressIds.includes(pressId)) return true
  return current.isAgain && Math.abs(nowMs - current.createdAtMs) < AGAIN_JOINED_MS
}

/**
 * Whether a new order must replace this order, because its price may differ: members pay less, and only the server knows the price. An
 * order that may already be paid (`confirming` or `late`) is not replaced.
 */
function mustReplace(intent: IntentRow, { state, currencyCode }: OrderRow, purchase: PurchaseIntent): boolean {
  const isOtherCurrency = currencyCode !== currencyOf(purchase)
  const isOther = intent.lastState.isVip !== purchase.isVip || isOtherCurrency || hasOtherPromotion(intent, purchase)
  return isOther && (state === 'waiting' || state === 'failed')
}

/** Whether the press has another promotion code or quote than the intent. The server then replaces its open order. */
function hasOtherPromotion({ body }: IntentRow, { promotion }: PurchaseIntent): boolean {
  const { promotionCode, quotedCents } = JSON.parse(body) as CallInput<typeof createOrder>
  return promotionCode !== promotion?.code || quotedCents !== promotion?.totalCents
}

/**
 * Prepares an existing order for another press. A failed order becomes open again, because its checkout accepts another card. An older
 * order is polled soon, because its checkout may have expired.
 */
async function offer(tx: StoreTransaction, order: OrderRow, nowMs: number): Promise<OrderRow> {
  const { minMs } = LATE_ORDER_PAUSE_MS
  const hasFailed = order.state === 'failed'
  if (!hasFailed && (order.pauseMs <= minMs || nowMs - order.createdAtMs < UNCONFIRMED_ORDER_MS)) return order
  const open = hasFailed ? { state: 'waiting' as const, latePolls: 0, endedAtMs: null, askedAtMs: nowMs } : {}
  const offered: OrderRow = { ...order, pauseMs: hasFailed ? UNCONFIRMED_ORDER_MS : minMs, ...open }
  await rows.putOrder(tx, offered)
  return offered
}

interface Wanted {
  readonly account: string
  readonly purchase: PurchaseIntent
  readonly pressId: string
  readonly points: number
  readonly nowMs: number
}

function newIntent({ account, purchase, pressId, points, nowMs }: Wanted): IntentRow {
  const { skuId, skuType, skuName, returnUrl, cancelUrl, isVip, isAgain, promotion } = purchase
  const input: CallInput<typeof createOrder> = {
    skuId,
    skuName,
    currencyCode: currencyOf(purchase),
    payType: 2,
    returnUrl,
    cancelUrl,
    integrationMethod: 'embedded',
    redirectOnCompletion: 'always',
    ...(isAgain ? { again: true } : {}),
    ...(promotion ? { promotionCode: promotion.code, quotedCents: promotion.totalCents } : {}),
  }
  const lastState = { lastestChosenSku: skuId, isVip, points }
  const linked = { isAgain, pressIds: [pressId], payOrderId: null }
  // The id of the first press becomes the idempotency key. Later presses for the SKU join the intent until its order ends, unless they set
  // `isAgain`.
  return { idempotencyKey: pressId, account, skuId, skuType, body: JSON.stringify(input), createdAtMs: nowMs, lastState, ...linked }
}
