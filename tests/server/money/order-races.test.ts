import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { payment, payOrder } from '#server/database/payment-schema.ts'
import { PAYMENT_WEBHOOK_PATH } from '#server/billing/providers/payment-provider.ts'
import { createOrder, getOrderResult } from '#shared/api/pay-orders.ts'
import { getPoints } from '#shared/api/user.ts'
import { WEEKLY_PLAN_POINTS } from '#shared/domain/membership-terms.ts'
import { addOrder } from './books.ts'
import { type MoneyHarness, openHarness, purchaseOf } from './money-harness.ts'
import { type QuickAccount, quickAccount } from './quick-account.ts'

const HOUR_MS = 60 * 60 * 1000
const MINUTE_MS = 60_000

let harness: MoneyHarness
beforeAll(async () => {
  harness = await openHarness()
})
afterEach(() => {
  vi.restoreAllMocks()
  harness.fakeProvider.away(false)
})
afterAll(() => harness.close())

const pointsOf = async ({ client }: QuickAccount) => (await client.get(getPoints, {})).points
const resultOf = async ({ client }: QuickAccount, payOrderId: string) => (await client.get(getOrderResult, { payOrderId })).payResult
const orderRefusal = ({ client }: QuickAccount, skuId: string, key: string = randomUUID(), again?: boolean) =>
  client.refusal(createOrder, purchaseOf(skuId, again), { idempotencyKey: key })
const providerState = (orderId: string) => harness.fakeProvider.checkouts.get(orderId)?.state

async function passAndCheck(ms: number, rounds = 1): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    harness.pass(ms)
    await harness.server.payRound()
  }
}

describe('the rounds', () => {
  it('reach an order behind a hundred others that can not be polled', async () => {
    const { db } = harness.server.database
    const stuckPerson = await quickAccount(harness)
    const nowMs = harness.nowMs()
    for (let index = 0; index < 100; index += 1)
      await addOrder(db, stuckPerson.id, 'points_100', { sessionId: null, state: 'PENDING', createdAtMs: nowMs, syncAtMs: nowMs - 1 })
    const ann = await quickAccount(harness)
    const orderId = await harness.order(ann.client, 'points_300')
    harness.fakeProvider.pay(orderId)
    await passAndCheck(MINUTE_MS, 2)
    expect(await pointsOf(ann)).toBe(300)
    await db.update(payOrder).set({ syncAtMs: null }).where(eq(payOrder.ownerId, stuckPerson.id))
  })

  it('return refunds that were made while the provider was down for long', async () => {
    const ann = await quickAccount(harness)
    const orderId = await harness.order(ann.client, 'points_300')
    harness.fakeProvider.pay(orderId)
    await harness.deliverEvent(orderId)
    harness.fakeProvider.refund(orderId)
    harness.fakeProvider.away(true)
    await harness.deliverEvent(orderId)
    await passAndCheck(MINUTE_MS, 25)
    harness.fakeProvider.away(false)
    await passAndCheck(HOUR_MS)
    expect(await pointsOf(ann)).toBe(0)
  })

  it('find a payment that was made while its checkout was still being opened', async () => {
    const ann = await quickAccount(harness)
    const openCheckout = harness.fakeProvider.provider.openCheckout.bind(harness.fakeProvider.provider)
    vi.spyOn(harness.fakeProvider.provider, 'openCheckout').mockImplementationOnce(async (request) => {
      const checkout = await openCheckout(request)
      harness.fakeProvider.pay(request.payOrderId)
      expect(await harness.deliverEvent(request.payOrderId)).toBe(200)
      return checkout
    })
    await harness.order(ann.client, 'points_300')
    await passAndCheck(MINUTE_MS)
    expect(await pointsOf(ann)).toBe(300)
  })

  it('are not needed for events that name an order only by the provider’s id, and its plan', async () => {
    const ann = await quickAccount(harness)
    const orderId = await harness.order(ann.client, 'premium_weekly')
    harness.fakeProvider.pay(orderId)
    await harness.deliverEvent(orderId)
    harness.pass(7 * 24 * HOUR_MS)
    harness.fakeProvider.renew()
    const body = JSON.stringify({ eventId: randomUUID(), type: 'told', payOrderId: 'theirs', subscriptionRef: `plan_${orderId}` })
    await harness.server.app.request(`${PAYMENT_WEBHOOK_PATH}sandbox`, { ...harness.fakeProvider.makeEvent(orderId), body })
    expect(await pointsOf(ann)).toBe(2 * WEEKLY_PLAN_POINTS)
  })

  it('poll a closed order that was paid, until its plan is there', async () => {
    const ann = await quickAccount(harness)
    const orderId = await harness.order(ann.client, 'premium_weekly')
    harness.fakeProvider.pay(orderId)
    const checkout = harness.fakeProvider.checkouts.get(orderId)
    const plan = checkout?.plan ?? null
    Object.assign(checkout ?? {}, { plan: null })
    await harness.server.database.db.update(payOrder).set({ state: 'CLOSED', syncAtMs: null }).where(eq(payOrder.id, orderId))
    await harness.deliverEvent(orderId)
    Object.assign(checkout ?? {}, { plan })
    await passAndCheck(MINUTE_MS)
    expect(await pointsOf(ann)).toBe(WEEKLY_PLAN_POINTS)
  })
})

