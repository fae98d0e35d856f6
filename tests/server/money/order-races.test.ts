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
  harness.bank.away(false)
})
afterAll(() => harness.close())

const pointsOf = async ({ client }: QuickAccount) => (await client.get(getPoints, {})).points
const resultOf = async ({ client }: QuickAccount, payOrderId: string) => (await client.get(getOrderResult, { payOrderId })).payResult
const refusal = ({ client }: QuickAccount, skuId: string, key: string = randomUUID(), again?: boolean) =>
  client.refusal(createOrder, purchaseOf(skuId, again), { idempotencyKey: key })
const bankState = (orderId: string) => harness.bank.checkouts.get(orderId)?.state

async function passAndCheck(ms: number, rounds = 1): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    harness.pass(ms)
    await harness.server.payRound()
  }
}

describe('the rounds', () => {
  it('reach an order behind a hundred others that can not be polled', async () => {
    const { db } = harness.server.database
    const stuck = await quickAccount(harness)
    const nowMs = harness.nowMs()
    for (let each = 0; each < 100; each += 1)
      await addOrder(db, stuck.id, 'points_100', { sessionId: null, state: 'PENDING', createdAtMs: nowMs, syncAtMs: nowMs - 1 })
    const ann = await quickAccount(harness)
    const orderId = await harness.order(ann.client, 'points_300')
    harness.bank.pay(orderId)
    await passAndCheck(MINUTE_MS, 2)
    expect(await pointsOf(ann)).toBe(300)
    await db.update(payOrder).set({ syncAtMs: null }).where(eq(payOrder.ownerId, stuck.id))
  })

  it('return refunds that were made while the provider was down for long', async () => {
    const ann = await quickAccount(harness)
    const orderId = await harness.order(ann.client, 'points_300')
    harness.bank.pay(orderId)
    await harness.ring(orderId)
    harness.bank.refund(orderId)
    harness.bank.away(true)
    await harness.ring(orderId)
    await passAndCheck(MINUTE_MS, 25)
    harness.bank.away(false)
    await passAndCheck(HOUR_MS)
    expect(await pointsOf(ann)).toBe(0)
  })

  it('find a payment that was made while its checkout was still being opened', async () => {
    const ann = await quickAccount(harness)
    const openCheckout = harness.bank.provider.openCheckout.bind(harness.bank.provider)
    vi.spyOn(harness.bank.provider, 'openCheckout').mockImplementationOnce(async (request) => {
      const opened = await openCheckout(request)
      harness.bank.pay(request.payOrderId)
      expect(await harness.ring(request.payOrderId)).toBe(200)
      return opened
    })
    await harness.order(ann.client, 'points_300')
    await passAndCheck(MINUTE_MS)
    expect(await pointsOf(ann)).toBe(300)
  })

  it('are not needed for events that name an order only by the provider’s id, and its plan', async () => {
    const ann = await quickAccount(harness)
    const orderId = await harness.order(ann.client, 'premium_weekly')
    harness.bank.pay(orderId)
    await harness.ring(orderId)
    harness.pass(7 * 24 * HOUR_MS)
    harness.bank.renew()
    const body = JSON.stringify({ eventId: randomUUID(), type: 'told', payOrderId: 'theirs', subscriptionRef: `plan_${orderId}` })
    await harness.server.app.request(`${PAYMENT_WEBHOOK_PATH}sandbox`, { ...harness.bank.makeEvent(orderId), body })
    expect(await pointsOf(ann)).toBe(2 * WEEKLY_PLAN_POINTS)
  })

  it('poll a closed order that was paid, until its plan is there', async () => {
    const ann = await quickAccount(harness)
    const orderId = await harness.order(ann.client, 'premium_weekly')
    harness.bank.pay(orderId)
    const checkout = harness.bank.checkouts.get(orderId)
    const plan = checkout?.plan ?? null
    Object.assign(checkout ?? {}, { plan: null })
    await harness.server.database.db.update(payOrder).set({ state: 'CLOSED', syncAtMs: null }).where(eq(payOrder.id, orderId))
    await harness.ring(orderId)
    Object.assign(checkout ?? {}, { plan })
    await passAndCheck(MINUTE_MS)
    expect(await pointsOf(ann)).toBe(WEEKLY_PLAN_POINTS)
  })
})

