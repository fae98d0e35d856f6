import { describe, expect, it } from 'vitest'
import type { PurchaseIntent } from '#shared/contract/billing-contract.ts'
import {
  AGAIN_JOINED_MS,
  ENDED_ORDER_SHOWN_MS,
  INTENT_RETENTION_MS,
  LAST_ORDER_RETENTION_MS,
  ORDER_POLL_MS,
  ORDER_POLL_TRIES,
} from '#shared/domain/purchase-polling.ts'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { INTENT_PREFIX, LAST_ORDER_PREFIX, LAST_SKU_PREFIX, ORDER_PREFIX } from '#shared/storage/records.ts'
import { type Hub, type HubWorld, inHubWorld } from './hub-fixture.ts'
import { makePurchase, resume } from './hub-world.ts'

const PREPAY_PATH = '/payment/subotiz/prepay/order'
const NOBODY = identityRecord.fallback()
const ADA = { ...NOBODY, businessUserId: 'ada' }
const BEN = { ...NOBODY, businessUserId: 'ben' }

let world: HubWorld
const renewWorld = inHubWorld((newWorld) => (world = newWorld))
let pressCount = 0

async function startAsAda(): Promise<Hub> {
  const hub = world.startHub()
  await hub.api.changeIdentity(ADA, 'merge')
  await world.clock.settle()
  return hub
}

const press = (hub: Hub, changes: Partial<PurchaseIntent> = {}) => hub.api.createOrder(makePurchase(changes), `press-${(pressCount += 1)}`)
const pressAgain = (hub: Hub) => press(hub, { isAgain: true })
const orderIds = () => world.server.orders.map(({ payOrderId }) => payOrderId)
const shownOrders = async (hub: Hub) => (await resume(hub)).billing.state.orders
const readRows = (prefix: string) => world.disk.read((tx) => tx.list(prefix))

/** Confirms an order and lets the hub poll it up to the last try, while the server reports this payment result. */
async function endOrder(hub: Hub, payOrderId: string, payResult: typeof world.server.payResult): Promise<void> {
  world.server.payResult = payResult
  await hub.api.confirmOrder(payOrderId)
  await world.clock.advance((ORDER_POLL_TRIES - 1) * ORDER_POLL_MS)
  world.server.payResult = 'PENDING'
}

