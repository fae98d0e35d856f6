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

type CreatedOrder = CallData<typeof createOrder>

const CANCELLED: AppError = { code: 'cancelled', retry: 'now' }

interface OrderFactoryDeps {
  readonly store: OwnedStore
  readonly api: ApiClient
  readonly clock: Clock
  readonly onChange: () => Promise<void>
  /** Aborts when this hub worker stops. The next owner repeats the call. */
  readonly stopSignal: AbortSignal
}

/**
 *   press -> intent stored -> prepay/order with its key -> order and link stored in one step
 *                                  |-> refused: the intent is deleted
 *                                  \-> no answer: the intent stays, the next press sends the same key and body
 * Presses with the same intent share one call. A pending call writes nothing after a change of identity.
 * Rule: docs/billing.md, "Orders made once".
 */
export function createOrderFactory({ store, api, clock, onChange, stopSignal }: OrderFactoryDeps) {
  let generation = new AbortController()
  const pendingRequests = new Map<string, Promise<Result<PendingOrder>>>()

  /**
   * The result of an aborted call: `cancelled` after a change of identity. In a stopped hub worker it throws, so that the next hub worker
   * answers the call.
   */
  function cancelledResult(): Result<never> {
    if (stopSignal.aborted) throw new FencedOut()
    return fail(CANCELLED)
  }

  /** Stores the result of a call, unless the identity has changed or the intent was deleted. */
  async function storeResult(intent: IntentRow, write: (tx: StoreTransaction) => Promise<OrderRow | null>): Promise<OrderRow | null> {
    const order = await store.write(async (tx) => {
      const storedIntent = await rows.readIntent(tx, intent.idempotencyKey)
      const isStillValid = storedIntent?.account === intent.account && intent.account === accountOf(await readIdentity(tx))
      return isStillValid ? write(tx) : null
    })
    await onChange()
    return order
  }

  async function storeOrder(tx: StoreTransaction, intent: IntentRow, createdOrder: CreatedOrder): Promise<OrderRow> {
    const nowMs = clock.nowMs()
    const storedOrder = await rows.readOrder(tx, createdOrder.payOrderId)
    const order = storedOrder === undefined ? newOrder(intent, createdOrder, nowMs) : updateOrder(storedOrder, createdOrder)
    const { idempotencyKey, pressIds } = (await rows.readIntent(tx, intent.idempotencyKey)) ?? intent
    rows.putIntent(tx, { ...intent, idempotencyKey, pressIds, payOrderId: order.payOrderId })
    rows.putLastOrder(tx, order, createdOrder.orderTime, nowMs)
    await rows.putOrder(tx, order)
    return order
  }

  async function requestOrder(intent: IntentRow, signal: AbortSignal): Promise<Result<PendingOrder>> {
    const { idempotencyKey, body } = intent
    const input = JSON.parse(body) as CallInput<typeof createOrder>
    // The idempotency key is the first press's id, stored before the call. A repeat with the same body returns the same order.
    const answer = await api.call(createOrder, input, { idempotencyKey, frozenBody: body, signal })
    if (signal.aborted) return cancelledResult()
    if (answer.ok) {
      const order = await storeResult(intent, (tx) => storeOrder(tx, intent, answer.value))
      return order === null ? fail(CANCELLED) : ok(rows.toPendingOrder(order))
    }
    const isRefused = answer.error.retry === 'never' && !isUnanswered(answer.error)
    if (isRefused) {
      await storeResult(intent, async (tx) => {
        tx.remove(intentKey(idempotencyKey))
        return null
      })
    }
    return answer
  }

  function requestOrderOnce(intent: IntentRow, signal: AbortSignal): Promise<Result<PendingOrder>> {
    const pendingRequest = pendingRequests.get(intent.idempotencyKey)
    if (pendingRequest !== undefined) return pendingRequest
    const request = requestOrder(intent, signal).finally(() => {
      if (pendingRequests.get(intent.idempotencyKey) === request) pendingRequests.delete(intent.idempotencyKey)
    })
    pendingRequests.set(intent.idempotencyKey, request)
    return request
  }

  return {
    create(purchase: PurchaseIntent, pressId: string): Promise<Result<PendingOrder>> {
      return anySignal([generation.signal, stopSignal], async (signal) => {
        const plan = await store.write((tx) => planPurchase(tx, purchase, pressId, clock.nowMs()))
        await onChange()
        if (signal.aborted) return cancelledResult()
        return plan.kind === 'given' ? ok(rows.toPendingOrder(plan.order)) : requestOrderOnce(plan.intent, signal)
      })
    },
    reset(): void {
      generation.abort()
      generation = new AbortController()
      pendingRequests.clear()
    },
  }
}

/** The row of a new order. If its intent is old, the order may have expired, so the order watch polls it at once (`pauseMs` 0). */
function newOrder(
  { account, skuId, skuType, lastState, createdAtMs: intentCreatedAtMs }: IntentRow,
  createdOrder: CreatedOrder,
  nowMs: number,
): OrderRow {
  const { payOrderId, sessionId, checkoutUrl, integrationMethod, amountCents, currencyCode } = createdOrder
  const checkout = { sessionId, checkoutUrl, isEmbedded: integrationMethod === 'embedded', amountCents, currencyCode }
  const pauseMs = nowMs - intentCreatedAtMs < UNCONFIRMED_ORDER_MS ? UNCONFIRMED_ORDER_MS : 0
  const pollState = { confirmedAtMs: null, confirmPolls: 0, latePolls: 0, askedAtMs: nowMs, pauseMs }
  const openState = { state: 'waiting' as const, createdAtMs: nowMs, endedAtMs: null, isTold: false }
  return { payOrderId, account, skuId, skuType, lastState, ...checkout, ...openState, ...pollState }
}

