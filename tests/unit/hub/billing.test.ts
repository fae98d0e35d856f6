import { describe, expect, it } from 'vitest'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { type HubWorld, inHubWorld } from './hub-fixture.ts'
import { makePurchase, resume } from './hub-world.ts'

const ME_PATH = '/user/me'
const POINTS_PATH = '/user/points'
const PAY_INFO_PATH = '/user/info'
const HOUR_MS = 3_600_000
const ACCOUNT = { ...identityRecord.fallback(), businessUserId: 'ada' }

let world: HubWorld
inHubWorld((newWorld) => (world = newWorld))

describe('the account', () => {
  it('is watched once for all tabs, and every tab sees the change', async () => {
    const hubs = Array.from({ length: 8 }, () => world.startHub())
    await hubs[0]!.api.changeIdentity(ACCOUNT, 'merge')
    await world.clock.advance(60 * 60 * 1000)
    const callsBefore = world.callsTo(ME_PATH).length
    world.server.account = { ...world.server.account, membershipStatus: 'ACTIVE', membershipExpiresAt: world.clock.nowMs() + 3_600_000 }
    for (const [index, hub] of hubs.entries()) await resume(hub, `tab-${index}`)
    await world.clock.advance(4000)
    expect(world.callsTo(ME_PATH)).toHaveLength(callsBefore + 1)
    for (const hub of hubs) expect((await resume(hub)).account.state).toMatchObject({ membershipStatus: 'ACTIVE' })
  })

  it('is not requested while nobody is logged in, and not after a logout', async () => {
    const hub = world.startHub()
    await world.clock.advance(24 * 60 * 60 * 1000)
    expect(world.callsTo(ME_PATH)).toEqual([])
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    await world.clock.settle()
    expect(world.callsTo(ME_PATH)).toHaveLength(1)
    await hub.api.changeIdentity(identityRecord.fallback(), 'erase')
    await world.clock.advance(24 * 60 * 60 * 1000)
    expect(world.callsTo(ME_PATH)).toHaveLength(1)
    expect((await resume(hub)).account.state).toBeNull()
  })

  it('is read anew before an action that needs a membership', async () => {
    const hub = world.startHub()
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    await world.clock.settle()
    world.server.account = { ...world.server.account, membershipStatus: 'ACTIVE' }
    expect(await hub.api.refreshAccount()).toMatchObject({ ok: true, value: { membershipStatus: 'ACTIVE' } })
    expect(world.callsTo(ME_PATH)).toHaveLength(2)
  })
})

describe('a change of the account', () => {
  it.each([{ points: 40 }, { membershipStatus: 'ACTIVE' }, { membershipExpiresAt: 5 }])(
    'to %j is found by the monitor, and histories and balance are loaded anew',
    async (change) => {
      const hub = world.startHub()
      await hub.api.changeIdentity(ACCOUNT, 'merge')
      await world.clock.settle()
      expect((await resume(hub)).billing.state.historyVersion).toBe(0)
      const callsBefore = world.callsTo(POINTS_PATH).length
      world.server.account = { ...world.server.account, ...change }
      await world.clock.advance(6 * HOUR_MS)
      expect((await resume(hub)).billing.state.historyVersion).toBe(1)
      expect(world.callsTo(POINTS_PATH).length).toBeGreaterThan(callsBefore)
    },
  )

  it('of other kinds, and the first reading, change no history', async () => {
    const hub = world.startHub()
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    await world.clock.settle()
    world.server.account = { ...world.server.account, firstName: 'Augusta' }
    await world.clock.advance(6 * HOUR_MS)
    const { billing, account } = await resume(hub)
    expect([account.state?.firstName, billing.state.historyVersion]).toEqual(['Augusta', 0])
  })
})

describe('the histories', () => {
  it('are loaded again on request', async () => {
    const hub = world.startHub()
    await hub.api.reloadHistories()
    await hub.api.reloadHistories()
    expect((await resume(hub)).billing.state.historyVersion).toBe(2)
  })
})