describe('a purchase request', () => {
  it('is another one with another code, or without, unless its order may be paid already', async () => {
    const hub = await startAsAda()
    const promotion = { code: 'SPRING', totalCents: 799 }
    await press(hub, { promotion })
    expect(JSON.parse(world.server.orders[0]?.body ?? '')).toMatchObject({ promotionCode: 'SPRING', quotedCents: 799 })
    await press(hub, { promotion })
    expect(orderIds()).toEqual(['order-1'])
    await press(hub)
    expect(orderIds()).toEqual(['order-1', 'order-2'])
    expect(JSON.parse(world.server.orders[1]?.body ?? '')).not.toHaveProperty('promotionCode')
    await hub.api.confirmOrder('order-2')
    expect(await press(hub, { promotion })).toMatchObject({ ok: true, value: { payOrderId: 'order-2' } })
  })

  it('without an answer is not sent for another code', async () => {
    const hub = await startAsAda()
    world.server.isDown = true
    await press(hub)
    world.server.isDown = false
    await press(hub, { promotion: { code: 'SPRING', totalCents: 799 } })
    expect(JSON.parse(world.server.orders.at(-1)?.body ?? '')).toMatchObject({ promotionCode: 'SPRING' })
  })

  it('is stored before the server is asked, and becomes an order with all its facts', async () => {
    const hub = await startAsAda()
    world.server.answerDelayMs = 1000
    const answer = press(hub, { isVip: true })
    await world.clock.settle()
    expect(await readRows(INTENT_PREFIX)).toMatchObject([{ data: { skuId: 'weekly', payOrderId: null, account: 'account:ada' } }])
    const createdAtMs = world.clock.nowMs() + 1000
    await world.clock.advance(1000)
    const order = {
      payOrderId: 'order-1',
      sessionId: 'session-order-1',
      skuId: 'weekly',
      skuType: 2,
      checkoutUrl: '/checkout/order-1',
      isEmbedded: true,
      amountCents: 999,
      currencyCode: 'USD',
      createdAtMs,
      state: 'waiting',
      lastState: { lastestChosenSku: 'weekly', isVip: true, points: 100 },
    }
    expect(await answer).toEqual({ ok: true, value: order })
    expect(await shownOrders(hub)).toEqual([order])
    expect(JSON.parse(world.server.orders[0]?.body ?? '')).toEqual({
      skuId: 'weekly',
      skuName: 'Weekly',
      currencyCode: 'USD',
      payType: 2,
      returnUrl: 'https://app.example/pay/success',
      cancelUrl: 'https://app.example/pay/cancel',
      integrationMethod: 'embedded',
      redirectOnCompletion: 'always',
    })
  })

  it('in another currency is another one, also where the first has no answer', async () => {
    const hub = await startAsAda()
    const orderCurrencies = () => world.server.orders.map(({ body }) => (JSON.parse(body) as { currencyCode: string }).currencyCode)
    await press(hub, { currencyCode: 'EUR' })
    await press(hub, { currencyCode: 'EUR' })
    expect(orderCurrencies()).toEqual(['EUR'])
    await press(hub, { currencyCode: 'JPY' })
    expect(orderCurrencies()).toEqual(['EUR', 'JPY'])
    world.server.answerDelayMs = 1000
    const euroAnswer = press(hub, { skuId: 'points', skuType: 6, currencyCode: 'EUR' })
    await world.clock.settle()
    const yenAnswer = press(hub, { skuId: 'points', skuType: 6, currencyCode: 'JPY' })
    await world.clock.advance(1000)
    expect(await euroAnswer).toMatchObject({ error: { code: 'cancelled' } })
    expect(await yenAnswer).toMatchObject({ ok: true, value: { currencyCode: 'JPY' } })
  })

  it('pressed twice, and in two tabs at the same instant, is one call and one order', async () => {
    const hub = await startAsAda()
    const otherHub = world.startHub()
    await world.clock.settle()
    world.server.answerDelayMs = 500
    const answers = [press(hub), press(hub), press(otherHub), press(otherHub)]
    await world.clock.advance(500)
    for (const answer of answers) expect(await answer).toMatchObject({ value: { payOrderId: 'order-1' } })
    expect([orderIds(), world.callsTo(PREPAY_PATH).length]).toEqual([['order-1'], 1])
  })

  it('without an answer is sent again with the same key and the same body, for any newer build', async () => {
    const hub = await startAsAda()
    world.server.losesAnswers = true
    expect(await press(hub)).toMatchObject({ ok: false, error: { code: '40001' } })
    world.server.losesAnswers = false
    expect(await press(hub, { skuName: 'Weekly plan', returnUrl: 'https://app.example/new' })).toMatchObject({ ok: true })
    expect(orderIds()).toEqual(['order-1'])
    expect(new Set(world.callsTo(PREPAY_PATH).map(({ key }) => key)).size).toBe(1)
  })

  it('continues after a reload before any answer', async () => {
    const hub = await startAsAda()
    world.server.losesAnswers = true
    await press(hub)
    world.killHub(hub)
    world.server.losesAnswers = false
    const nextHub = world.startHub()
    expect(await press(nextHub)).toMatchObject({ value: { payOrderId: 'order-1' } })
    expect(orderIds()).toEqual(['order-1'])
  })

  it('survives the death of the owner after any step, with a new press or without', async () => {
    for (let stepsToLive = 1; stepsToLive <= 24; stepsToLive += 1) {
      renewWorld()
      const firstHub = await startAsAda()
      await world.clock.settle()
      world.killHub(firstHub)
      const mortalHub = world.startHub({ stepsToLive })
      await world.clock.settle()
      const otherHub = world.startHub()
      const waitingAnswer = press(otherHub)
      void press(mortalHub)
      await world.clock.advance(10_000)
      world.killHub(mortalHub)
      await world.clock.advance(10_000)
      expect([stepsToLive, await waitingAnswer]).toMatchObject([stepsToLive, { value: { payOrderId: 'order-1' } }])
      expect(await press(otherHub)).toMatchObject({ value: { payOrderId: 'order-1' } })
      expect([stepsToLive, orderIds()]).toEqual([stepsToLive, ['order-1']])
      expect((await shownOrders(otherHub)).length).toBe(1)
    }
  })

  it('is answered by the next owner when its own one is replaced in the middle', async () => {
    const hub = await startAsAda()
    world.server.answerDelayMs = 3000
    const answer = press(hub)
    await world.clock.settle()
    world.startHub({ build: 2 })
    await world.clock.advance(20_000)
    expect(await answer).toMatchObject({ value: { payOrderId: 'order-1' } })
    expect([orderIds(), world.browser.owners.length]).toEqual([['order-1'], 2])
  })

  it('is another one for another SKU', async () => {
    const hub = await startAsAda()
    await press(hub)
    await press(hub, { skuId: 'yearly' })
    expect(orderIds()).toEqual(['order-1', 'order-2'])
  })

  it('is stored for a day without an answer, and is a new one then', async () => {
    const hub = await startAsAda()
    world.server.losesAnswers = true
    await press(hub)
    await world.clock.advance(INTENT_RETENTION_MS - 1000)
    await press(hub)
    expect(orderIds()).toEqual(['order-1'])
    await world.clock.advance(1000)
    await press(hub)
    expect(orderIds()).toEqual(['order-1', 'order-2'])
    await world.clock.advance(INTENT_RETENTION_MS)
    await resume(hub)
    expect(await readRows(INTENT_PREFIX)).toEqual([])
  })

  it.each(['H4031', 'H4043', 'H4013', 'H3009', 'H3000'] as const)('that is refused with %s is deleted', async (code) => {
    const hub = await startAsAda()
    world.server.orderRefusal = { code, retry: 'never' }
    expect(await press(hub)).toEqual({ ok: false, error: { code, retry: 'never' } })
    expect([await readRows(INTENT_PREFIX), await shownOrders(hub)]).toEqual([[], []])
    world.server.orderRefusal = null
    await press(hub)
    expect(new Set(world.callsTo(PREPAY_PATH).map(({ key }) => key)).size).toBe(2)
  })

  it.each(['H4022', 'H5000', 'H503'] as const)('that the server can’t accept now with %s retains its key', async (code) => {
    const hub = await startAsAda()
    world.server.orderRefusal = { code, retry: 'later' }
    expect(await press(hub)).toMatchObject({ error: { code } })
    world.server.orderRefusal = null
    await press(hub)
    expect(new Set(world.callsTo(PREPAY_PATH).map(({ key }) => key)).size).toBe(1)
  })
})

