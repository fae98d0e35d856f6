import { expect, test } from 'vitest'
import { orderAge, shownOrders, skuName } from '#src/billing/orders/shown-orders.ts'
import { order } from './checkout-world.ts'

const HOUR_MS = 3_600_000

test('an end that the checkout of this page has shown is not shown again by a card, an open order always is shown', () => {
  const states = ['waiting', 'confirming', 'late', 'success', 'failed', 'closed'] as const
  const statesWithCard = (shownOrderId: string | null) =>
    states.filter((state) => shownOrders([order({ state })], shownOrderId).length === 1)
  expect(statesWithCard(null)).toEqual(states)
  expect(statesWithCard('po_2')).toEqual(states)
  expect(statesWithCard('po_1')).toEqual(['waiting', 'confirming', 'late'])
})

test('the newest order is first', () => {
  const ids = shownOrders([order({ payOrderId: 'old' }), order({ payOrderId: 'new' })], null).map(({ payOrderId }) => payOrderId)
  expect(ids).toEqual(['new', 'old'])
})

test('the age of an order is shown in minutes, then in hours, and is never in the future', () => {
  expect(orderAge(0, 30_000)).toBe('this minute')
  expect(orderAge(0, 12 * 60_000)).toBe('12 minutes ago')
  expect(orderAge(0, 5 * HOUR_MS)).toBe('5 hours ago')
  expect(orderAge(HOUR_MS, 0)).toBe('this minute')
})

test('a pack has its points as its name, a plan its own name, and an unknown product none', () => {
  const page = (skus: object[]) => ({ skus, features: [], qaList: [] }) as never
  const pages = {
    page1: page([{ skuId: 'premium_weekly', skuType: 2, skuName: 'Premium weekly' }]),
    page2: page([{ skuId: 'points_300', skuType: 6, skuName: 'x', points: 300 }]),
    page3: page([{ skuId: 'points_2000', skuType: 6, skuName: 'x', points: 2000 }]),
  }
  expect(skuName(pages, 'points_2000', 'points')).toBe('2,000 points')
  expect(skuName(pages, 'premium_weekly', 'points')).toBe('Premium weekly')
  expect([skuName(pages, 'gone', 'points'), skuName(null, 'points_300', 'points')]).toEqual(['', ''])
})
