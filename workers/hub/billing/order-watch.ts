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
import { deleteIntentOf, deleteOldPurchases, deleteAtMs, isOpenOrder, putOrder, readOrder, readOrders } from './order-rows.ts'

const BACKOFF = { minMs: 1000, maxMs: 30_000 }
const NOT_FOUND: AppError = { code: 'H4023', retry: 'never' }
const STILL_CONFIRMING: AppError = { code: 'H4021', retry: 'never' }

interface OrderWatchDeps {
  readonly store: OwnedStore
  readonly api: ApiClient
  readonly clock: Clock
  readonly random: () => number
  /** The account id under which the records of the current identity are stored. */
  readonly readAccountId: () => Promise<string>
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
export function createOrderWatch({ store, api, clock, random, readAccountId, onChange, onPaid }: OrderWatchDeps) {
  let failures = 0
  let retryPause = NO_PAUSE
  const notifiedOrderIds = new Set<string>()

  function endPauses(): void {
    failures = 0
    retryPause = NO_PAUSE
  }

  /** Changes one order of the current account; undefined if the account has no such order. */
  async function changeOrder(payOrderId: string, ownerAccount: string, update: (row: OrderRow) => OrderRow): Promise<OrderRow | undefined> {
    const changedOrder = await store.write(async (tx) => {
      const row = await readOrder(tx, payOrderId)
      if (row === undefined || row.account !== ownerAccount) return undefined
      const nextRow = update(row)
      if (nextRow !== row) await putOrder(tx, nextRow)
      return nextRow
    })
    await onChange()
    return changedOrder
  }

  /**
   * Requests an order's state from the server and stores it. False if the server was unreachable or rejected the caller: then the answer
   * does not concern the order.
   */
  async function pollOrder({ payOrderId, account: ownerAccount }: OrderRow, signal: AbortSignal): Promise<boolean> {
    const answer = await api.call(getOrderResult, { payOrderId }, { signal })
    if (signal.aborted) return true
    if (!answer.ok && (answer.error.code === NO_ANSWER_CODE || isCallerRefused(answer.error))) return false
    failures = 0
    if ((await readAccountId()) !== ownerAccount) return true
    await changeOrder(payOrderId, ownerAccount, (row) => afterAnswer(row, answer, clock.nowMs(), random))
    return true
  }

  async function announcePaid(rows: readonly OrderRow[]): Promise<void> {
    for (const row of rows.filter(({ state, isTold, payOrderId }) => state === 'success' && !isTold && !notifiedOrderIds.has(payOrderId))) {
      const outcome = onPaid(row)
      if (outcome === 'going_on') notifiedOrderIds.add(row.payOrderId)
      else await changeOrder(row.payOrderId, row.account, (known) => ({ ...known, isTold: true }))
    }
  }

  async function stopConfirming(rows: readonly OrderRow[]): Promise<void> {
    for (const { payOrderId, account: ownerAccount } of rows.filter((row) => confirmingUntilMs(row) <= clock.nowMs())) {
      await changeOrder(payOrderId, ownerAccount, (row) => (row.state === 'confirming' ? { ...row, state: 'late' } : row))
    }
  }

  async function deleteEnded(): Promise<void> {
    await store.write((tx) => deleteOldPurchases(tx, clock.nowMs()))
    await onChange()
  }

  const readOwnOrders = async (): Promise<OrderRow[]> => {
    const ownerAccount = await readAccountId()
    return store.read((tx) => readOrders(tx, ownerAccount))
  }

  function nextPassInMs(rows: readonly OrderRow[]): number | null {
    const nowMs = clock.nowMs()
    const deleteInMs = Math.min(...rows.map(deleteAtMs)) - nowMs
    const openOrders = rows.filter(isOpenOrder)
    if (openOrders.length === 0) return Number.isFinite(deleteInMs) ? Math.max(0, deleteInMs) : null
    const pollAtMs = Math.max(Math.min(...openOrders.map((row) => nextPollAtMs(row, nowMs))), nowMs + pauseLeftMs(retryPause, nowMs))
    return Math.max(0, Math.min(Math.min(pollAtMs, ...openOrders.map(confirmingUntilMs)) - nowMs, deleteInMs))
  }

  return {
    /**
     * Called when the checkout reports a payment. The order becomes `confirming` and is polled at once. H4023: the account has no order
     * with this id.
     */
    async confirm(payOrderId: string): Promise<Result<null>> {
      const row = await changeOrder(payOrderId, await readAccountId(), (known) =>
        isConfirmingOrPaid(known) ? known : toConfirming(known, clock.nowMs()),
      )
      endPauses()
      return row === undefined ? fail(NOT_FOUND) : ok(null)
    },
    /** Deletes an order. H4021: a reported payment is still being confirmed. */
    async drop(payOrderId: string): Promise<Result<null>> {
      const ownerAccount = await readAccountId()
      const storedOrder = await store.read((tx) => readOrder(tx, payOrderId))
      // The page may delete a paid order before this watch has reported its success, so the success is reported here.
      if (storedOrder?.account === ownerAccount) await announcePaid([storedOrder])
      const isDropped = await store.write(async (tx) => {
        const row = await readOrder(tx, payOrderId)
        if (row?.state === 'confirming' || row?.state === 'late') return false
        if (row?.account !== ownerAccount) return true
        tx.remove(orderKey(payOrderId))
        await deleteIntentOf(tx, payOrderId)
        return true
      })
      await onChange()
      return isDropped ? ok(null) : fail(STILL_CONFIRMING)
    },
    async pass(signal: AbortSignal): Promise<number | null> {
      const rows = await readOwnOrders()
      if (rows.some((row) => deleteAtMs(row) <= clock.nowMs())) await deleteEnded()
      await stopConfirming(rows)
      for (const row of rows.filter(isOpenOrder)) {
        if (signal.aborted) return null
        if (nextPollAtMs(row, clock.nowMs()) > clock.nowMs() || pauseLeftMs(retryPause, clock.nowMs()) > 0) continue
        if (await pollOrder(row, signal)) continue
        failures += 1
        retryPause = pauseFrom(clock.nowMs(), backoffMs(failures, BACKOFF, random))
      }
      if (signal.aborted) return null
      const remainingOrders = await readOwnOrders()
      await announcePaid(remainingOrders)
      return nextPassInMs(remainingOrders)
    },
    /** Marks the paid orders that `onPaid` received as settled. */
    async settlePaid(): Promise<void> {
      const ownerAccount = await readAccountId()
      for (const payOrderId of notifiedOrderIds) {
        await changeOrder(payOrderId, ownerAccount, (row) => ({ ...row, isTold: true }))
        notifiedOrderIds.delete(payOrderId)
      }
    },
    /** Called after a change of identity. Clears the list of paid orders that `onPaid` has received. */
    reset: () => notifiedOrderIds.clear(),
    endPauses,
  }
}

function toConfirming(row: OrderRow, nowMs: number): OrderRow {
  return { ...row, state: 'confirming', confirmedAtMs: nowMs, confirmPolls: 0, latePolls: 0, askedAtMs: nowMs, pauseMs: 0, endedAtMs: null }
}

/**
 * Whether the order is confirming or paid already, so that another report of a payment changes nothing. A failed or closed order is polled
 * again, because its checkout may accept another card.
 */
function isConfirmingOrPaid({ state }: OrderRow): boolean {
  return state === 'confirming' || state === 'success'
}

/**
 * When an order is polled next, in ms since 1970: after its pause, but at the latest a day after its creation. If the clock was set back,
 * at once.
 */
function nextPollAtMs({ askedAtMs, pauseMs, createdAtMs }: OrderRow, nowMs: number): number {
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
  const isOrderUnknown = !answer.ok && answer.error.code === 'H4023'
  const isTooOld = nowMs >= row.createdAtMs + polling.PENDING_ORDER_POLL_LIMIT_MS
  if (isTooOld || (isOrderUnknown && row.confirmedAtMs === null)) return { ...polledRow, state: 'closed', endedAtMs: nowMs }
  const afterMs = answer.ok ? 0 : (answer.error.afterMs ?? 0)
  if (isStillConfirming) return { ...polledRow, confirmPolls, pauseMs: Math.max(polling.ORDER_POLL_MS, afterMs) }
  const latePolls = row.latePolls + 1
  const pauseMs = Math.max(polling.LATE_ORDER_PAUSE_MS.minMs, backoffMs(latePolls, polling.LATE_ORDER_PAUSE_MS, random), afterMs)
  return { ...polledRow, state: row.state === 'confirming' ? 'late' : row.state, latePolls, pauseMs }
}