describe('an order that is open', () => {
  it('is returned again without a call, also after a reload', async () => {
    const hub = await startAsAda()
    await press(hub)
    expect(await press(hub)).toMatchObject({ value: { payOrderId: 'order-1', state: 'waiting' } })
    await hub.api.confirmOrder('order-1')
    expect(await press(hub)).toMatchObject({ value: { state: 'confirming' } })
    await world.clock.advance(10_000)
    expect(await press(hub)).toMatchObject({ value: { state: 'late' } })
    world.killHub(hub)
    expect(await press(world.startHub())).toMatchObject({ value: { payOrderId: 'order-1', state: 'late' } })
    expect(world.callsTo(PREPAY_PATH)).toHaveLength(1)
  })

  it('is polled soon when its answer is late: its checkout may have expired', async () => {
    const hub = await startAsAda()
    await press(hub)
    await world.clock.advance(60 * 60 * 1000)
    world.server.payResult = 'CLOSED'
    await press(hub)
    await world.clock.advance(10_000)
    expect(await shownOrders(hub)).toMatchObject([{ state: 'closed' }])
  })

  it('is polled at once when it answers an old request', async () => {
    const hub = await startAsAda()
    world.server.losesAnswers = true
    await press(hub)
    world.server.losesAnswers = false
    await world.clock.advance(60 * 60 * 1000)
    world.server.payResult = 'CLOSED'
    await press(hub)
    await world.clock.settle()
    expect(await shownOrders(hub)).toMatchObject([{ state: 'closed' }])
  })

  it('that was dismissed is deleted with its request', async () => {
    const hub = await startAsAda()
    await press(hub)
    await hub.api.dropOrder('order-1')
    expect([await readRows(INTENT_PREFIX), await readRows(ORDER_PREFIX)]).toEqual([[], []])
  })
})

