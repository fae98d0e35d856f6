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

let slot: MoneyHarness
beforeAll(async () => {
  slot = await openHarness()
})
afterEach(() => {
  vi.restoreAllMocks()
  slot.bank.away(false)
})
afterAll(() => slot.close())

const pointsOf = async ({ client }: QuickAccount) => (await client.get(getPoints, {})).points
const resultOf = async ({ client }: QuickAccount, payOrderId: string) => (await client.get(getOrderResult, { payOrderId })).payResult
const refusal = ({ client }: QuickAccount, skuId: string, key: string = randomUUID(), again?: boolean) =>
  client.refusal(createOrder, purchaseOf(skuId, again), { idempotencyKey: key })
const bankState = (orderId: string) => slot.bank.checkouts.get(orderId)?.state

async function passAndLook(ms: number, rounds = 1): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    slot.pass(ms)
    await slot.server.payRound()
  }
}

describe('the rounds', () => {
  it('reach an order behind a hundred others that can not be polled', async () => {
    const { db } = slot.server.database
    const stuck = await quickAccount(slot)
    const nowMs = slot.nowMs()
    for (let each = 0; each < 100; each += 1)
      await addOrder(db, stuck.id, 'points_100', { sessionId: null, state: 'PENDING', createdAtMs: nowMs, syncAtMs: nowMs - 1 })
    const ann = await quickAccount(slot)
    const orderId = await slot.order(ann.client, 'points_300')
    slot.bank.pay(orderId)
    await passAndLook(MINUTE_MS, 2)
    expect(await pointsOf(ann)).toBe(300)
    await db.update(payOrder).set({ syncAtMs: null }).where(eq(payOrder.ownerId, stuck.id))
  })

  it('return refunds that were made while the provider was down for long', async () => {
    const ann = await quickAccount(slot)
    const orderId = await slot.order(ann.client, 'points_300')
    slot.bank.pay(orderId)
    await slot.ring(orderId)
    slot.bank.refund(orderId)
    slot.bank.away(true)
    await slot.ring(orderId)
    await passAndLook(MINUTE_MS, 25)
    slot.bank.away(false)
    await passAndLook(HOUR_MS)
    expect(await pointsOf(ann)).toBe(0)
  })

  it('find a payment that was made while its checkout was still being opened', async () => {
    const ann = await quickAccount(slot)
    const openCheckout = slot.bank.provider.openCheckout.bind(slot.bank.provider)
    vi.spyOn(slot.bank.provider, 'openCheckout').mockImplementationOnce(async (request) => {
      const opened = await openCheckout(request)
      slot.bank.pay(request.payOrderId)
      expect(await slot.ring(request.payOrderId)).toBe(200)
      return opened
    })
    await slot.order(ann.client, 'points_300')
    await passAndLook(MINUTE_MS)
    expect(await pointsOf(ann)).toBe(300)
  })

  it('are not needed for events that name an order only by the provider’s id, and its plan', async () => {
    const ann = await quickAccount(slot)
    const orderId = await slot.order(ann.client, 'premium_weekly')
    slot.bank.pay(orderId)
    await slot.ring(orderId)
    slot.pass(7 * 24 * HOUR_MS)
    slot.bank.renew()
    const body = JSON.stringify({ eventId: randomUUID(), type: 'told', payOrderId: 'theirs', subscriptionRef: `plan_${orderId}` })
    await slot.server.app.request(`${PAYMENT_WEBHOOK_PATH}sandbox`, { ...slot.bank.news(orderId), body })
    expect(await pointsOf(ann)).toBe(2 * WEEKLY_PLAN_POINTS)
  })

  it('poll a closed order that was paid, until its plan is there', async () => {
    const ann = await quickAccount(slot)
    const orderId = await slot.order(ann.client, 'premium_weekly')
    slot.bank.pay(orderId)
    const checkout = slot.bank.checkouts.get(orderId)
    const plan = checkout?.plan ?? null
    Object.assign(checkout ?? {}, { plan: null })
    await slot.server.database.db.update(payOrder).set({ state: 'CLOSED', syncAtMs: null }).where(eq(payOrder.id, orderId))
    await slot.ring(orderId)
    Object.assign(checkout ?? {}, { plan })
    await passAndLook(MINUTE_MS)
    expect(await pointsOf(ann)).toBe(WEEKLY_PLAN_POINTS)
  })
})

