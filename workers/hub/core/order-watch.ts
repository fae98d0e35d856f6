import type { ApiClient } from '#shared/api/client.ts'
import type { AppError } from '#shared/app-error.ts'
import type { PendingOrder } from '#shared/contract/hub-contract.ts'
import type { Result } from '#shared/result.ts'
import type { OrderRow } from '#shared/storage/billing-records.ts'
import type { OwnedStore } from '#workers/hub/core/hub-store.ts'
import type { Clock } from '#workers/lib/clock.ts'
import { NO_ANSWER_CODE } from '#shared/api/error-codes.ts'
import { getOrderResult } from '#shared/api/pay-orders.ts'
import { PENDING_ORDER_KEPT_MS, SHORT_POLL_LIMIT_MS, UNCONFIRMED_ORDER_MS } from '#shared/domain/polling.ts'
import { fail, ok } from '#shared/result.ts'
import { orderKey } from '#shared/storage/keys.ts'
import { afterAnswer } from '#workers/hub/core/order-answer.ts'
import { putOrder, readOrder, readOrders } from '#workers/hub/core/order-rows.ts'
import { backoffMs } from '#workers/lib/backoff.ts'

const BACKOFF = { minMs: 1000, maxMs: 30_000 }
const NOT_FOUND: AppError = { code: 'H4023', retry: 'never' }
const STILL_ASKED: AppError = { code: 'H4021', retry: 'never' }

export interface OrderWatchDeps {
  readonly store: OwnedStore
  readonly api: ApiClient
  readonly clock: Clock
  readonly random: () => number
  /** The name under which the records of the current identity are kept. */
  readonly account: () => Promise<string>
  /** The store has changed. */
  readonly onChange: () => Promise<void>
  /** An order is paid; told at least once. */
  readonly onPaid: (order: { readonly skuType: number }) => void
}

/**
 *   waiting --confirm--> confirming --six answers, or a minute--> late
 *      \----------------------+---------------------------------+-> success | failed | closed
 * Watches the orders of the current account until their end is known or a day has passed. The store keeps the rhythm over a restart.
 * A try without an answer changes no order: it is made again after a growing pause.
 */
