import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { vi } from 'vitest'
import type { OrderRow } from '#shared/storage/billing-records.ts'
import { type PAY_RESULTS, getOrderResult } from '#shared/api/pay-orders.ts'
import { UNCONFIRMED_ORDER_MS } from '#shared/domain/purchase-polling.ts'
import { openStore } from '#shared/browser/open-store.ts'
import { fail, ok } from '#shared/result.ts'
import { HUB_DATABASE } from '#shared/storage/records.ts'
import { createHubStore, ownedStore } from '#workers/hub/runtime/hub-store.ts'
import { putOrder, readOrders, toPendingOrder } from '#workers/hub/billing/order-rows.ts'
import { createOrderWatch } from '#workers/hub/billing/order-watch.ts'
import { startLoop } from '#workers/lib/loop.ts'
import { createFakeClock } from '../platform/fake-clock.ts'
import { createScriptedApi } from './scripted-api.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
export const PACK_SKU_TYPE = 6
export const SUBSCRIPTION_SKU_TYPE = 2

export const payResultAnswer = (payResult: (typeof PAY_RESULTS)[number]) => ok({ payResult, skuType: PACK_SKU_TYPE, points: 500 })
export const unknownOrderAnswer = () => fail({ code: 'H4023' as const, retry: 'never' as const })

export async function createWorld() {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  const clock = createFakeClock()
  let setBackMs = 0
  const wallClock = { ...clock, nowMs: () => clock.nowMs() - setBackMs }
  const hubStore = createHubStore(openStore(HUB_DATABASE), () => 0)
  const scripted = createScriptedApi(clock)
  scripted.answer(getOrderResult, () => payResultAnswer('PENDING'))
  const session = { account: 'account:1' }
  const paidSkuTypes: number[] = []
  const bugs: unknown[] = []

  /**
   * Starts a worker that owns the hub. `diesWhenPaid`: it dies at its first paid order. `dropsAtSuccess`: it drops an order as soon as the
   * order succeeds.
   */
  async function startWorker({ diesWhenPaid = false, dropsAtSuccess = false } = {}) {
    let isDropped = false
    const dropSuccessfulOrder = async () => {
      const [firstOrder] = await orders()
      if (isDropped || firstOrder?.state !== 'success') return
      isDropped = true
      await watch.drop(firstOrder.payOrderId)
    }
    const store = ownedStore(hubStore, await hubStore.acquireFence())
    const watch = createOrderWatch({
      store,
      api: scripted.api,
      clock: wallClock,
      random: () => 0,
      readAccountId: async () => session.account,
      onChange: () => (dropsAtSuccess ? dropSuccessfulOrder() : Promise.resolve()),
      onPaid: ({ skuType }) => {
        if (diesWhenPaid) throw new Error('killed')
        paidSkuTypes.push(skuType)
        return skuType === SUBSCRIPTION_SKU_TYPE ? 'going_on' : 'settled'
      },
    })
    const loop = startLoop({ clock, pass: (signal) => watch.pass(signal), onBug: (error) => bugs.push(error) })
    const track = async (changes: Partial<OrderRow> = {}) => {
      await store.write((tx) => putOrder(tx, makeOrder(clock.nowMs(), session.account, changes)))
      loop.wake()
      await clock.settle()
    }
    const confirm = async (payOrderId = 'order-1') => {
      const confirmAnswer = await watch.confirm(payOrderId)
      loop.wake()
      await clock.settle()
      return confirmAnswer
    }
    return { watch, loop, track, confirm }
  }

  const orders = async (account = session.account) => (await hubStore.read((tx) => readOrders(tx, account))).map(toPendingOrder)
  return {
    ...scripted,
    clock,
    setClockBack: (ms: number) => (setBackMs = ms),
    session,
    paidSkuTypes,
    bugs,
    startWorker,
    orders,
    states: async () => (await orders()).map(({ state }) => state),
    pollsAtMs: () => scripted.callsAtMs(getOrderResult),
  }
}

function makeOrder(nowMs: number, account: string, changes: Partial<OrderRow> = {}): OrderRow {
  const checkout = {
    sessionId: 'session-1',
    checkoutUrl: 'https://checkout.example/1',
    isEmbedded: true,
    amountCents: 999,
    currencyCode: 'USD',
  }
  const lastState = { lastestChosenSku: 'sku-1', isVip: false, points: 100 }
  const pollFields = { confirmedAtMs: null, confirmPolls: 0, latePolls: 0, askedAtMs: nowMs, pauseMs: UNCONFIRMED_ORDER_MS }
  const stateFields = { state: 'waiting' as const, createdAtMs: nowMs, endedAtMs: null, isTold: false }
  return {
    payOrderId: 'order-1',
    account,
    skuId: 'sku-1',
    skuType: PACK_SKU_TYPE,
    lastState,
    ...checkout,
    ...stateFields,
    ...pollFields,
    ...changes,
  }
}
