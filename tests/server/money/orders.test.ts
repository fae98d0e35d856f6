import { randomUUID } from 'node:crypto'
import { count, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CallInput } from '#shared/api/define-call.ts'
import type { QuickAccount } from './quick-account.ts'
import { payment, paymentEvent, payOrder } from '#server/database/payment-schema.ts'
import { PAYMENT_WEBHOOK_PATH } from '#server/billing/providers/payment-provider.ts'
import { deleteMe } from '#shared/api/account-settings.ts'
import { createOrder, getOrderResult } from '#shared/api/pay-orders.ts'
import { getSubscription, unsubscribe } from '#shared/api/subscription.ts'
import { getLedger, getMe, getPoints } from '#shared/api/user.ts'
import { FREE_TRIAL_SKU, WEEKLY_PLAN_POINTS, YEARLY_PLAN_POINTS } from '#shared/domain/membership-terms.ts'
import { createTestClient } from '../client.ts'
import { type MoneyHarness, DAY_MS, openHarness, purchaseOf } from './money-harness.ts'

let harness: MoneyHarness
beforeAll(async () => {
  harness = await openHarness()
})
afterEach(() => harness.fakeProvider.away(false))
afterAll(() => harness.close())

const pointsOf = async ({ client }: QuickAccount) => (await client.get(getPoints, {})).points
const resultOf = ({ client }: QuickAccount, payOrderId: string) => client.get(getOrderResult, { payOrderId })
const ordersOf = async ({ id }: QuickAccount) => harness.server.database.db.select().from(payOrder).where(eq(payOrder.ownerId, id))
const paymentsOf = async ({ id }: QuickAccount) => harness.server.database.db.select().from(payment).where(eq(payment.ownerId, id))
const cancelPlan = ({ client }: QuickAccount, orderId: string) => client.get(unsubscribe, { orderId }, { idempotencyKey: randomUUID() })

/** A user whose weekly plan has just failed to renew. */
async function pastDuePerson() {
  const ann = await harness.person()
  const orderId = await harness.order(ann.client, 'premium_weekly')
  harness.fakeProvider.pay(orderId)
  await harness.deliverEvent(orderId)
  harness.fakeProvider.failNext(orderId, true)
  harness.pass(7 * DAY_MS + 60_000)
  harness.fakeProvider.renew()
  await harness.deliverEvent(orderId)
  return { ann, orderId }
}