describe('one more', () => {
  it('is another order, and the next press is for that one', async () => {
    const hub = await startAsAda()
    await press(hub)
    expect(await pressAgain(hub)).toMatchObject({ value: { payOrderId: 'order-2' } })
    expect(JSON.parse(world.server.orders[1]?.body ?? '')).toMatchObject({ again: true })
    expect(await press(hub)).toMatchObject({ value: { payOrderId: 'order-2' } })
    expect((await shownOrders(hub)).map(({ payOrderId }) => payOrderId)).toEqual(['order-1', 'order-2'])
  })

  it('requested in two tabs at the same instant, or twice at once, is one order; later it is another', async () => {
    const hub = await startAsAda()
    const otherHub = world.startHub()
    await press(hub)
    world.server.losesAnswers = true
    await Promise.all([pressAgain(hub), pressAgain(otherHub)])
    world.server.losesAnswers = false
    await Promise.all([pressAgain(otherHub), pressAgain(hub)])
    expect(orderIds()).toEqual(['order-1', 'order-2'])
    await world.clock.advance(AGAIN_JOINED_MS - 1)
    await pressAgain(hub)
    expect(orderIds()).toEqual(['order-1', 'order-2'])
    await world.clock.advance(1)
    await pressAgain(otherHub)
    expect(orderIds()).toEqual(['order-1', 'order-2', 'order-3'])
  })

  it('without an answer is repeated by the next press, at any later time', async () => {
    const hub = await startAsAda()
    await press(hub)
    world.server.losesAnswers = true
    await pressAgain(hub)
    await world.clock.advance(60 * 60 * 1000)
    world.server.losesAnswers = false
    expect(await pressAgain(hub)).toMatchObject({ value: { payOrderId: 'order-2' } })
    expect(orderIds()).toEqual(['order-1', 'order-2'])
  })

  it('that reaches the hub twice, because its first answer was lost, is one order', async () => {
    const hub = await startAsAda()
    await press(hub)
    await hub.api.createOrder(makePurchase({ isAgain: true }), 'one')
    await hub.api.createOrder(makePurchase({ isAgain: true }), 'joined')
    await world.clock.advance(60_000)
    await hub.api.createOrder(makePurchase({ isAgain: true }), 'joined')
    await hub.api.createOrder(makePurchase({ isAgain: true }), 'one')
    expect(orderIds()).toEqual(['order-1', 'order-2'])
  })
})

describe('an open order whose price may be another one now', () => {
  it('is requested anew once a plan was paid', async () => {
    const hub = await startAsAda()
    await press(hub, { skuId: 'points_100', skuType: 6 })
    await press(hub, { skuId: 'yearly', skuType: 2 })
    await endOrder(hub, 'order-2', 'SUCCESS')
    await press(hub, { skuId: 'points_100', skuType: 6 })
    expect(world.callsTo(PREPAY_PATH)).toHaveLength(3)
    expect(new Set(world.callsTo(PREPAY_PATH).map(({ key }) => key)).size).toBe(3)
  })

  it('retains its request when it was made right after a plan was paid', async () => {
    const hub = await startAsAda()
    await press(hub)
    await endOrder(hub, 'order-1', 'SUCCESS')
    await press(hub, { skuId: 'points_100', skuType: 6 })
    await world.clock.advance(60_000)
    expect(await readRows(INTENT_PREFIX)).toHaveLength(1)
  })

  it('is requested anew once the membership has changed', async () => {
    const hub = await startAsAda()
    await press(hub)
    await press(hub, { isVip: true })
    await press(hub, { isVip: true })
    expect(world.callsTo(PREPAY_PATH)).toHaveLength(2)
  })

  it('is returned all the same while it may be paid already', async () => {
    const hub = await startAsAda()
    await press(hub)
    await hub.api.confirmOrder('order-1')
    expect(await press(hub, { isVip: true })).toMatchObject({ value: { payOrderId: 'order-1', state: 'confirming' } })
    await world.clock.advance(10_000)
    expect(await press(hub, { isVip: true })).toMatchObject({ value: { payOrderId: 'order-1', state: 'late' } })
    expect(world.callsTo(PREPAY_PATH)).toHaveLength(1)
  })

  it('is the same order where the server returns it again: a failed one waits for another card', async () => {
    const hub = await startAsAda()
    await press(hub)
    await endOrder(hub, 'order-1', 'FAILED')
    world.server.givesOpenOrders = true
    expect(await press(hub, { isVip: true })).toMatchObject({ value: { payOrderId: 'order-1', state: 'waiting' } })
    expect([orderIds(), world.callsTo(PREPAY_PATH).length]).toEqual([['order-1'], 2])
    await endOrder(hub, 'order-1', 'SUCCESS')
    expect(await shownOrders(hub)).toMatchObject([{ state: 'success' }])
  })

  it('has the checkout that the server returned last, in the page or on its own', async () => {
    const hub = await startAsAda()
    world.server.integrationMethod = 'hosted'
    expect(await press(hub)).toMatchObject({ value: { isEmbedded: false } })
    world.server.givesOpenOrders = true
    world.server.integrationMethod = 'embedded'
    expect(await press(hub, { isVip: true })).toMatchObject({ value: { payOrderId: 'order-1', isEmbedded: true } })
    world.server.integrationMethod = 'hosted'
    expect(await press(hub, { isVip: false })).toMatchObject({ value: { payOrderId: 'order-1', isEmbedded: false } })
  })

  it('retains its key as long as it has no answer, for any other change', async () => {
    const hub = await startAsAda()
    world.server.losesAnswers = true
    await press(hub)
    world.server.losesAnswers = false
    await press(hub, { isVip: true })
    expect(orderIds()).toEqual(['order-1'])
    expect(new Set(world.callsTo(PREPAY_PATH).map(({ key }) => key)).size).toBe(1)
  })
})

