import { afterEach, expect, test, vi } from 'vitest'
import type { PendingOrder } from '#shared/contract/billing-contract.ts'
import { CONSUMABLE_SKU, SUBSCRIPTION_SKU, TRIAL_SKU } from '#shared/domain/sku-rules.ts'
import { followSubscribing, hasSubscribed, redirectsNewMembers } from '#src/app/home-after-subscribing.ts'
import { hubState } from '#src/store/state.ts'

const order = (state: PendingOrder['state'], skuType: number = SUBSCRIPTION_SKU): PendingOrder => ({
  payOrderId: 'order-1',
  sessionId: 'session-1',
  skuId: 'sku',
  skuType,
  checkoutUrl: 'https://pay.example/1',
  currencyCode: 'USD',
  isEmbedded: true,
  amountCents: 999,
  createdAtMs: 1,
  state,
  lastState: { lastestChosenSku: 'sku', isVip: false, points: -1 },
})

afterEach(() => {
  hubState.billing = { ...hubState.billing, orders: [] }
})

test.each([
  [SUBSCRIPTION_SKU, true],
  [TRIAL_SKU, true],
  [CONSUMABLE_SKU, false],
])('a paid order of kind %i subscribes: %s', (skuType, expected) => {
  for (const openState of ['waiting', 'confirming', 'late'] as const)
    expect(hasSubscribed([order(openState, skuType)], [order('success', skuType)])).toBe(expected)
})

test('an order that had ended before is not reported, and neither is one with another end', () => {
  expect(hasSubscribed([], [order('success')])).toBe(false)
  expect(hasSubscribed([order('success')], [order('success')])).toBe(false)
  for (const endState of ['failed', 'closed', 'late'] as const) expect(hasSubscribed([order('waiting')], [order(endState)])).toBe(false)
})

test('only the start page and the prices redirect', () => {
  expect([redirectsNewMembers('landing'), redirectsNewMembers('pricing')]).toEqual([true, true])
  expect([redirectsNewMembers('settings'), redirectsNewMembers('imageToVideo'), redirectsNewMembers(undefined)]).toEqual([
    false,
    false,
    false,
  ])
})

test('it is reported once, and not after the watch stops', async () => {
  const onSubscribed = vi.fn()
  const publishOrders = async (...orders: PendingOrder[]) => {
    hubState.billing = { ...hubState.billing, orders }
    await Promise.resolve()
  }
  await publishOrders(order('waiting'))
  const stop = followSubscribing(onSubscribed)
  await publishOrders(order('confirming'))
  await publishOrders(order('success'))
  await publishOrders(order('success'))
  await publishOrders()
  expect(onSubscribed).toHaveBeenCalledOnce()
  await publishOrders(order('waiting'))
  stop()
  await publishOrders(order('success'))
  expect(onSubscribed).toHaveBeenCalledOnce()
})