describe('an order that is replaced by another one', () => {
  it('is not opened again by a late answer', async () => {
    const ann = await quickAccount(harness)
    const weekly = await harness.order(ann.client, 'premium_weekly')
    const arrive = harness.bank.slowAnswer()
    const reads = harness.bank.reads()
    const old = resultOf(ann, weekly)
    await expect.poll(() => harness.bank.reads()).toBe(reads + 1)
    harness.bank.away(true)
    const key = randomUUID()
    expect(await refusal(ann, 'premium_yearly', key)).toMatchObject({ code: 'H4013' })
    arrive()
    await old
    harness.bank.away(false)
    await harness.order(ann.client, 'premium_yearly', { key })
    expect(bankState(weekly)).toBe('closed')
    expect(await resultOf(ann, weekly)).toBe('CLOSED')
  })

  it('has no open checkout when it was replaced while that was being opened', async () => {
    const ann = await quickAccount(harness)
    const openCheckout = harness.bank.provider.openCheckout.bind(harness.bank.provider)
    let weekly = ''
    vi.spyOn(harness.bank.provider, 'openCheckout').mockImplementationOnce(async (request) => {
      weekly = request.payOrderId
      await harness.order(ann.client, 'premium_yearly')
      return openCheckout(request)
    })
    expect(await refusal(ann, 'premium_weekly')).toMatchObject({ code: 'H4021' })
    expect(bankState(weekly)).toBe('closed')
  })

  it('is replaced by a new one for its own key, because it has added nothing', async () => {
    const ann = await quickAccount(harness)
    const key = randomUUID()
    const first = await harness.order(ann.client, 'premium_weekly', { key })
    await harness.order(ann.client, 'premium_yearly')
    const second = await harness.order(ann.client, 'premium_weekly', { key })
    expect(second).not.toBe(first)
    expect(await resultOf(ann, second)).toBe('PENDING')
    expect(await harness.order(ann.client, 'premium_weekly', { key })).toBe(second)
  })

  it('does not affect the key of the other one, once that is paid', async () => {
    const ann = await quickAccount(harness)
    await harness.order(ann.client, 'premium_weekly')
    const key = randomUUID()
    const yearly = await harness.order(ann.client, 'premium_yearly', { key })
    harness.bank.pay(yearly)
    await harness.ring(yearly)
    expect(await harness.order(ann.client, 'premium_yearly', { key })).toBe(yearly)
  })

  it('of a plan is closed at any age, and although one more was requested', async () => {
    const ann = await quickAccount(harness)
    const old = await harness.order(ann.client, 'premium_weekly')
    harness.pass(23.5 * HOUR_MS)
    const yearly = await harness.order(ann.client, 'premium_yearly')
    expect(bankState(old)).toBe('closed')
    const again = await harness.order(ann.client, 'premium_yearly', { again: true })
    expect(again).not.toBe(yearly)
    expect([bankState(yearly), bankState(again)]).toEqual(['closed', 'pending'])
  })

  it('and turns out to be paid, leaves no second order to pay', async () => {
    const ann = await quickAccount(harness)
    const weekly = await harness.order(ann.client, 'premium_weekly')
    harness.bank.pay(weekly)
    const key = randomUUID()
    expect(await refusal(ann, 'premium_weekly', key, true)).toMatchObject({ code: 'H4043' })
    expect(await refusal(ann, 'premium_weekly', key, true)).toMatchObject({ code: 'H4043' })
    const rows = await harness.server.database.db.select().from(payOrder).where(eq(payOrder.ownerId, ann.id))
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['CLOSED', 'SUCCESS'])
  })
})

it('a cycle that was paid with less adds nothing, and is in the books unchanged', async () => {
  const ann = await quickAccount(harness)
  const orderId = await harness.order(ann.client, 'premium_yearly')
  harness.bank.pay(orderId)
  Object.assign(harness.bank.checkouts.get(orderId)?.plan?.cycles[0] ?? {}, { amountCents: 999 })
  await harness.ring(orderId)
  expect(await pointsOf(ann)).toBe(0)
  expect(await harness.server.database.db.select().from(payment).where(eq(payment.orderId, orderId))).toMatchObject([
    { amountCents: 999, points: 0 },
  ])
})
