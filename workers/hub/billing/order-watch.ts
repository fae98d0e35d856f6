import type { ApiClient } from '#shared/api/client.ts'
import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import type { OrderRow } from '#shared/storage/billing-records.ts'
import type { Clock } from '#shared/clock.ts'
import { NO_ANSWER_CODE } from '#shared/error-codes.ts'
import { isCallerRefused } from '#shared/api/account-check.ts'
import { getOrderResult } from '#shared/api/pay-orders.ts'
import * as polling from '#shared/domain/purchase-polling.ts'
import { orderKey } from '#shared/storage/records.ts'
import { backoffMs } from '#workers/lib/backoff.ts'
import type { CallData } from '#shared/api/define-call.ts'
import type { OwnedStore } from '../runtime/hub-store.ts'
import { NO_PAUSE, pauseFrom, pauseLeftMs } from '../runtime/pause.ts'
import { forgetIntentOf, forgetOldPurchases, forgottenAtMs, isOpenOrder, putOrder, readOrder, readOrders } from './order-rows.ts'

const BACKOFF = { minMs: 1000, maxMs: 30_000 }
const NOT_FOUND: AppError = { code: 'H4023', retry: 'never' }
const STILL_ASKED: AppError = { code: 'H4021', retry: 'never' }

interface OrderWatchDeps {
  readonly store: OwnedStore
  readonly api: ApiClient
  readonly clock: Clock
  readonly random: () => number
  /** The account id under which the records of the current identity are stored. */
  readonly account: () => Promise<string>
  readonly onChange: () => Promise<void>
  /**
   * Called for a paid order, once per hub worker. The next hub worker calls it again, unless this call returned 'settled' or `settlePaid`
   * has run.
   */
  readonly onPaid: (order: Pick<OrderRow, 'skuType' | 'lastState'>) => 'settled' | 'going_on'
}

/**
 *   waiting --confirm--> confirming --six answers, or a minute--> late
 *      \----------------------+---------------------------------+-> success | failed | closed
 * Polls the orders of the current account until they end or a day has passed. The schedule is stored across restarts.
 * A try without an answer changes no order and is retried with backoff. Ended orders are deleted a day later.
 */
export function createOrderWatch({ store, api, clock, random, account, onChange, onPaid }: OrderWatchDeps) {
  let failures = 0
  let quiet = NO_PAUSE
  const notified = new Set<string>()

  function forgetWaits(): void {
    failures = 0
    quiet = NO_PAUSE
  }

  /** Changes one order of the current account; undefined if the account has no such order. */
  async function change(payOrderId: string, owner: string, next: (row: OrderRow) => OrderRow): Promise<OrderRow | undefined> {
    const changed = await store.write(async (tx) => {
      const row = await readOrder(tx, payOrderId)
      if (row === undefined || row.account !== owner) return undefined
      const result = next(row)
      if (result !== row) await putOrder(tx, result)
      return result
    })
    await onChange()
    return changed
  }

  /**
   * Requests an order's state from the server and stores it. False if the server was unreachable or rejected the caller: then the answer
   * does not concern the order.
   */
  async function ask({ payOrderId, account: owner }: OrderRow, signal: AbortSignal): Promise<boolean> {
    const answer = await api.call(getOrderResult, { payOrderId }, { signal })
    if (signal.aborted) return true
    if (!answer.ok && (answer.error.code === NO_ANSWER_CODE || isCallerRefused(answer.error))) return false
    failures = 0
    if ((await account()) !== owner) return true
    await change(payOrderId, owner, (row) => afterAnswer(row, answer, clock.nowMs(), random))
    return true
  }

  async function announcePaid(rows: readonly OrderRow[]): Promise<void> {
    for (const row of rows.filter(({ state, isTold, payOrderId }) => state === 'success' && !isTold && !notified.has(payOrderId))) {
      const step = onPaid(row)
      if (step === 'going_on') notified.add(row.payOrderId)
      else await change(row.payOrderId, row.account, (known) => ({ ...known, isTold: true }))
    }
  }

  async function stopConfirming(rows: readonly OrderRow[]): Promise<void> {
    for (const { payOrderId, account: owner } of rows.filter((row) => confirmingUntilMs(row) <= clock.nowMs())) {
      await change(payOrderId, owner, (row) => (row.state === 'confirming' ? { ...row, state: 'late' } : row))
    }
  }

  async function forgetEnded(): Promise<void> {
    await store.write((tx) => forgetOldPurchases(tx, clock.nowMs()))
    await onChange()
  }

  const readMine = async (): Promise<OrderRow[]> => {
    const owner = await account()
    return store.read((tx) => readOrders(tx, owner))
  }

  function restMs(rows: readonly OrderRow[]): number | null {
    const nowMs = clock.nowMs()
    const forgetMs = Math.min(...rows.map(forgottenAtMs)) - nowMs
    const open = rows.filter(isOpenOrder)
    if (open.length === 0) return Number.isFinite(forgetMs) ? Math.max(0, forgetMs) : null
    const askMs = Math.max(Math.min(...open.map((row) => dueAtMs(row, nowMs))), nowMs + pauseLeftMs(quiet, nowMs))
    return Math.max(0, Math.min(Math.min(askMs, ...open.map(confirmingUntilMs)) - nowMs, forgetMs))
  }

  return {
    /** The checkout reports a payment: polls at once. H4023: the order is unknown. */
    async confirm(payOrderId: string): Promise<Result<null>> {
      const row = await change(payOrderId, await account(), (known) => (isAskedOrPaid(known) ? known : toConfirming(known, clock.nowMs())))
      forgetWaits()
      return row === undefined ? fail(NOT_FOUND) : ok(null)
    },
    /** Deletes an order. H4021: a reported payment is still being confirmed. */
    async drop(payOrderId: string): Promise<Result<null>> {
      const owner = await account()
      const ended = await store.read((tx) => readOrder(tx, payOrderId))
      // The page may delete a paid order before this watch has reported its success, so the success is reported here.
      if (ended?.account === owner) await announcePaid([ended])
      const isGone = await store.write(async (tx) => {
        const row = await readOrder(tx, payOrderId)
        if (row?.state === 'confirming' || row?.state === 'late') return false
        if (row?.account !== owner) return true
        tx.remove(orderKey(payOrderId))
        await forgetIntentOf(tx, payOrderId)
        return true
      })
      await onChange()
      return isGone ? ok(null) : fail(STILL_ASKED)
    },
    async pass(signal: AbortSignal): Promise<number | null> {
      const rows = await readMine()
      if (rows.some((row) => forgottenAtMs(row) <= clock.nowMs())) await forgetEnded()
      await stopConfirming(rows)
      for (const row of rows.filter(isOpenOrder)) {
        if (signal.aborted) return null
        if (dueAtMs(row, clock.nowMs()) > clock.nowMs() || pauseLeftMs(quiet, clock.nowMs()) > 0) continue
        if (await ask(row, signal)) continue
        failures += 1
        quiet = pauseFrom(clock.nowMs(), backoffMs(failures, BACKOFF, random))
      }
      if (signal.aborted) return null
      const left = await readMine()
      await announcePaid(left)
      return restMs(left)
    },
    /** Marks the paid orders that `onPaid` received as settled. */
    async settlePaid(): Promise<void> {
      const owner = await account()
      for (const payOrderId of notified) {
        await change(payOrderId, owner, (row) => ({ ...row, isTold: true }))
        notified.delete(payOrderId)
      }
    },
    /** After a change of identity, forgets which paid orders `onPaid` has received. */
    reset: () => notified.clear(),
    forgetWaits,
  }
}