describe('an order that has ended', () => {
  it.each(['SUCCESS', 'CLOSED'] as const)('as %s allows a new one', async (payResult) => {
    const hub = await startAsAda()
    await press(hub, { skuId: 'points_100', skuType: 6 })
    await endOrder(hub, 'order-1', payResult)
    expect(await readRows(INTENT_PREFIX)).toEqual([])
    expect(await press(hub, { skuId: 'points_100', skuType: 6 })).toMatchObject({ value: { payOrderId: 'order-2' } })
  })

  it('as FAILED is returned again with its checkout, which accepts another card', async () => {
    const hub = await startAsAda()
    await press(hub)
    await endOrder(hub, 'order-1', 'FAILED')
    expect(await press(hub)).toMatchObject({ value: { payOrderId: 'order-1', checkoutUrl: '/checkout/order-1', state: 'waiting' } })
    await endOrder(hub, 'order-1', 'SUCCESS')
    expect(await shownOrders(hub)).toMatchObject([{ state: 'success' }])
    expect(orderIds()).toEqual(['order-1'])
  })

  it('that was paid in the background is shown until it is dismissed, and deleted a day later', async () => {
    const hub = await startAsAda()
    await press(hub)
    world.server.payResult = 'SUCCESS'
    await world.clock.advance(60_000)
    world.killHub(hub)
    const nextHub = world.startHub()
    await world.clock.advance(ENDED_ORDER_SHOWN_MS - 60_000)
    expect(await shownOrders(nextHub)).toMatchObject([{ state: 'success' }])
    await world.clock.advance(60_000)
    expect(await readRows(ORDER_PREFIX)).toEqual([])
    expect(await shownOrders(nextHub)).toEqual([])
  })
})

