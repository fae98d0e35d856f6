import { expect, test } from 'vitest'
import type { OrderState, PendingOrder } from '#shared/contract/billing-contract.ts'
import { createPurchaseTracking } from '#src/billing/checkout/purchase-tracking.ts'
import { order } from './checkout-world.ts'

const PURCHASE = { skuId: 'points_300', source: 'credits_dialog' } as const
const DAY_MS = 24 * 60 * 60 * 1000

/** A browser in which the test opens tabs. Its storage remains when they close. */
function createBrowser() {
  const storedValues = new Map<string, string>()
  const claimedNames = new Set<string>()
  const trackedEvents: string[] = []
  const world = { nowMs: 1000, mayTrack: true, storedValues, trackedEvents, openTab }
  let idCount = 0

  function openTab() {
    return createPurchaseTracking({
      localValues: {
        list: (prefix) => [...storedValues.keys()].filter((name) => name.startsWith(prefix)),
        read: (name) => storedValues.get(name) ?? null,
        write: (name, value) => void storedValues.set(name, value),
        remove: (name) => void storedValues.delete(name),
      },
      mayTrack: () => world.mayTrack,
      async claim(name) {
        if (claimedNames.has(name)) return false
        claimedNames.add(name)
        return true
      },
      trackStart: ({ skuId, source }) => trackedEvents.push(`start ${skuId} ${source}`),
      trackEnd: ({ skuId, source }, reason) => trackedEvents.push(`${reason ?? 'success'} ${skuId} ${source}`),
      makeId: () => `${(idCount += 1)}`,
      nowMs: () => world.nowMs,
    })
  }
  return world
}

const ordersIn = (state: OrderState): PendingOrder[] => [order({ state })]

test('a late success, after a reload and in many tabs, is reported once, with the source of the start', async () => {
  const { openTab, trackedEvents, storedValues } = createBrowser()
  openTab().begin('po_1', PURCHASE)
  const tabs = [openTab(), openTab()]
  for (const state of ['waiting', 'confirming', 'late'] as const)
    await Promise.all(tabs.map((tracking) => tracking.trackEnds(ordersIn(state), [])))
  expect(trackedEvents).toEqual([])
  await Promise.all(tabs.map((tracking) => tracking.trackEnds(ordersIn('success'), ordersIn('late'))))
  await tabs[0]?.end('po_1', null)
  await openTab().trackEnds(ordersIn('success'), [])
  expect([trackedEvents, [...storedValues]]).toEqual([['success points_300 credits_dialog'], []])
})

test('an order that was read before another tab reported it is not reported again', async () => {
  const { openTab, trackedEvents, storedValues } = createBrowser()
  openTab().begin('po_1', PURCHASE)
  const staleValues = [...storedValues]
  await openTab().end('po_1', null)
  for (const [name, value] of staleValues) storedValues.set(name, value)
  await openTab().trackEnds(ordersIn('success'), [])
  expect(trackedEvents).toEqual(['success points_300 credits_dialog'])
})

test('a failed payment of a polled order is reported, a card that an open checkout refuses is not', async () => {
  const { openTab, trackedEvents } = createBrowser()
  const tracking = openTab()
  tracking.begin('po_1', PURCHASE)
  await tracking.trackEnds(ordersIn('failed'), ordersIn('waiting'))
  expect(trackedEvents).toEqual([])
  await tracking.trackEnds(ordersIn('failed'), ordersIn('late'))
  expect(trackedEvents).toEqual(['failed points_300 credits_dialog'])
  tracking.begin('po_1', PURCHASE)
  await tracking.trackEnds(ordersIn('closed'), ordersIn('waiting'))
  expect(trackedEvents.slice(1)).toEqual(['closed points_300 credits_dialog'])
})

test('each start has one end: another press for the same order ends the first one', async () => {
  const { openTab, trackedEvents } = createBrowser()
  const tracking = openTab()
  tracking.begin('po_1', PURCHASE)
  tracking.begin('po_1', { ...PURCHASE, source: 'pricing_page' })
  expect(trackedEvents).toEqual(['left points_300 credits_dialog'])
  await tracking.end('po_1', null)
  expect(trackedEvents.slice(1)).toEqual(['success points_300 pricing_page'])
})

test('an open order retains its source, and an unreported one starts then', async () => {
  const { openTab, trackedEvents } = createBrowser()
  const tracking = openTab()
  tracking.begin('po_1', PURCHASE)
  tracking.resume('po_1', { ...PURCHASE, source: 'pending_order' })
  tracking.resume('po_2', { ...PURCHASE, source: 'pending_order' })
  await tracking.end('po_1', 'cancelled')
  await tracking.end('po_2', null)
  expect(trackedEvents).toEqual([
    'start points_300 pending_order',
    'cancelled points_300 credits_dialog',
    'success points_300 pending_order',
  ])
})

test('an order of a logged-out account may still end; an unknown one has ended', async () => {
  const world = createBrowser()
  const tracking = world.openTab()
  tracking.begin('po_1', PURCHASE)
  world.nowMs += 2 * DAY_MS
  await tracking.trackEnds([], ordersIn('late'))
  expect(world.trackedEvents).toEqual([])
  world.nowMs += 1
  await tracking.trackEnds([], [])
  expect([world.trackedEvents, world.storedValues.size]).toEqual([['unknown points_300 credits_dialog'], 0])
})

test('without consent nothing is stored, and stored data is deleted with it', async () => {
  const world = createBrowser()
  const tracking = world.openTab()
  world.mayTrack = false
  tracking.begin('po_1', PURCHASE)
  expect(world.storedValues.size).toBe(0)
  world.mayTrack = true
  tracking.begin('po_1', PURCHASE)
  expect(world.storedValues.size).toBe(1)
  tracking.clear()
  await tracking.end('po_1', null)
  expect([world.storedValues.size, world.trackedEvents]).toEqual([0, []])
})

test('a corrupt record is deleted', async () => {
  const { openTab, trackedEvents, storedValues } = createBrowser()
  storedValues.set('kinora.usagePurchases/po_1', '{"id":1}')
  await openTab().trackEnds(ordersIn('success'), [])
  expect([storedValues.size, trackedEvents]).toEqual([0, []])
})
