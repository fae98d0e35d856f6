import { expect, test } from 'vitest'
import type { LastOrder, OrderState, PendingOrder } from '#shared/contract/billing-contract.ts'
import type { PayMessageType } from '#src/billing/checkout/payment-sdk.ts'
import { type PayResultView, followPayResult } from '#src/billing/checkout/pay-result-screen.tsx'
import { PAY_RESULTS } from '#shared/api/pay-orders.ts'
import { TRIAL_SKU } from '#shared/domain/sku-rules.ts'
import { ok } from '#shared/result.ts'
import { order, refusal } from './checkout-world.ts'

function world(
  type: PayMessageType,
  confirmAnswer = ok(null) as ReturnType<typeof refusal> | { ok: true; value: null },
  last: LastOrder | null = null,
) {
  const views: PayResultView[] = []
  const shown: [PayResultView, number | null][] = []
  const calls: string[] = []
  const listeners = new Set<() => void>()
  let orders: PendingOrder[] | null = null
  function notify(next: PendingOrder[] | null): void {
    orders = next
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
      readLastOrder: () => last,
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    show: (view, skuType) => shown.push([view, skuType]) && views.push(view),
    onEnd: ({ payOrderId }, reason) => calls.push(`end ${payOrderId} ${reason}`),
  })
  const be = (state: OrderState) => notify([order({ state })])
  return { views, shown, calls, notify, be, stop, settle: () => new Promise((resolve) => setImmediate(resolve)) }
}

test('after a payment the order is polled, and its end is the hub’s state', async () => {
  const { views, calls, be, settle } = world('pay_success')
  be('waiting')
  expect([views, calls]).toEqual([[], ['confirm po_1']])
  be('confirming')
  await settle()
  be('late')
  be('success')
  be('failed')
  expect(views).toEqual(['confirming', 'late', 'success'])
  expect(calls).toEqual(['confirm po_1', 'end po_1 null', 'drop po_1'])
})

test('an address with "paid" shows no success where the hub has another state', async () => {
  for (const state of ['failed', 'closed'] as const) {
    const { views, calls, be, settle } = world('pay_success')
    be(state)
    await settle()
    expect([views, calls]).toEqual([['failed'], ['confirm po_1']])
  }
})

test('an order of another account, or of none, is unknown', async () => {
  const paid = world('pay_success', refusal('H4023'))
  paid.notify([])
  await paid.settle()
  expect(paid.views).toEqual(['unknown'])
  const left = world('pay_cancel')
  expect(left.views).toEqual([])
  left.notify([order({ payOrderId: 'po_2' })])
  expect([left.views, left.calls]).toEqual([['unknown'], []])
})

test('a reload after the result shows it again, from the last order, for its account', async () => {
  const views = {
    pay_success: { SUCCESS: 'success', FAILED: 'failed', CLOSED: 'failed', PENDING: 'unknown' },
    pay_cancel: { SUCCESS: 'success', FAILED: 'cancelled', CLOSED: 'cancelled', PENDING: 'cancelled' },
  } as const
  for (const type of ['pay_success', 'pay_cancel'] as const)
    for (const payResult of PAY_RESULTS) {
      const reloaded = world(type, refusal('H4023'), { payOrderId: 'po_1', skuType: TRIAL_SKU, payResult })
      await reloaded.settle()
      expect(reloaded.views).toEqual([])
      reloaded.notify([])
      expect([type, payResult, ...reloaded.views]).toEqual([type, payResult, views[type][payResult]])
      expect(reloaded.shown.map(([, skuType]) => skuType)).toEqual([TRIAL_SKU])
      expect(reloaded.calls.filter((call) => !call.startsWith('confirm'))).toEqual([])
      const other = world(type, refusal('H4023'), { payOrderId: 'po_2', skuType: TRIAL_SKU, payResult })
      await other.settle()
      other.notify([])
      expect(other.views).toEqual(['unknown'])
    }
})

test('a payment that could not be polled is late, never lost', async () => {
  const { views, settle } = world('pay_success', refusal('hub_unreachable'))
  await settle()
  expect(views).toEqual(['late'])
})

test('an abandoned checkout is cancelled and dismissed, unless it is paid or polled', () => {
  for (const state of ['waiting', 'failed', 'closed'] as const) {
    const { views, calls, be } = world('pay_cancel')
    be(state)
    expect([views, calls]).toEqual([['cancelled'], ['end po_1 cancelled', 'drop po_1']])
  }
  for (const [state, view] of [
    ['confirming', 'confirming'],
    ['late', 'late'],
  ] as const) {
    const { views, calls, be } = world('pay_cancel')
    be(state)
    expect([views, calls]).toEqual([[view], []])
  }
  const { views, calls, be } = world('pay_cancel')
  be('success')
  expect([views, calls]).toEqual([['success'], ['end po_1 null', 'drop po_1']])
})

test('a closed page gets no result', async () => {
  const { views, be, stop, settle } = world('pay_success')
  stop()
  be('success')
  await settle()
  expect(views).toEqual([])
})