describe('an order', () => {
  it('adds its points once, however often and late its events arrive', async () => {
    const ann = await harness.person()
    const pointsBefore = await pointsOf(ann)
    const orderId = await harness.order(ann.client, 'points_300')
    expect(await resultOf(ann, orderId)).toMatchObject({ payResult: 'PENDING', skuType: 6, points: pointsBefore })
    harness.fakeProvider.pay(orderId)
    const sameEvent = harness.fakeProvider.makeEvent(orderId)
    const deliverSameEvent = async () => (await harness.server.app.request(`${PAYMENT_WEBHOOK_PATH}sandbox`, sameEvent)).status
    expect(
      await Promise.all([
        deliverSameEvent(),
        deliverSameEvent(),
        harness.deliverEvent(orderId),
        deliverSameEvent(),
        harness.deliverEvent(orderId),
      ]),
    ).toEqual([200, 200, 200, 200, 200])
    harness.pass(60 * 60 * 1000)
    expect(await harness.deliverEvent(orderId)).toBe(200)
    await harness.server.payRound()
    expect(await resultOf(ann, orderId)).toMatchObject({ payResult: 'SUCCESS', points: pointsBefore + 300 })
    const { data } = await ann.client.get(getLedger, {})
    expect(data.filter(({ kind }) => kind === 'purchase')).toHaveLength(1)
    expect(data[0]).toMatchObject({ kind: 'purchase', amount: 300, balance: pointsBefore + 300, orderId: (await paymentsOf(ann))[0]?.id })
  })

  it('is found paid by the poll of its result when no events arrive, and by the round when no page polls', async () => {
    const ann = await harness.person()
    const firstOrderId = await harness.order(ann.client, 'points_100')
    harness.fakeProvider.pay(firstOrderId)
    expect(await resultOf(ann, firstOrderId)).toMatchObject({ payResult: 'SUCCESS' })
    const secondOrderId = await harness.order(ann.client, 'points_100')
    expect(secondOrderId).not.toBe(firstOrderId)
    harness.fakeProvider.pay(secondOrderId)
    const pointsBefore = await pointsOf(ann)
    await harness.server.payRound()
    expect(await pointsOf(ann)).toBe(pointsBefore)
    harness.pass(61_000)
    await harness.server.payRound()
    expect(await pointsOf(ann)).toBe(pointsBefore + 100)
  })

  it('is one for one key, for two keys at the same instant, and another one only on request', async () => {
    const ann = await harness.person()
    const key = randomUUID()
    const ids = await Promise.all(
      [key, key, randomUUID(), randomUUID()].map((orderKey) => harness.order(ann.client, 'points_800', { key: orderKey })),
    )
    expect(new Set(ids).size).toBe(1)
    expect(await ordersOf(ann)).toHaveLength(1)
    expect(harness.fakeProvider.checkouts.size).toBeGreaterThan(0)
    const secondOrderId = await harness.order(ann.client, 'points_800', { again: true })
    expect(secondOrderId).not.toBe(ids[0])
  })

  it('survives a provider that is down: the same key returns the order once it is back', async () => {
    const ann = await harness.person()
    const key = randomUUID()
    harness.fakeProvider.away(true)
    expect(await ann.client.refusal(createOrder, purchaseOf('points_300'), { idempotencyKey: key })).toMatchObject({ code: 'H4013' })
    harness.fakeProvider.away(false)
    const orderId = await harness.order(ann.client, 'points_300', { key })
    expect((await ordersOf(ann)).map(({ id }) => id)).toEqual([orderId])
  })

  it('stores events that arrive while the provider does not answer, and processes them in a later round', async () => {
    const ann = await harness.person()
    const pointsBefore = await pointsOf(ann)
    const orderId = await harness.order(ann.client, 'points_300')
    harness.fakeProvider.pay(orderId)
    harness.fakeProvider.away(true)
    expect(await harness.deliverEvent(orderId)).toBe(200)
    expect(await pointsOf(ann)).toBe(pointsBefore)
    harness.fakeProvider.away(false)
    harness.pass(31_000)
    await harness.server.payRound()
    expect(await pointsOf(ann)).toBe(pointsBefore + 300)
  })

  it('that is paid with less than its price adds nothing', async () => {
    const ann = await harness.person()
    const pointsBefore = await pointsOf(ann)
    const orderId = await harness.order(ann.client, 'points_300')
    harness.fakeProvider.pay(orderId)
    const checkout = harness.fakeProvider.checkouts.get(orderId)!
    Object.assign(checkout, { request: { ...checkout.request, amountCents: 1 } })
    await harness.deliverEvent(orderId)
    expect(await pointsOf(ann)).toBe(pointsBefore)
    expect(await resultOf(ann, orderId)).toMatchObject({ payResult: 'PENDING' })
  })

  it('that is unpaid for a day is closed at the provider first, so that no payment arrives after it', async () => {
    const ann = await harness.person()
    const orderId = await harness.order(ann.client, 'points_300')
    harness.pass(25 * 60 * 60 * 1000)
    await harness.server.payRound()
    expect(harness.fakeProvider.checkouts.get(orderId)?.state).toBe('closed')
    expect(await resultOf(ann, orderId)).toMatchObject({ payResult: 'CLOSED' })
  })

  it('with a declined card is paid with another card', async () => {
    const ann = await harness.person()
    const orderId = await harness.order(ann.client, 'points_100')
    harness.fakeProvider.decline(orderId)
    expect(await resultOf(ann, orderId)).toMatchObject({ payResult: 'FAILED' })
    expect(await harness.order(ann.client, 'points_100')).toBe(orderId)
    harness.fakeProvider.pay(orderId)
    expect(await resultOf(ann, orderId)).toMatchObject({ payResult: 'SUCCESS' })
  })

  it('needs an account, a SKU of ours and a return address of our own, and is private', async () => {
    const visitor = createTestClient(harness.server, { nowMs: () => harness.nowMs() })
    const ann = await harness.person()
    const orderRefusal = (input: CallInput<typeof createOrder>) => ann.client.refusal(createOrder, input, { idempotencyKey: randomUUID() })
    expect(await visitor.refusal(createOrder, purchaseOf('points_300'), { idempotencyKey: randomUUID() })).toMatchObject({ code: 'H3009' })
    expect(await orderRefusal(purchaseOf('free_money'))).toMatchObject({ code: 'H4031' })
    for (const returnUrl of [
      'https://evil.example/pay/success',
      'http://localhost/home',
      'javascript:alert(1)',
      '//localhost/pay/success',
    ]) {
      expect(await orderRefusal({ ...purchaseOf('points_300'), returnUrl })).toMatchObject({ code: 'H3000', fields: ['returnUrl'] })
    }
    const orderId = await harness.order(ann.client, 'points_300')
    const bob = await harness.person()
    expect(await bob.client.refusal(getOrderResult, { payOrderId: orderId })).toMatchObject({ code: 'H4023' })
    expect(await visitor.refusal(getOrderResult, { payOrderId: orderId })).toMatchObject({ code: 'H3009' })
  })

  it('is not accepted from an account with a pending deletion', async () => {
    const ann = await harness.person()
    await ann.client.get(deleteMe, { confirmation: ann.email })
    expect(await ann.client.refusal(createOrder, purchaseOf('points_300'), { idempotencyKey: randomUUID() })).toMatchObject({
      code: 'H4021',
    })
  })

  it('is not changed by forged events, which leave no trace', async () => {
    const ann = await harness.person()
    const orderId = await harness.order(ann.client, 'points_300')
    const readCount = harness.fakeProvider.reads()
    const forgedEvent = { ...harness.fakeProvider.makeEvent(orderId), headers: { 'x-signature': 'bad' } }
    const response = await harness.server.app.request(`${PAYMENT_WEBHOOK_PATH}sandbox`, forgedEvent)
    expect(response.status).toBe(401)
    expect((await harness.server.app.request(`${PAYMENT_WEBHOOK_PATH}stripe`, harness.fakeProvider.makeEvent(orderId))).status).not.toBe(
      200,
    )
    expect(harness.fakeProvider.reads()).toBe(readCount)
    const [storedEvents] = await harness.server.database.db
      .select({ rows: count() })
      .from(paymentEvent)
      .where(eq(paymentEvent.orderId, orderId))
    expect(storedEvents).toEqual({ rows: 0 })
  })

  it('refunds its money and withdraws its points, as far as they are there', async () => {
    const ann = await harness.person()
    const pointsBefore = await pointsOf(ann)
    const orderId = await harness.order(ann.client, 'points_300')
    harness.fakeProvider.pay(orderId)
    await harness.deliverEvent(orderId)
    harness.fakeProvider.refund(orderId)
    await Promise.all([harness.deliverEvent(orderId), harness.deliverEvent(orderId)])
    expect(await pointsOf(ann)).toBe(pointsBefore)
    expect(await paymentsOf(ann)).toMatchObject([{ refundedCents: 1199, pointsTakenBack: 300 }])
  })
})