export function createOrderWatch({ store, api, clock, random, account, onChange, onPaid }: OrderWatchDeps) {
  let failures = 0
  let quietUntilMs = 0

  function forgetWaits(): void {
    failures = 0
    quietUntilMs = 0
  }

  /** Changes one order of the current account; undefined when there is none. */
  async function change(payOrderId: string, owner: string, next: (row: OrderRow) => OrderRow): Promise<OrderRow | undefined> {
    const changed = await store.write(async (tx) => {
      const row = await readOrder(tx, payOrderId)
      if (row === undefined || row.account !== owner) return undefined
      const result = next(row)
      if (result !== row) putOrder(tx, result)
      return result
    })
    await onChange()
    return changed
  }

  /** False when the server could not be reached. */
  async function ask({ payOrderId, account: owner }: OrderRow, signal: AbortSignal): Promise<boolean> {
    const answer = await api.call(getOrderResult, { payOrderId }, { signal })
    if (signal.aborted) return true
    if (!answer.ok && answer.error.code === NO_ANSWER_CODE) return false
    failures = 0
    if ((await account()) !== owner) return true
    await change(payOrderId, owner, (row) => afterAnswer(row, answer, clock.nowMs(), random))
    return true
  }

  async function tellPaid(rows: readonly OrderRow[]): Promise<void> {
    for (const { payOrderId, account: owner, skuType } of rows.filter(({ state, isTold }) => state === 'success' && !isTold)) {
      onPaid({ skuType })
      await change(payOrderId, owner, (row) => ({ ...row, isTold: true }))
    }
  }

  async function stopConfirming(rows: readonly OrderRow[]): Promise<void> {
    for (const { payOrderId, account: owner } of rows.filter((row) => confirmingUntilMs(row) <= clock.nowMs())) {
      await change(payOrderId, owner, (row) => (row.state === 'confirming' ? { ...row, state: 'late' } : row))
    }
  }

  const readMine = async (): Promise<OrderRow[]> => {
    const owner = await account()
    return store.read((tx) => readOrders(tx, owner))
  }

  function restMs(rows: readonly OrderRow[]): number | null {
    const open = rows.filter(isOpen)
    if (open.length === 0) return null
    const nowMs = clock.nowMs()
    const askMs = Math.max(Math.min(...open.map((row) => dueAtMs(row, nowMs))), Math.min(quietUntilMs, nowMs + BACKOFF.maxMs))
    return Math.max(0, Math.min(askMs, ...open.map(confirmingUntilMs)) - nowMs)
  }

  return {
    /** Remembers an order; one that is known already stays as it is. */
    async track(order: Omit<PendingOrder, 'state'>): Promise<Result<null>> {
      const owner = await account()
      await store.write(async (tx) => {
        if ((await readOrder(tx, order.payOrderId)) === undefined) putOrder(tx, toRow(order, owner))
      })
      await onChange()
      return ok(null)
    },
    /** The checkout says that it was paid: ask at once. Error H4023 when the order is not known. */
    async confirm(payOrderId: string): Promise<Result<null>> {
      const row = await change(payOrderId, await account(), (known) => (isAskedOrPaid(known) ? known : toConfirming(known, clock.nowMs())))
      forgetWaits()
      return row === undefined ? fail(NOT_FOUND) : ok(null)
    },
    /** Forgets an order. Error H4021 as long as it is asked for because the checkout said that it was paid. */
    async drop(payOrderId: string): Promise<Result<null>> {
      const owner = await account()
      const isGone = await store.write(async (tx) => {
        const row = await readOrder(tx, payOrderId)
        if (row?.state === 'confirming' || row?.state === 'late') return false
        if (row?.account === owner) tx.remove(orderKey(payOrderId))
        return true
      })
      await onChange()
      return isGone ? ok(null) : fail(STILL_ASKED)
    },
    async pass(signal: AbortSignal): Promise<number | null> {
      const rows = await readMine()
      await stopConfirming(rows)
      for (const row of rows.filter(isOpen)) {
        if (signal.aborted) return null
        if (Math.max(dueAtMs(row, clock.nowMs()), quietUntilMs) > clock.nowMs()) continue
        if (await ask(row, signal)) continue
        failures += 1
        quietUntilMs = clock.nowMs() + backoffMs(failures, BACKOFF, random)
      }
      if (signal.aborted) return null
      const left = await readMine()
      await tellPaid(left)
      return restMs(left)
    },
    forgetWaits,
  }
}

function toRow(order: Omit<PendingOrder, 'state'>, account: string): OrderRow {
  const { payOrderId, skuId, skuType, checkoutUrl, createdAtMs } = order
  const unasked = { state: 'waiting' as const, confirmedAtMs: null, confirmPolls: 0, latePolls: 0, isTold: false }
  return {
    payOrderId,
    account,
    skuId,
    skuType,
    checkoutUrl,
    createdAtMs,
    ...unasked,
    askedAtMs: createdAtMs,
    pauseMs: UNCONFIRMED_ORDER_MS,
  }
}

function toConfirming(row: OrderRow, nowMs: number): OrderRow {
  return { ...row, state: 'confirming', confirmedAtMs: nowMs, confirmPolls: 0, latePolls: 0, askedAtMs: nowMs, pauseMs: 0 }
}

function isOpen({ state }: OrderRow): boolean {
  return state === 'waiting' || state === 'confirming' || state === 'late'
}

/** An order that has failed or was closed can still be paid: the checkout may let the person try another card. */
function isAskedOrPaid({ state }: OrderRow): boolean {
  return state === 'confirming' || state === 'success'
}

/** Asked for a last time when its day is over; a clock that was set back holds nothing up. */
function dueAtMs({ askedAtMs, pauseMs, createdAtMs }: OrderRow, nowMs: number): number {
  return askedAtMs > nowMs ? nowMs : Math.min(askedAtMs + pauseMs, createdAtMs + PENDING_ORDER_KEPT_MS)
}

function confirmingUntilMs({ state, confirmedAtMs }: OrderRow): number {
  return state === 'confirming' && confirmedAtMs !== null ? confirmedAtMs + SHORT_POLL_LIMIT_MS : Number.POSITIVE_INFINITY
}
