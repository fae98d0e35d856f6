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
afterEach(() => harness.bank.away(false))
afterAll(() => harness.close())

const pointsOf = async ({ client }: QuickAccount) => (await client.get(getPoints, {})).points
const resultOf = ({ client }: QuickAccount, payOrderId: string) => client.get(getOrderResult, { payOrderId })
const ordersOf = async ({ id }: QuickAccount) => harness.server.database.db.select().from(payOrder).where(eq(payOrder.ownerId, id))
const paymentsOf = async ({ id }: QuickAccount) => harness.server.database.db.select().from(payment).where(eq(payment.ownerId, id))
const cancel = ({ client }: QuickAccount, orderId: string) => client.get(unsubscribe, { orderId }, { idempotencyKey: randomUUID() })

/** A user whose weekly plan has just failed to renew. */
async function pastDue() {
  const ann = await harness.person()
  const orderId = await harness.order(ann.client, 'premium_weekly')
  harness.bank.pay(orderId)
  await harness.ring(orderId)
  harness.bank.failNext(orderId, true)
  harness.pass(7 * DAY_MS + 60_000)
  harness.bank.renew()
  await harness.ring(orderId)
  return { ann, orderId }
}

describe('an order', () => {
  it('adds its points once, however often and late its events arrive', async () => {
    const ann = await harness.person()
    const before = await pointsOf(ann)
    const orderId = await harness.order(ann.client, 'points_300')
    expect(await resultOf(ann, orderId)).toMatchObject({ payResult: 'PENDING', skuType: 6, points: before })
    harness.bank.pay(orderId)
    const twice = harness.bank.makeEvent(orderId)
    const ring = async () => (await harness.server.app.request(`${PAYMENT_WEBHOOK_PATH}sandbox`, twice)).status
    expect(await Promise.all([ring(), ring(), harness.ring(orderId), ring(), harness.ring(orderId)])).toEqual([200, 200, 200, 200, 200])
    harness.pass(60 * 60 * 1000)
    expect(await harness.ring(orderId)).toBe(200)
    await harness.server.payRound()
    expect(await resultOf(ann, orderId)).toMatchObject({ payResult: 'SUCCESS', points: before + 300 })
    const { data } = await ann.client.get(getLedger, {})
    expect(data.filter(({ kind }) => kind === 'purchase')).toHaveLength(1)
    expect(data[0]).toMatchObject({ kind: 'purchase', amount: 300, balance: before + 300, orderId: (await paymentsOf(ann))[0]?.id })
  })

  it('is found paid by the poll of its result when no events arrive, and by the round when no page polls', async () => {
    const ann = await harness.person()
    const first = await harness.order(ann.client, 'points_100')
    harness.bank.pay(first)
    expect(await resultOf(ann, first)).toMatchObject({ payResult: 'SUCCESS' })
    const second = await harness.order(ann.client, 'points_100')
    expect(second).not.toBe(first)
    harness.bank.pay(second)
    const before = await pointsOf(ann)
    await harness.server.payRound()
    expect(await pointsOf(ann)).toBe(before)
    harness.pass(61_000)
    await harness.server.payRound()
    expect(await pointsOf(ann)).toBe(before + 100)
  })

  it('is one for one key, for two keys at the same instant, and another one only on request', async () => {
    const ann = await harness.person()
    const key = randomUUID()
    const ids = await Promise.all(
      [key, key, randomUUID(), randomUUID()].map((each) => harness.order(ann.client, 'points_800', { key: each })),
    )
    expect(new Set(ids).size).toBe(1)
    expect(await ordersOf(ann)).toHaveLength(1)
    expect(harness.bank.checkouts.size).toBeGreaterThan(0)
    const again = await harness.order(ann.client, 'points_800', { again: true })
    expect(again).not.toBe(ids[0])
  })

  it('survives a provider that is down: the same key returns the order once it is back', async () => {
    const ann = await harness.person()
    const key = randomUUID()
    harness.bank.away(true)
    expect(await ann.client.refusal(createOrder, purchaseOf('points_300'), { idempotencyKey: key })).toMatchObject({ code: 'H4013' })
    harness.bank.away(false)
    const orderId = await harness.order(ann.client, 'points_300', { key })
    expect((await ordersOf(ann)).map(({ id }) => id)).toEqual([orderId])
  })

  it('stores events that arrive while the provider does not answer, and processes them in a later round', async () => {
    const ann = await harness.person()
    const before = await pointsOf(ann)
    const orderId = await harness.order(ann.client, 'points_300')
    harness.bank.pay(orderId)
    harness.bank.away(true)
    expect(await harness.ring(orderId)).toBe(200)
    expect(await pointsOf(ann)).toBe(before)
    harness.bank.away(false)
    harness.pass(31_000)
    await harness.server.payRound()
    expect(await pointsOf(ann)).toBe(before + 300)
  })

  it('that is paid with less than its price adds nothing', async () => {
    const ann = await harness.person()
    const before = await pointsOf(ann)
    const orderId = await harness.order(ann.client, 'points_300')
    harness.bank.pay(orderId)
    const checkout = harness.bank.checkouts.get(orderId)!
    Object.assign(checkout, { request: { ...checkout.request, amountCents: 1 } })
    await harness.ring(orderId)
    expect(await pointsOf(ann)).toBe(before)
    expect(await resultOf(ann, orderId)).toMatchObject({ payResult: 'PENDING' })
  })

  it('that is unpaid for a day is closed at the provider first, so that no payment arrives after it', async () => {
    const ann = await harness.person()
    const orderId = await harness.order(ann.client, 'points_300')
    harness.pass(25 * 60 * 60 * 1000)
    await harness.server.payRound()
    expect(harness.bank.checkouts.get(orderId)?.state).toBe('closed')
    expect(await resultOf(ann, orderId)).toMatchObject({ payResult: 'CLOSED' })
  })

  it('with a declined card is paid with another card', async () => {
    const ann = await harness.person()
    const orderId = await harness.order(ann.client, 'points_100')
    harness.bank.decline(orderId)
    expect(await resultOf(ann, orderId)).toMatchObject({ payResult: 'FAILED' })
    expect(await harness.order(ann.client, 'points_100')).toBe(orderId)
    harness.bank.pay(orderId)
    expect(await resultOf(ann, orderId)).toMatchObject({ payResult: 'SUCCESS' })
  })

  it('needs an account, a SKU of ours and a return address of our own, and is private', async () => {
    const visitor = createTestClient(harness.server, { nowMs: () => harness.nowMs() })
    const ann = await harness.person()
    const refusal = (input: CallInput<typeof createOrder>) => ann.client.refusal(createOrder, input, { idempotencyKey: randomUUID() })
    expect(await visitor.refusal(createOrder, purchaseOf('points_300'), { idempotencyKey: randomUUID() })).toMatchObject({ code: 'H3009' })
    expect(await refusal(purchaseOf('free_money'))).toMatchObject({ code: 'H4031' })
    for (const returnUrl of [
      'https://evil.example/pay/success',
      'http://localhost/home',
      'javascript:alert(1)',
      '//localhost/pay/success',
    ]) {
      expect(await refusal({ ...purchaseOf('points_300'), returnUrl })).toMatchObject({ code: 'H3000', fields: ['returnUrl'] })
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
    const reads = harness.bank.reads()
    const forged = { ...harness.bank.makeEvent(orderId), headers: { 'x-signature': 'bad' } }
    const response = await harness.server.app.request(`${PAYMENT_WEBHOOK_PATH}sandbox`, forged)
    expect(response.status).toBe(401)
    expect((await harness.server.app.request(`${PAYMENT_WEBHOOK_PATH}stripe`, harness.bank.makeEvent(orderId))).status).not.toBe(200)
    expect(harness.bank.reads()).toBe(reads)
    const [stored] = await harness.server.database.db.select({ rows: count() }).from(paymentEvent).where(eq(paymentEvent.orderId, orderId))
    expect(stored).toEqual({ rows: 0 })
  })

  it('refunds its money and withdraws its points, as far as they are there', async () => {
    const ann = await harness.person()
    const before = await pointsOf(ann)
    const orderId = await harness.order(ann.client, 'points_300')
    harness.bank.pay(orderId)
    await harness.ring(orderId)
    harness.bank.refund(orderId)
    await Promise.all([harness.ring(orderId), harness.ring(orderId)])
    expect(await pointsOf(ann)).toBe(before)
    expect(await paymentsOf(ann)).toMatchObject([{ refundedCents: 1199, pointsTakenBack: 300 }])
  })
})

describe('a plan', () => {
  it('adds its points at each paid cycle and halves the price of packs, a trial does neither', async () => {
    const ann = await harness.person()
    const welcome = await pointsOf(ann)
    const trial = await harness.order(ann.client, FREE_TRIAL_SKU)
    harness.bank.pay(trial)
    await harness.ring(trial)
    expect(await ann.client.get(getMe, {})).toMatchObject({ membershipStatus: 'ACTIVE', everSubscribed: true, points: welcome })
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ state: 'TRIAL', hasPackDiscount: false })
    const full = await ann.client.get(createOrder, purchaseOf('points_300'), { idempotencyKey: randomUUID() })
    expect(full.amountCents).toBe(1199)
    harness.pass(7 * DAY_MS + 60_000)
    harness.bank.renew()
    await harness.server.payRound()
    expect(await pointsOf(ann)).toBe(welcome + WEEKLY_PLAN_POINTS)
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ state: 'ACTIVE', hasPackDiscount: true })
    const half = await ann.client.get(createOrder, purchaseOf('points_300'), { idempotencyKey: randomUUID() })
    expect(half).toMatchObject({ amountCents: 599 })
    expect(half.payOrderId).not.toBe(full.payOrderId)
    expect(harness.bank.checkouts.get(full.payOrderId)?.state).toBe('closed')
    expect(await ann.client.refusal(createOrder, purchaseOf(FREE_TRIAL_SKU), { idempotencyKey: randomUUID() })).toMatchObject({
      code: 'H4043',
    })
    expect(await ann.client.refusal(createOrder, purchaseOf('premium_weekly'), { idempotencyKey: randomUUID() })).toMatchObject({
      code: 'H4043',
    })
  })

  it('that becomes yearly ends the weekly one at once: nobody is charged for two', async () => {
    const ann = await harness.person()
    const weekly = await harness.order(ann.client, 'premium_weekly')
    harness.bank.pay(weekly)
    await harness.ring(weekly)
    const yearly = await harness.order(ann.client, 'premium_yearly')
    harness.bank.pay(yearly)
    await harness.ring(yearly)
    await harness.server.payRound()
    expect(harness.bank.checkouts.get(weekly)?.plan?.state).toBe('ended')
    harness.pass(8 * DAY_MS)
    harness.bank.renew()
    await harness.server.payRound()
    const grants = (await ann.client.get(getLedger, {})).data.filter(({ orderId }) => orderId !== undefined)
    expect(grants.map(({ amount }) => amount)).toEqual([YEARLY_PLAN_POINTS, WEEKLY_PLAN_POINTS])
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ plan: 'yearly', orderId: yearly })
  })

  it('has at most one open checkout: a second kind closes the first', async () => {
    const ann = await harness.person()
    const weekly = await harness.order(ann.client, 'premium_weekly')
    await harness.order(ann.client, 'premium_yearly')
    expect(harness.bank.checkouts.get(weekly)?.state).toBe('closed')
    expect(await resultOf(ann, weekly)).toMatchObject({ payResult: 'CLOSED' })
  })

  it('that is cancelled runs to its end, and the provider receives it after any downtime', async () => {
    const ann = await harness.person()
    const orderId = await harness.order(ann.client, 'premium_weekly')
    harness.bank.pay(orderId)
    await harness.ring(orderId)
    const bob = await harness.person()
    expect(await bob.client.refusal(unsubscribe, { orderId }, { idempotencyKey: randomUUID() })).toMatchObject({ code: 'H4023' })
    harness.bank.away(true)
    const { endsAt } = await cancel(ann, orderId)
    expect(await ann.client.envelope()).toEqual({ statusCode: 200, statusMessage: 'Success', data: { endsAt } })
    expect(endsAt).toBe(harness.nowMs() + 7 * DAY_MS)
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ state: 'CANCELLED', renewsAt: null, endsAt })
    harness.bank.away(false)
    harness.pass(60_000)
    await harness.server.payRound()
    expect(harness.bank.checkouts.get(orderId)?.plan?.cancelledAtMs).not.toBeNull()
    expect(await ann.client.refusal(unsubscribe, { orderId }, { idempotencyKey: randomUUID() })).toMatchObject({ code: 'H4021' })
    harness.pass(7 * DAY_MS)
    harness.bank.renew()
    await harness.server.payRound()
    expect(await ann.client.get(getMe, {})).toMatchObject({ membershipStatus: 'EXPIRED' })
    expect(await paymentsOf(ann)).toHaveLength(1)
  })

  it('is not reset by a late answer from before its cancellation', async () => {
    const ann = await harness.person()
    const orderId = await harness.order(ann.client, 'premium_weekly')
    harness.bank.pay(orderId)
    await harness.ring(orderId)
    const arrive = harness.bank.slowAnswer()
    const reads = harness.bank.reads()
    const old = harness.ring(orderId)
    await expect.poll(() => harness.bank.reads()).toBe(reads + 1)
    await cancel(ann, orderId)
    arrive()
    expect(await old).toBe(200)
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ state: 'CANCELLED', renewsAt: null })
  })

  it('whose payment fails lasts for three days of grace, and then ends', async () => {
    const { ann } = await pastDue()
    expect(await ann.client.get(getSubscription, {})).toMatchObject({
      state: 'PAST_DUE',
      graceEndsAt: harness.nowMs() - 60_000 + 3 * DAY_MS,
    })
    expect(await ann.client.get(getMe, {})).toMatchObject({ membershipStatus: 'ACTIVE' })
    harness.pass(3 * DAY_MS)
    expect(await ann.client.get(getMe, {})).toMatchObject({ membershipStatus: 'EXPIRED' })
  })

  it('whose payment fails ends at once when it is cancelled, and the answer has it', async () => {
    const { ann, orderId } = await pastDue()
    expect(await cancel(ann, orderId)).toEqual({ endsAt: harness.nowMs() })
    expect(harness.bank.checkouts.get(orderId)?.plan?.state).toBe('ended')
    expect(await ann.client.get(getMe, {})).toMatchObject({ membershipStatus: 'EXPIRED' })
  })
})
