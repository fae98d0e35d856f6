import { expect, test } from 'vitest'
import type { OrderState, PendingOrder } from '#shared/contract/billing-contract.ts'
import { createPurchaseTracking } from '#src/billing/checkout/purchase-tracking.ts'
import { order } from './checkout-world.ts'

const PURCHASE = { skuId: 'points_300', source: 'credits_dialog' } as const
const DAY_MS = 24 * 60 * 60 * 1000

/** A browser in which the test opens tabs. Its storage remains when they close. */
function browser() {
  const stored = new Map<string, string>()
  const claimed = new Set<string>()
  const tracked: string[] = []
  const world = { nowMs: 1000, mayTrack: true, stored, tracked, tab }
  let ids = 0

  function tab() {
    return createPurchaseTracking({
      localValues: {
        list: (prefix) => [...stored.keys()].filter((name) => name.startsWith(prefix)),
        read: (name) => stored.get(name) ?? null,
        write: (name, value) => void stored.set(name, value),
        remove: (name) => void stored.delete(name),
      },
      mayTrack: () => world.mayTrack,
      async claim(name) {
        if (claimed.has(name)) return false
        claimed.add(name)
        return true
      },
      trackStart: ({ skuId, source }) => tracked.push(`start ${skuId} ${source}`),
      trackEnd: ({ skuId, source }, reason) => tracked.push(`${reason ?? 'success'} ${skuId} ${source}`),
      makeId: () => `${(ids += 1)}`,
      nowMs: () => world.nowMs,
    })
  }
  return world
}

const at = (state: OrderState): PendingOrder[] => [order({ state })]

test('a late success, after a reload and in many tabs, is reported once, with the source of the start', async () => {
  const { tab, tracked, stored } = browser()
  tab().begin('po_1', PURCHASE)
  const tabs = [tab(), tab()]
  for (const state of ['waiting', 'confirming', 'late'] as const)
    await Promise.all(tabs.map((tracking) => tracking.trackEnds(at(state), [])))
  expect(tracked).toEqual([])
  await Promise.all(tabs.map((tracking) => tracking.trackEnds(at('success'), at('late'))))
  await tabs[0]?.end('po_1', null)
  await tab().trackEnds(at('success'), [])
  expect([tracked, [...stored]]).toEqual([['success points_300 credits_dialog'], []])
})

test('an order that was read before another tab reported it is not reported again', async () => {
  const { tab, tracked, stored } = browser()
  tab().begin('po_1', PURCHASE)
  const stale = [...stored]
  await tab().end('po_1', null)
  for (const [name, value] of stale) stored.set(name, value)
  await tab().trackEnds(at('success'), [])
  expect(tracked).toEqual(['success points_300 credits_dialog'])
})

test('a failed payment of a polled order is reported, a card that an open checkout refuses is not', async () => {
  const { tab, tracked } = browser()
  const tracking = tab()
  tracking.begin('po_1', PURCHASE)
  await tracking.trackEnds(at('failed'), at('waiting'))
  expect(tracked).toEqual([])
  await tracking.trackEnds(at('failed'), at('late'))
  expect(tracked).toEqual(['failed points_300 credits_dialog'])
  tracking.begin('po_1', PURCHASE)
  await tracking.trackEnds(at('closed'), at('waiting'))
  expect(tracked.slice(1)).toEqual(['closed points_300 credits_dialog'])
})

test('each start has one end: another press for the same order ends the first one', async () => {
  const { tab, tracked } = browser()
  const tracking = tab()
  tracking.begin('po_1', PURCHASE)
  tracking.begin('po_1', { ...PURCHASE, source: 'pricing_page' })
  expect(tracked).toEqual(['left points_300 credits_dialog'])
  await tracking.end('po_1', null)
  expect(tracked.slice(1)).toEqual(['success points_300 pricing_page'])
})

test('an open order retains its source, and an unreported one starts then', async () => {
  const { tab, tracked } = browser()
  const tracking = tab()
  tracking.begin('po_1', PURCHASE)
  tracking.resume('po_1', { ...PURCHASE, source: 'pending_order' })
  tracking.resume('po_2', { ...PURCHASE, source: 'pending_order' })
  await tracking.end('po_1', 'cancelled')
  await tracking.end('po_2', null)
  expect(tracked).toEqual(['start points_300 pending_order', 'cancelled points_300 credits_dialog', 'success points_300 pending_order'])
})

test('an order of a logged-out account may still end; an unknown one has ended', async () => {
  const world = browser()
  const tracking = world.tab()
  tracking.begin('po_1', PURCHASE)
  world.nowMs += 2 * DAY_MS
  await tracking.trackEnds([], at('late'))
  expect(world.tracked).toEqual([])
  world.nowMs += 1
  await tracking.trackEnds([], [])
  expect([world.tracked, world.stored.size]).toEqual([['unknown points_300 credits_dialog'], 0])
})

test('without consent nothing is stored, and stored data is deleted with it', async () => {
  const world = browser()
  const tracking = world.tab()
  world.mayTrack = false
  tracking.begin('po_1', PURCHASE)
  expect(world.stored.size).toBe(0)
  world.mayTrack = true
  tracking.begin('po_1', PURCHASE)
  expect(world.stored.size).toBe(1)
  tracking.clear()
  await tracking.end('po_1', null)
  expect([world.stored.size, world.tracked]).toEqual([0, []])
})

test('a corrupt record is deleted', async () => {
  const { tab, tracked, stored } = browser()
  stored.set('kinora.usagePurchases/po_1', '{"id":1}')
  await tab().trackEnds(at('success'), [])
  expect([stored.size, tracked]).toEqual([0, []])
})
