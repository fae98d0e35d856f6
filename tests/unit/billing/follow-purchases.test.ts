import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OrderState } from '#shared/contract/billing-contract.ts'
import { followPurchases } from '#src/billing/follow-purchases.ts'
import { dismissOrder } from '#src/billing/orders/shown-orders.ts'
import { hubState } from '#src/store/state.ts'
import { setPreference } from '#src/store/preferences.ts'
import { order } from './checkout-world.ts'

const tracking = { trackEnds: vi.fn(async () => undefined), end: vi.fn(async () => undefined), clear: vi.fn() }
const dropOrder = vi.fn()
const NO_BILLING = hubState.billing

let stop = (): void => undefined
beforeEach(() => {
  vi.stubGlobal('navigator', {})
  setPreference('usageConsent', 'granted')
})
afterEach(() => {
  stop()
  Object.assign(hubState, { identity: null, billing: NO_BILLING })
  setPreference('usageConsent', 'unasked')
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

async function publishOrder(state: OrderState): Promise<void> {
  Object.assign(hubState, { identity: { epoch: 1, businessUserId: 'a' }, billing: { ...NO_BILLING, orders: [order({ state })] } })
  await Promise.resolve()
}

const comparedStates = () =>
  tracking.trackEnds.mock.calls.map((lists) => (lists as { state: OrderState }[][]).map((list) => list.map(({ state }) => state)))

test('each message of the hub is compared with the one before, and none before the first one', async () => {
  stop = followPurchases(tracking)
  expect(tracking.trackEnds).not.toHaveBeenCalled()
  await publishOrder('late')
  await publishOrder('success')
  expect(comparedStates()).toEqual([
    [['late'], []],
    [['success'], ['late']],
  ])
})

test('a page that opens later checks at once, and the stored state is deleted with the consent', async () => {
  await publishOrder('success')
  stop = followPurchases(tracking)
  expect([comparedStates(), tracking.clear.mock.calls]).toEqual([[[['success'], ['success']]], []])
  setPreference('usageConsent', 'refused')
  await Promise.resolve()
  expect(tracking.clear).toHaveBeenCalledOnce()
})

test('a dismissed order has ended, unless the hub still polls it', async () => {
  dropOrder.mockResolvedValue({ ok: true, value: null })
  for (const state of ['success', 'failed', 'closed', 'waiting'] as const)
    await dismissOrder(order({ state }), { hub: { dropOrder }, tracking })
  expect(tracking.end.mock.calls.map((call) => (call as unknown[])[1])).toEqual([null, 'failed', 'closed', 'cancelled'])
  dropOrder.mockResolvedValue({ ok: false, error: { code: 'H4021', retry: 'never' } })
  await dismissOrder(order(), { hub: { dropOrder }, tracking })
  expect(tracking.end).toHaveBeenCalledTimes(4)
})