describe('the last order and the last SKU', () => {
  const readLastOrders = async () => (await readRows(LAST_ORDER_PREFIX)).map((row) => (row as { data: unknown }).data)

  it('are stored with the earlier balance, and with each answer', async () => {
    const hub = await startAsAda()
    await press(hub, { isVip: true })
    const lastState = { lastestChosenSku: 'weekly', isVip: true, points: 100 }
    const order = { checkoutUrl: '/checkout/order-1', sessionId: 'session-order-1', payOrderId: 'order-1', orderTime: world.clock.nowMs() }
    expect(await readLastOrders()).toMatchObject([{ ...order, payResult: 'PENDING', lastState, account: 'account:ada' }])
    await endOrder(hub, 'order-1', 'FAILED')
    expect(await readLastOrders()).toMatchObject([{ payResult: 'FAILED' }])
    await endOrder(hub, 'order-1', 'SUCCESS')
    expect(await readLastOrders()).toMatchObject([{ ...order, payResult: 'SUCCESS', lastState }])
    expect(await readRows(LAST_SKU_PREFIX)).toMatchObject([{ data: { skuId: 'weekly', skuType: 2, skuName: 'Weekly' } }])
    expect((await resume(hub)).billing.state.lastSku).toBe('weekly')
  })

  it('are shown to the tabs, the order also when it was paid and dismissed, and to its account only', async () => {
    const hub = await startAsAda()
    await press(hub)
    await endOrder(hub, 'order-1', 'SUCCESS')
    await hub.api.dropOrder('order-1')
    expect((await resume(hub)).billing.state).toMatchObject({
      orders: [],
      lastOrder: { payOrderId: 'order-1', skuType: 2, payResult: 'SUCCESS' },
    })
    await hub.api.changeIdentity(BEN, 'suspend')
    expect((await resume(hub)).billing.state.lastOrder).toBeNull()
  })

  it('store −1 as the earlier balance where none was known', async () => {
    world.server.isCallerUnknown = true
    const hub = await startAsAda()
    await press(hub)
    expect(await readLastOrders()).toMatchObject([{ lastState: { lastestChosenSku: 'weekly', isVip: false, points: -1 } }])
  })

  it('are dropped after 1440 minutes, the SKU is not', async () => {
    const hub = await startAsAda()
    await press(hub)
    await world.clock.advance(LAST_ORDER_RETENTION_MS - 1)
    await resume(hub)
    expect(await readLastOrders()).toHaveLength(1)
    await world.clock.advance(1)
    await resume(hub)
    expect(await readLastOrders()).toEqual([])
    expect((await resume(hub)).billing.state.lastSku).toBe('weekly')
  })

  it('of a visitor who logs in to buy are moved to the account', async () => {
    const hub = world.startHub()
    world.server.orderRefusal = { code: 'H3009', retry: 'never' }
    await press(hub, { skuId: 'yearly' })
    await hub.api.changeIdentity(ADA, 'merge')
    expect((await resume(hub)).billing.state.lastSku).toBe('yearly')
  })

  it('of a visitor and of the account they log in to are two, and the newer one is shown', async () => {
    const hub = await startAsAda()
    await press(hub)
    await hub.api.changeIdentity(NOBODY, 'suspend')
    await world.clock.advance(1)
    await press(hub)
    await hub.api.changeIdentity(ADA, 'merge')
    expect((await readLastOrders()).length).toBe(2)
    expect((await resume(hub)).billing.state.lastOrder).toMatchObject({ payOrderId: 'order-2' })
  })
})

describe('another identity', () => {
  it('finds nothing of a running call, and the account continues it when it is back', async () => {
    const hub = await startAsAda()
    world.server.answerDelayMs = 1000
    const answer = press(hub)
    await world.clock.settle()
    await hub.api.changeIdentity(BEN, 'suspend')
    expect(await answer).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    const { billing } = await resume(hub)
    expect(billing.state).toMatchObject({ orders: [], lastSku: null })
    expect([await readRows(ORDER_PREFIX), await readRows(LAST_ORDER_PREFIX)]).toEqual([[], []])
    world.server.answerDelayMs = 0
    await hub.api.changeIdentity(ADA, 'suspend')
    expect(await press(hub)).toMatchObject({ value: { payOrderId: 'order-1' } })
    expect(orderIds()).toEqual(['order-1'])
  })

  it('that a page wrote without a message to the hub gets no answer either', async () => {
    const hub = await startAsAda()
    world.server.answerDelayMs = 1000
    const answer = press(hub)
    await world.clock.settle()
    await world.disk.write(async (tx) => tx.put('identity', { version: 1, data: BEN }))
    await world.clock.advance(1000)
    expect(await answer).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(await readRows(ORDER_PREFIX)).toEqual([])
  })

  it('after a logout has no request, no order and no choice', async () => {
    const hub = await startAsAda()
    await press(hub)
    await press(hub, { skuId: 'yearly' })
    await hub.api.changeIdentity(NOBODY, 'erase')
    for (const prefix of [INTENT_PREFIX, ORDER_PREFIX, LAST_ORDER_PREFIX, LAST_SKU_PREFIX]) expect(await readRows(prefix)).toEqual([])
  })
})