/** Updates a known order with the server's answer. An open or paid order retains its state; a failed or closed order becomes open again. */
function updateOrder(
  storedOrder: OrderRow,
  { sessionId, checkoutUrl, integrationMethod, amountCents, currencyCode }: CreatedOrder,
): OrderRow {
  const isEmbedded = integrationMethod === 'embedded'
  const updatedOrder: OrderRow = { ...storedOrder, sessionId, checkoutUrl, isEmbedded, amountCents, currencyCode }
  return rows.isOpenOrder(storedOrder) || storedOrder.state === 'success'
    ? updatedOrder
    : { ...updatedOrder, state: 'waiting', endedAtMs: null }
}

/** given: the order exists; asked: the hub sends the key and body of this intent to the server. */
type PurchasePlan = { readonly kind: 'given'; readonly order: OrderRow } | { readonly kind: 'asked'; readonly intent: IntentRow }

/** Decides within a transaction whether a press reuses an intent or creates one. Rule: docs/billing.md, "Orders made once". */
async function planPurchase(tx: StoreTransaction, purchase: PurchaseIntent, pressId: string, nowMs: number): Promise<PurchasePlan> {
  const account = accountOf(await readIdentity(tx))
  rows.putLastSku(tx, account, purchase, nowMs)
  const intents = await rows.readIntents(tx, account, purchase.skuId)
  const currentIntent = intents.find((row) => !rows.isOldIntent(row, nowMs))
  if (currentIntent !== undefined && joinsIntent(currentIntent, purchase, pressId, nowMs)) {
    if (purchase.isAgain && !currentIntent.pressIds.includes(pressId))
      rows.putIntent(tx, { ...currentIntent, pressIds: [...currentIntent.pressIds, pressId] })
    const order = currentIntent.payOrderId === null ? undefined : await rows.readOrder(tx, currentIntent.payOrderId)
    if (currentIntent.payOrderId === null && !hasOtherPromotion(currentIntent, purchase)) return { kind: 'asked', intent: currentIntent }
    const isPayable = order !== undefined && (rows.isOpenOrder(order) || order.state === 'failed')
    if (isPayable && !mustReplaceOrder(currentIntent, order, purchase))
      return { kind: 'given', order: await prepareForPress(tx, order, nowMs) }
  }
  for (const { idempotencyKey } of intents) tx.remove(intentKey(idempotencyKey))
  const points = readRecord(creditsRecord, await tx.get(CREDITS_KEY))?.points ?? -1
  const intent = newIntent({ account, purchase, pressId, points, nowMs })
  rows.putIntent(tx, intent)
  return { kind: 'asked', intent }
}

function currencyOf({ currencyCode = BASE_CURRENCY }: Pick<PurchaseIntent, 'currencyCode'>): string {
  return currencyCode
}

/**
 * Whether a press joins the current intent of its SKU. Usually it does, but before the server's answer only in the intent's currency.
 * `isAgain` asks for another order although one of the same SKU is open. After the server's answer, a press with `isAgain` joins only an
 * intent that lists the press already, or an intent with `isAgain` that is younger than `AGAIN_JOINED_MS`.
 */
function joinsIntent(intent: IntentRow, purchase: PurchaseIntent, pressId: string, nowMs: number): boolean {
  const { isAgain } = purchase
  const intentBody = JSON.parse(intent.body) as Pick<PurchaseIntent, 'currencyCode'>
  if (intent.payOrderId === null && currencyOf(intentBody) !== currencyOf(purchase)) return false
  if (!isAgain || intent.payOrderId === null || intent.pressIds.includes(pressId)) return true
  return intent.isAgain && Math.abs(nowMs - intent.createdAtMs) < AGAIN_JOINED_MS
}

/**
 * Whether the press needs a new order instead of this one, because the price may differ: the membership, the currency or the promotion has
 * changed, and only the server knows the price. An order that may already be paid (`confirming` or `late`) is not replaced.
 */
function mustReplaceOrder(intent: IntentRow, { state, currencyCode }: OrderRow, purchase: PurchaseIntent): boolean {
  const isOtherCurrency = currencyCode !== currencyOf(purchase)
  const mayPriceDiffer = intent.lastState.isVip !== purchase.isVip || isOtherCurrency || hasOtherPromotion(intent, purchase)
  return mayPriceDiffer && (state === 'waiting' || state === 'failed')
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
async function prepareForPress(tx: StoreTransaction, order: OrderRow, nowMs: number): Promise<OrderRow> {
  const { minMs } = LATE_ORDER_PAUSE_MS
  const hasFailed = order.state === 'failed'
  if (!hasFailed && (order.pauseMs <= minMs || nowMs - order.createdAtMs < UNCONFIRMED_ORDER_MS)) return order
  const reopenedState = hasFailed ? { state: 'waiting' as const, latePolls: 0, endedAtMs: null, askedAtMs: nowMs } : {}
  const preparedOrder: OrderRow = { ...order, pauseMs: hasFailed ? UNCONFIRMED_ORDER_MS : minMs, ...reopenedState }
  await rows.putOrder(tx, preparedOrder)
  return preparedOrder
}

interface NewIntentInput {
  readonly account: string
  readonly purchase: PurchaseIntent
  readonly pressId: string
  readonly points: number
  readonly nowMs: number
}

function newIntent({ account, purchase, pressId, points, nowMs }: NewIntentInput): IntentRow {
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
  const pressState = { isAgain, pressIds: [pressId], payOrderId: null }
  // The id of the first press becomes the idempotency key. Later presses for the SKU join the intent until its order ends, unless they set
  // `isAgain`.
  return { idempotencyKey: pressId, account, skuId, skuType, body: JSON.stringify(input), createdAtMs: nowMs, lastState, ...pressState }
}