describe('an order', () => {
  it('that is paid refreshes balance and account, and requests the history again 3 s after the membership is reported', async () => {
    const hub = world.startHub()
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    await hub.api.createOrder(makePurchase(), 'press-1')
    await hub.api.confirmOrder('order-1')
    await world.clock.advance(2500)
    world.server.payResult = 'SUCCESS'
    world.server.points = 500
    await world.clock.advance(1000)
    const { billing, credits } = await resume(hub)
    expect(billing.state).toMatchObject({ orders: [{ payOrderId: 'order-1', state: 'success' }], historyVersion: 0 })
    expect(credits.state).toEqual({ points: 500, held: 0 })
    await world.clock.advance(3000)
    expect((await resume(hub)).billing.state.historyVersion).toBe(1)
  })

  it('survives the end of the worker and is still reported a day later', async () => {
    const firstHub = world.startHub()
    await firstHub.api.createOrder(makePurchase(), 'press-1')
    await firstHub.api.confirmOrder('order-1')
    await world.clock.advance(10_000)
    expect((await resume(firstHub)).billing.state.orders).toMatchObject([{ state: 'late' }])
    world.killHub(firstHub)
    await world.clock.advance(20 * 60 * 60 * 1000)
    world.server.payResult = 'SUCCESS'
    const nextHub = world.startHub()
    await world.clock.settle()
    expect((await resume(nextHub)).billing.state.orders).toMatchObject([{ state: 'success' }])
  })

  it('of a pack polls the balance until it rises, and loads the credit history again', async () => {
    const hub = world.startHub()
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    await world.clock.settle()
    await hub.api.createOrder(makePurchase({ skuId: 'pack', skuType: 6 }), 'press-1')
    world.server.payResult = 'SUCCESS'
    await hub.api.confirmOrder('order-1')
    await world.clock.advance(3500)
    expect((await resume(hub)).billing.state).toMatchObject({ creditsPoll: 'polling', historyVersion: 1, membershipPoll: 'idle' })
    world.server.points = 400
    await world.clock.advance(1000)
    const { billing, credits } = await resume(hub)
    expect([billing.state.creditsPoll, credits.state]).toEqual(['reached', { points: 400, held: 0 }])
    expect(world.callsTo(PAY_INFO_PATH)).toEqual([])
  })

  it('of a trial adds no points, so that none are polled', async () => {
    const hub = world.startHub()
    await hub.api.changeIdentity(ACCOUNT, 'merge')
    await hub.api.createOrder(makePurchase({ skuId: 'trial', skuType: 3 }), 'press-1')
    world.server.payResult = 'SUCCESS'
    world.server.account = { ...world.server.account, membershipStatus: 'ACTIVE' }
    await hub.api.confirmOrder('order-1')
    await world.clock.advance(4000)
    expect((await resume(hub)).billing.state).toMatchObject({ creditsPoll: 'idle', membershipPoll: 'reached' })
    expect(world.callsTo(PAY_INFO_PATH)).toHaveLength(1)
  })

  it('paid just before its worker died is polled to its end by the next one, once', async () => {
    const firstHub = world.startHub()
    await firstHub.api.changeIdentity(ACCOUNT, 'merge')
    await firstHub.api.createOrder(makePurchase(), 'press-1')
    world.server.payResult = 'SUCCESS'
    await firstHub.api.confirmOrder('order-1')
    await world.clock.advance(2000)
    world.killHub(firstHub)
    const secondHub = world.startHub()
    await world.clock.settle()
    await world.clock.advance(3000)
    expect((await resume(secondHub)).billing.state.historyVersion).toBe(1)
    expect(world.callsTo(PAY_INFO_PATH)).toHaveLength(2)
    world.killHub(secondHub)
    const thirdHub = world.startHub()
    await world.clock.advance(10_000)
    expect((await resume(thirdHub)).billing.state).toMatchObject({ orders: [{ state: 'success' }], historyVersion: 0 })
    expect(world.callsTo(PAY_INFO_PATH)).toHaveLength(2)
  })
})