describe('an order that is replaced by another one', () => {
  it('is not opened again by a late answer', async () => {
    const ann = await quickAccount(slot)
    const weekly = await slot.order(ann.client, 'premium_weekly')
    const arrive = slot.bank.slowAnswer()
    const reads = slot.bank.reads()
    const old = resultOf(ann, weekly)
    await expect.poll(() => slot.bank.reads()).toBe(reads + 1)
    slot.bank.away(true)
    const key = randomUUID()
    expect(await refusal(ann, 'premium_yearly', key)).toMatchObject({ code: 'H4013' })
    arrive()
    await old
    slot.bank.away(false)
    await slot.order(ann.client, 'premium_yearly', { key })
    expect(bankState(weekly)).toBe('closed')
    expect(await resultOf(ann, weekly)).toBe('CLOSED')
  })

  it('has no open checkout when it was replaced while that was being opened', async () => {
    const ann = await quickAccount(slot)
    const openCheckout = slot.bank.provider.openCheckout.bind(slot.bank.provider)
    let weekly = ''
    vi.spyOn(slot.bank.provider, 'openCheckout').mockImplementationOnce(async (request) => {
      weekly = request.payOrderId
      await slot.order(ann.client, 'premium_yearly')
      return openCheckout(request)
    })
    expect(await refusal(ann, 'premium_weekly')).toMatchObject({ code: 'H4021' })
    expect(bankState(weekly)).toBe('closed')
  })

  it('is replaced by a new one for its own key, because it has added nothing', async () => {
    const ann = await quickAccount(slot)
    const key = randomUUID()
    const first = await slot.order(ann.client, 'premium_weekly', { key })
    await slot.order(ann.client, 'premium_yearly')
    const second = await slot.order(ann.client, 'premium_weekly', { key })
    expect(second).not.toBe(first)
    expect(await resultOf(ann, second)).toBe('PENDING')
    expect(await slot.order(ann.client, 'premium_weekly', { key })).toBe(second)
  })

  it('does not affect the key of the other one, once that is paid', async () => {
    const ann = await quickAccount(slot)
    await slot.order(ann.client, 'premium_weekly')
    const key = randomUUID()
    const yearly = await slot.order(ann.client, 'premium_yearly', { key })
    slot.bank.pay(yearly)
    await slot.ring(yearly)
    expect(await slot.order(ann.client, 'premium_yearly', { key })).toBe(yearly)
  })

  it('of a plan is closed at any age, and although one more was requested', async () => {
    const ann = await quickAccount(slot)
    const old = await slot.order(ann.client, 'premium_weekly')
    slot.pass(23.5 * HOUR_MS)
    const yearly = await slot.order(ann.client, 'premium_yearly')
    expect(bankState(old)).toBe('closed')
    const again = await slot.order(ann.client, 'premium_yearly', { again: true })
    expect(again).not.toBe(yearly)
    expect([bankState(yearly), bankState(again)]).toEqual(['closed', 'pending'])
  })

  it('and turns out to be paid, leaves no second order to pay', async () => {
    const ann = await quickAccount(slot)
    const weekly = await slot.order(ann.client, 'premium_weekly')
    slot.bank.pay(weekly)
    const key = randomUUID()
    expect(await refusal(ann, 'premium_weekly', key, true)).toMatchObject({ code: 'H4043' })
    expect(await refusal(ann, 'premium_weekly', key, true)).toMatchObject({ code: 'H4043' })
    const rows = await slot.server.database.db.select().from(payOrder).where(eq(payOrder.ownerId, ann.id))
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['CLOSED', 'SUCCESS'])
  })
})

it('a cycle that was paid with less adds nothing, and is in the books unchanged', async () => {
  const ann = await quickAccount(slot)
  const orderId = await slot.order(ann.client, 'premium_yearly')
  slot.bank.pay(orderId)
  Object.assign(slot.bank.checkouts.get(orderId)?.plan?.cycles[0] ?? {}, { amountCents: 999 })
  await slot.ring(orderId)
  expect(await pointsOf(ann)).toBe(0)
  expect(await slot.server.database.db.select().from(payment).where(eq(payment.orderId, orderId))).toMatchObject([
    { amountCents: 999, points: 0 },
  ])
})
