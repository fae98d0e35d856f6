import { expect, test } from 'vitest'
import type { LastOrder, OrderState, PendingOrder } from '#shared/contract/billing-contract.ts'
import type { PayMessageType } from '#src/billing/checkout/payment-sdk.ts'
import { type PayResultView, followPayResult } from '#src/billing/checkout/pay-result-screen.tsx'
import { PAY_RESULTS } from '#shared/api/pay-orders.ts'
import { TRIAL_SKU } from '#shared/domain/sku-rules.ts'
import { ok } from '#shared/result.ts'
import { order, refusal } from './checkout-world.ts'

function createWorld(
  type: PayMessageType,
  confirmAnswer = ok(null) as ReturnType<typeof refusal> | { ok: true; value: null },
  lastOrder: LastOrder | null = null,
) {
  const views: PayResultView[] = []
  const shownResults: [PayResultView, number | null][] = []
  const calls: string[] = []
  const listeners = new Set<() => void>()
  let orders: PendingOrder[] | null = null
  function notify(nextOrders: PendingOrder[] | null): void {
    orders = nextOrders
    for (const listener of listeners) listener()
  }
  const stop = followPayResult(type, 'po_1', {
    hub: {
      confirmOrder: async (id) => {
        calls.push(`confirm ${id}`)
        return confirmAnswer
      },
      dropOrder: async (id) => {
        calls.push(`drop ${id}`)
        notify([])
        return ok(null)
      },
      read: () => orders,
      readLastOrder: () => lastOrder,
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    show: (view, skuType) => shownResults.push([view, skuType]) && views.push(view),
    onEnd: ({ payOrderId }, reason) => calls.push(`end ${payOrderId} ${reason}`),
  })
  const setOrderState = (state: OrderState) => notify([order({ state })])
  return { views, shownResults, calls, notify, setOrderState, stop, settle: () => new Promise((resolve) => setImmediate(resolve)) }
}

test('after a payment the order is polled, and its end is the hub’s state', async () => {
  const { views, calls, setOrderState, settle } = createWorld('pay_success')
  setOrderState('waiting')
  expect([views, calls]).toEqual([[], ['confirm po_1']])
  setOrderState('confirming')
  await settle()
  setOrderState('late')
  setOrderState('success')
  setOrderState('failed')
  expect(views).toEqual(['confirming', 'late', 'success'])
  expect(calls).toEqual(['confirm po_1', 'end po_1 null', 'drop po_1'])
})

test('an address with "paid" shows no success where the hub has another state', async () => {
  for (const state of ['failed', 'closed'] as const) {
    const { views, calls, setOrderState, settle } = createWorld('pay_success')
    setOrderState(state)
    await settle()
    expect([views, calls]).toEqual([['failed'], ['confirm po_1']])
  }
})

test('an order of another account, or of none, is unknown', async () => {
  const paidPage = createWorld('pay_success', refusal('H4023'))
  paidPage.notify([])
  await paidPage.settle()
  expect(paidPage.views).toEqual(['unknown'])
  const leftPage = createWorld('pay_cancel')
  expect(leftPage.views).toEqual([])
  leftPage.notify([order({ payOrderId: 'po_2' })])
  expect([leftPage.views, leftPage.calls]).toEqual([['unknown'], []])
})

test('a reload after the result shows it again, from the last order, for its account', async () => {
  const views = {
    pay_success: { SUCCESS: 'success', FAILED: 'failed', CLOSED: 'failed', PENDING: 'unknown' },
    pay_cancel: { SUCCESS: 'success', FAILED: 'cancelled', CLOSED: 'cancelled', PENDING: 'cancelled' },
  } as const
  for (const type of ['pay_success', 'pay_cancel'] as const)
    for (const payResult of PAY_RESULTS) {
      const reloadedPage = createWorld(type, refusal('H4023'), { payOrderId: 'po_1', skuType: TRIAL_SKU, payResult })
      await reloadedPage.settle()
      expect(reloadedPage.views).toEqual([])
      reloadedPage.notify([])
      expect([type, payResult, ...reloadedPage.views]).toEqual([type, payResult, views[type][payResult]])
      expect(reloadedPage.shownResults.map(([, skuType]) => skuType)).toEqual([TRIAL_SKU])
      expect(reloadedPage.calls.filter((call) => !call.startsWith('confirm'))).toEqual([])
      const otherPage = createWorld(type, refusal('H4023'), { payOrderId: 'po_2', skuType: TRIAL_SKU, payResult })
      await otherPage.settle()
      otherPage.notify([])
      expect(otherPage.views).toEqual(['unknown'])
    }
})

test('a payment that could not be polled is late, never lost', async () => {
  const { views, settle } = createWorld('pay_success', refusal('hub_unreachable'))
  await settle()
  expect(views).toEqual(['late'])
})

test('an abandoned checkout is cancelled and dismissed, unless it is paid or polled', () => {
  for (const state of ['waiting', 'failed', 'closed'] as const) {
    const { views, calls, setOrderState } = createWorld('pay_cancel')
    setOrderState(state)
    expect([views, calls]).toEqual([['cancelled'], ['end po_1 cancelled', 'drop po_1']])
  }
  for (const [state, view] of [
    ['confirming', 'confirming'],
    ['late', 'late'],
  ] as const) {
    const { views, calls, setOrderState } = createWorld('pay_cancel')
    setOrderState(state)
    expect([views, calls]).toEqual([[view], []])
  }
  const { views, calls, setOrderState } = createWorld('pay_cancel')
  setOrderState('success')
  expect([views, calls]).toEqual([['success'], ['end po_1 null', 'drop po_1']])
})

test('a closed page gets no result', async () => {
  const { views, setOrderState, stop, settle } = createWorld('pay_success')
  stop()
  setOrderState('success')
  await settle()
  expect(views).toEqual([])
})