describe('an order that is replaced by another one', () => {
  it('is not opened again by a late answer', async () => {
    const ann = await quickAccount(harness)
    const weeklyOrderId = await harness.order(ann.client, 'premium_weekly')
    const letArrive = harness.fakeProvider.slowAnswer()
    const readCount = harness.fakeProvider.reads()
    const lateResult = resultOf(ann, weeklyOrderId)
    await expect.poll(() => harness.fakeProvider.reads()).toBe(readCount + 1)
    harness.fakeProvider.away(true)
    const key = randomUUID()
    expect(await orderRefusal(ann, 'premium_yearly', key)).toMatchObject({ code: 'H4013' })
    letArrive()
    await lateResult
    harness.fakeProvider.away(false)
    await harness.order(ann.client, 'premium_yearly', { key })
    expect(providerState(weeklyOrderId)).toBe('closed')
    expect(await resultOf(ann, weeklyOrderId)).toBe('CLOSED')
  })

  it('has no open checkout when it was replaced while that was being opened', async () => {
    const ann = await quickAccount(harness)
    const openCheckout = harness.fakeProvider.provider.openCheckout.bind(harness.fakeProvider.provider)
    let weeklyOrderId = ''
    vi.spyOn(harness.fakeProvider.provider, 'openCheckout').mockImplementationOnce(async (request) => {
      weeklyOrderId = request.payOrderId
      await harness.order(ann.client, 'premium_yearly')
      return openCheckout(request)
    })
    expect(await orderRefusal(ann, 'premium_weekly')).toMatchObject({ code: 'H4021' })
    expect(providerState(weeklyOrderId)).toBe('closed')
  })

  it('is replaced by a new one for its own key, because it has added nothing', async () => {
    const ann = await quickAccount(harness)
    const key = randomUUID()
    const firstOrderId = await harness.order(ann.client, 'premium_weekly', { key })
    await harness.order(ann.client, 'premium_yearly')
    const secondOrderId = await harness.order(ann.client, 'premium_weekly', { key })
    expect(secondOrderId).not.toBe(firstOrderId)
    expect(await resultOf(ann, secondOrderId)).toBe('PENDING')
    expect(await harness.order(ann.client, 'premium_weekly', { key })).toBe(secondOrderId)
  })

  it('does not affect the key of the other one, once that is paid', async () => {
    const ann = await quickAccount(harness)
    await harness.order(ann.client, 'premium_weekly')
    const key = randomUUID()
    const yearlyOrderId = await harness.order(ann.client, 'premium_yearly', { key })
    harness.fakeProvider.pay(yearlyOrderId)
    await harness.deliverEvent(yearlyOrderId)
    expect(await harness.order(ann.client, 'premium_yearly', { key })).toBe(yearlyOrderId)
  })

  it('of a plan is closed at any age, and although one more was requested', async () => {
    const ann = await quickAccount(harness)
    const weeklyOrderId = await harness.order(ann.client, 'premium_weekly')
    harness.pass(23.5 * HOUR_MS)
    const yearlyOrderId = await harness.order(ann.client, 'premium_yearly')
    expect(providerState(weeklyOrderId)).toBe('closed')
    const secondYearlyOrderId = await harness.order(ann.client, 'premium_yearly', { again: true })
    expect(secondYearlyOrderId).not.toBe(yearlyOrderId)
    expect([providerState(yearlyOrderId), providerState(secondYearlyOrderId)]).toEqual(['closed', 'pending'])
  })

  it('and turns out to be paid, leaves no second order to pay', async () => {
    const ann = await quickAccount(harness)
    const weeklyOrderId = await harness.order(ann.client, 'premium_weekly')
    harness.fakeProvider.pay(weeklyOrderId)
    const key = randomUUID()
    expect(await orderRefusal(ann, 'premium_weekly', key, true)).toMatchObject({ code: 'H4043' })
    expect(await orderRefusal(ann, 'premium_weekly', key, true)).toMatchObject({ code: 'H4043' })
    const rows = await harness.server.database.db.select().from(payOrder).where(eq(payOrder.ownerId, ann.id))
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['CLOSED', 'SUCCESS'])
  })
})

it('a cycle that was paid with less adds nothing, and is in the books unchanged', async () => {
  const ann = await quickAccount(harness)
  const orderId = await harness.order(ann.client, 'premium_yearly')
  harness.fakeProvider.pay(orderId)
  Object.assign(harness.fakeProvider.checkouts.get(orderId)?.plan?.cycles[0] ?? {}, { amountCents: 999 })
  await harness.deliverEvent(orderId)
  expect(await pointsOf(ann)).toBe(0)
  expect(await harness.server.database.db.select().from(payment).where(eq(payment.orderId, orderId))).toMatchObject([
    { amountCents: 999, points: 0 },
  ])
})