describe('a plan', () => {
  it('adds its points at each paid cycle and halves the price of packs, a trial does neither', async () => {
    const ann = await harness.person()
    const welcomePoints = await pointsOf(ann)
    const trialOrderId = await harness.order(ann.client, FREE_TRIAL_SKU)
    harness.fakeProvider.pay(trialOrderId)
    await harness.deliverEvent(trialOrderId)
    expect(await ann.client.get(getMe, {})).toMatchObject({ membershipStatus: 'ACTIVE', everSubscribed: true, points: welcomePoints })
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ state: 'TRIAL', hasPackDiscount: false })
    const fullPriceOrder = await ann.client.get(createOrder, purchaseOf('points_300'), { idempotencyKey: randomUUID() })
    expect(fullPriceOrder.amountCents).toBe(1199)
    harness.pass(7 * DAY_MS + 60_000)
    harness.fakeProvider.renew()
    await harness.server.payRound()
    expect(await pointsOf(ann)).toBe(welcomePoints + WEEKLY_PLAN_POINTS)
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ state: 'ACTIVE', hasPackDiscount: true })
    const halfPriceOrder = await ann.client.get(createOrder, purchaseOf('points_300'), { idempotencyKey: randomUUID() })
    expect(halfPriceOrder).toMatchObject({ amountCents: 599 })
    expect(halfPriceOrder.payOrderId).not.toBe(fullPriceOrder.payOrderId)
    expect(harness.fakeProvider.checkouts.get(fullPriceOrder.payOrderId)?.state).toBe('closed')
    expect(await ann.client.refusal(createOrder, purchaseOf(FREE_TRIAL_SKU), { idempotencyKey: randomUUID() })).toMatchObject({
      code: 'H4043',
    })
    expect(await ann.client.refusal(createOrder, purchaseOf('premium_weekly'), { idempotencyKey: randomUUID() })).toMatchObject({
      code: 'H4043',
    })
  })

  it('that becomes yearly ends the weekly one at once: nobody is charged for two', async () => {
    const ann = await harness.person()
    const weeklyOrderId = await harness.order(ann.client, 'premium_weekly')
    harness.fakeProvider.pay(weeklyOrderId)
    await harness.deliverEvent(weeklyOrderId)
    const yearlyOrderId = await harness.order(ann.client, 'premium_yearly')
    harness.fakeProvider.pay(yearlyOrderId)
    await harness.deliverEvent(yearlyOrderId)
    await harness.server.payRound()
    expect(harness.fakeProvider.checkouts.get(weeklyOrderId)?.plan?.state).toBe('ended')
    harness.pass(8 * DAY_MS)
    harness.fakeProvider.renew()
    await harness.server.payRound()
    const grants = (await ann.client.get(getLedger, {})).data.filter(({ orderId }) => orderId !== undefined)
    expect(grants.map(({ amount }) => amount)).toEqual([YEARLY_PLAN_POINTS, WEEKLY_PLAN_POINTS])
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ plan: 'yearly', orderId: yearlyOrderId })
  })

  it('has at most one open checkout: a second kind closes the first', async () => {
    const ann = await harness.person()
    const weeklyOrderId = await harness.order(ann.client, 'premium_weekly')
    await harness.order(ann.client, 'premium_yearly')
    expect(harness.fakeProvider.checkouts.get(weeklyOrderId)?.state).toBe('closed')
    expect(await resultOf(ann, weeklyOrderId)).toMatchObject({ payResult: 'CLOSED' })
  })

  it('that is cancelled runs to its end, and the provider receives it after any downtime', async () => {
    const ann = await harness.person()
    const orderId = await harness.order(ann.client, 'premium_weekly')
    harness.fakeProvider.pay(orderId)
    await harness.deliverEvent(orderId)
    const bob = await harness.person()
    expect(await bob.client.refusal(unsubscribe, { orderId }, { idempotencyKey: randomUUID() })).toMatchObject({ code: 'H4023' })
    harness.fakeProvider.away(true)
    const { endsAt } = await cancelPlan(ann, orderId)
    expect(await ann.client.envelope()).toEqual({ statusCode: 200, statusMessage: 'Success', data: { endsAt } })
    expect(endsAt).toBe(harness.nowMs() + 7 * DAY_MS)
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ state: 'CANCELLED', renewsAt: null, endsAt })
    harness.fakeProvider.away(false)
    harness.pass(60_000)
    await harness.server.payRound()
    expect(harness.fakeProvider.checkouts.get(orderId)?.plan?.cancelledAtMs).not.toBeNull()
    expect(await ann.client.refusal(unsubscribe, { orderId }, { idempotencyKey: randomUUID() })).toMatchObject({ code: 'H4021' })
    harness.pass(7 * DAY_MS)
    harness.fakeProvider.renew()
    await harness.server.payRound()
    expect(await ann.client.get(getMe, {})).toMatchObject({ membershipStatus: 'EXPIRED' })
    expect(await paymentsOf(ann)).toHaveLength(1)
  })

  it('is not reset by a late answer from before its cancellation', async () => {
    const ann = await harness.person()
    const orderId = await harness.order(ann.client, 'premium_weekly')
    harness.fakeProvider.pay(orderId)
    await harness.deliverEvent(orderId)
    const letArrive = harness.fakeProvider.slowAnswer()
    const readCount = harness.fakeProvider.reads()
    const lateDelivery = harness.deliverEvent(orderId)
    await expect.poll(() => harness.fakeProvider.reads()).toBe(readCount + 1)
    await cancelPlan(ann, orderId)
    letArrive()
    expect(await lateDelivery).toBe(200)
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ state: 'CANCELLED', renewsAt: null })
  })

  it('whose payment fails lasts for three days of grace, and then ends', async () => {
    const { ann } = await pastDuePerson()
    expect(await ann.client.get(getSubscription, {})).toMatchObject({
      state: 'PAST_DUE',
      graceEndsAt: harness.nowMs() - 60_000 + 3 * DAY_MS,
    })
    expect(await ann.client.get(getMe, {})).toMatchObject({ membershipStatus: 'ACTIVE' })
    harness.pass(3 * DAY_MS)
    expect(await ann.client.get(getMe, {})).toMatchObject({ membershipStatus: 'EXPIRED' })
  })

  it('whose payment fails ends at once when it is cancelled, and the answer has it', async () => {
    const { ann, orderId } = await pastDuePerson()
    expect(await cancelPlan(ann, orderId)).toEqual({ endsAt: harness.nowMs() })
    expect(harness.fakeProvider.checkouts.get(orderId)?.plan?.state).toBe('ended')
    expect(await ann.client.get(getMe, {})).toMatchObject({ membershipStatus: 'EXPIRED' })
  })
})