function toConfirming(row: OrderRow, nowMs: number): OrderRow {
  return { ...row, state: 'confirming', confirmedAtMs: nowMs, confirmPolls: 0, latePolls: 0, askedAtMs: nowMs, pauseMs: 0, endedAtMs: null }
}

/** Whether a confirmation changes nothing. Failed and closed orders are polled again, because the checkout may accept another card. */
function isAskedOrPaid({ state }: OrderRow): boolean {
  return state === 'confirming' || state === 'success'
}

/**
 * When an order is polled next, in ms since 1970: after its pause, but at the latest a day after its creation. If the clock was set back,
 * at once.
 */
function dueAtMs({ askedAtMs, pauseMs, createdAtMs }: OrderRow, nowMs: number): number {
  return askedAtMs > nowMs ? nowMs : Math.min(askedAtMs + pauseMs, createdAtMs + polling.PENDING_ORDER_POLL_LIMIT_MS)
}

function confirmingUntilMs({ state, confirmedAtMs }: OrderRow): number {
  return state === 'confirming' && confirmedAtMs !== null ? confirmedAtMs + polling.SHORT_POLL_LIMIT_MS : Number.POSITIVE_INFINITY
}

type OrderAnswer = Result<CallData<typeof getOrderResult>>

const ENDS = { SUCCESS: 'success', FAILED: 'failed', CLOSED: 'closed' } as const

/** The order after a server answer, including a rejection. Rule: docs/billing.md, "Polling". */
function afterAnswer(row: OrderRow, answer: OrderAnswer, nowMs: number, random: () => number): OrderRow {
  const polledRow = { ...row, askedAtMs: nowMs }
  const confirmPolls = row.confirmPolls + 1
  const isStillConfirming = row.state === 'confirming' && confirmPolls < polling.ORDER_POLL_TRIES
  const end = answer.ok && answer.value.payResult !== 'PENDING' ? ENDS[answer.value.payResult] : null
  // "failed" may concern the previous card: the checkout has just reported a payment with another one.
  if (end !== null && !(end === 'failed' && isStillConfirming)) return { ...polledRow, state: end, endedAtMs: nowMs }
  const isUnknown = !answer.ok && answer.error.code === 'H4023'
  const isOver = nowMs >= row.createdAtMs + polling.PENDING_ORDER_POLL_LIMIT_MS
  if (isOver || (isUnknown && row.confirmedAtMs === null)) return { ...polledRow, state: 'closed', endedAtMs: nowMs }
  const afterMs = answer.ok ? 0 : (answer.error.afterMs ?? 0)
  if (isStillConfirming) return { ...polledRow, confirmPolls, pauseMs: Math.max(polling.ORDER_POLL_MS, afterMs) }
  const latePolls = row.latePolls + 1
  const pauseMs = Math.max(polling.LATE_ORDER_PAUSE_MS.minMs, backoffMs(latePolls, polling.LATE_ORDER_PAUSE_MS, random), afterMs)
  return { ...polledRow, state: row.state === 'confirming' ? 'late' : row.state, latePolls, pauseMs }
}
