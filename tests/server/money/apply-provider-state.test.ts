import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenedDatabase, type Transaction, inTransaction } from '#server/database/database.ts'
import { type OrderRow, payment, payOrder, subscription } from '#server/database/payment-schema.ts'
import { ledger } from '#server/database/schema.ts'
import type { ProviderCycle, ProviderOrder, ProviderSubscription } from '#server/billing/providers/payment-provider.ts'
import { readConfig } from '#server/config/config.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { appendEntries } from '#server/billing/ledger.ts'
import { pointsOf } from '#server/billing/points.ts'
import { stopRenewals } from '#server/billing/membership.ts'
import { applyProviderState, isPaidInFull } from '#server/billing/orders/apply-provider-state.ts'
import { ok } from '#shared/result.ts'
import { openTestDatabase } from '../../fixtures/server/test-database.ts'
import { addOrder, addOwner, addPlan, addTask, DAY_MS, WEEK_MS } from './books.ts'

const NOW_MS = 1_800_000_000_000
const MINUTE_MS = 60_000
const SELLER = readConfig({}).seller

let database: OpenedDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
const db = () => database.db

const inOneTransaction = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
  const result = await inTransaction(db(), async (tx) => ok(await work(tx)))
  if (!result.ok) throw new Error('the transaction was refused')
  return result.value
}

async function addOrderRow(skuId: string, ownerId?: string, changes: Partial<OrderRow> = {}): Promise<OrderRow> {
  const id = await addOrder(db(), ownerId ?? (await addOwner(db())), skuId, { state: 'PENDING', ...changes })
  const [row] = await db().select().from(payOrder).where(eq(payOrder.id, id))
  return row!
}

const makeProviderOrder = (changes: Partial<ProviderOrder> = {}): ProviderOrder => ({
  state: 'succeeded',
  ref: makeId(),
  amountCents: 499,
  currencyCode: 'USD',
  paymentMethod: 13,
  refundedCents: 0,
  paidAtMs: NOW_MS - 5,
  subscription: null,
  ...changes,
})

const makeCycle = (number: number, changes: Partial<ProviderCycle> = {}): ProviderCycle => ({
  ref: makeId(),
  cycle: number,
  plan: null,
  creditCents: 0,
  amountCents: number === 0 ? 0 : 999,
  refundedCents: 0,
  startsAtMs: NOW_MS + (number - 1) * WEEK_MS,
  endsAtMs: NOW_MS + number * WEEK_MS,
  paidAtMs: NOW_MS - 5,
  ...changes,
})

const makePlanOrder = (changes: Partial<ProviderSubscription> = {}): ProviderOrder => {
  const period = { periodStartMs: NOW_MS, periodEndMs: NOW_MS + WEEK_MS, cancelledAtMs: null, endedAtMs: null }
  return makeProviderOrder({
    subscription: { ref: makeId(), state: 'active', plan: null, nextPlan: null, ...period, cycles: [makeCycle(1)], ...changes },
  })
}

const apply = (row: OrderRow, providerOrder: ProviderOrder, nowMs = NOW_MS) =>
  inOneTransaction((tx) => applyProviderState(tx, row, providerOrder, { seller: SELLER, nowMs }))
const paymentsOf = (row: OrderRow) => db().select().from(payment).where(eq(payment.orderId, row.id)).orderBy(asc(payment.cycle))
const plansOf = (ownerId: string) => db().select().from(subscription).where(eq(subscription.ownerId, ownerId))
const planOf = async (row: OrderRow) => (await plansOf(row.ownerId)).find(({ orderId }) => orderId === row.id)
const entriesOf = async ({ ownerId }: OrderRow) =>
  (await db().select().from(ledger).where(eq(ledger.ownerId, ownerId)).orderBy(asc(ledger.seq))).map(({ kind, amount, balance, note }) => [
    kind,
    amount,
    balance,
    note,
  ])
const spendPoints = (ownerId: string, amount: number) =>
  inOneTransaction((tx) => appendEntries(tx, ownerId, [{ kind: 'hold', amount: -amount, taskId: makeId(), note: '' }], NOW_MS))

describe('the provider’s state of a pack', () => {
  it.each([
    ['pending', 'PENDING'],
    ['failed', 'FAILED'],
    ['closed', 'CLOSED'],
  ] as const)('that is %s adds nothing', async (state, orderState) => {
    const row = await addOrderRow('points_300')
    expect(await apply(row, makeProviderOrder({ state }))).toEqual({ state: orderState, notices: [] })
    expect([await paymentsOf(row), await entriesOf(row)]).toEqual([[], []])
  })

  it('adds the points of a paid pack once, and is reported once', async () => {
    const row = await addOrderRow('points_300')
    const providerOrder = makeProviderOrder({ amountCents: 1199 })
    const { state, notices } = await apply(row, providerOrder)
    const [paymentRow] = await paymentsOf(row)
    const facts = { ref: providerOrder.ref, amountCents: 1199, currencyCode: 'USD', paymentMethod: 13, points: 300, paidAtMs: NOW_MS - 5 }
    expect(paymentRow).toMatchObject({ ...facts, cycle: null, startsAtMs: null, endsAtMs: null, ownerId: row.ownerId, refundedCents: 0 })
    expect([state, notices]).toEqual(['SUCCESS', [{ kind: 'paid', payment: paymentRow }]])
    expect(await apply(row, providerOrder)).toEqual({ state: 'SUCCESS', notices: [] })
    expect(await entriesOf(row)).toEqual([['purchase', 300, 300, 'Bought 300 points']])
  })

  it('without a time is paid now', async () => {
    const row = await addOrderRow('points_100')
    await apply(row, makeProviderOrder({ paidAtMs: null }))
    expect(await paymentsOf(row)).toMatchObject([{ paidAtMs: NOW_MS }])
  })

  it.each(['pending', 'failed', 'closed'] as const)('that is %s after it was paid changes nothing', async (state) => {
    const row = await addOrderRow('points_100', undefined, { state: 'SUCCESS' })
    expect(await apply(row, makeProviderOrder({ state }))).toEqual({ state: 'SUCCESS', notices: [] })
  })
})

describe('refunded money', () => {
  it('withdraws its share of the points, in whole ones, once, and the rest with the rest', async () => {
    const row = await addOrderRow('points_100')
    const providerOrder = makeProviderOrder()
    await apply(row, providerOrder)
    await apply(row, { ...providerOrder, refundedCents: 250 })
    await apply(row, { ...providerOrder, refundedCents: 250 })
    expect(await entriesOf(row)).toEqual([
      ['purchase', 100, 100, 'Bought 100 points'],
      ['purchase', -50, 50, 'Refunded'],
    ])
    expect(await paymentsOf(row)).toMatchObject([{ refundedCents: 250, pointsTakenBack: 50 }])
  })

  it('withdraws no more than was bought, and nothing when a smaller sum is reported later', async () => {
    const row = await addOrderRow('points_100')
    const providerOrder = makeProviderOrder()
    await apply(row, providerOrder)
    await apply(row, { ...providerOrder, refundedCents: 9999 })
    await apply(row, { ...providerOrder, refundedCents: 100 })
    expect(await paymentsOf(row)).toMatchObject([{ refundedCents: 9999, pointsTakenBack: 100 }])
    expect(await inOneTransaction((tx) => pointsOf(tx, row.ownerId))).toEqual({ points: 0, held: 0 })
  })

  it('leaves spent points, and never goes below zero', async () => {
    const row = await addOrderRow('points_100')
    const providerOrder = makeProviderOrder()
    await apply(row, providerOrder)
    await spendPoints(row.ownerId, 70)
    await apply(row, { ...providerOrder, refundedCents: 499 })
    expect((await entriesOf(row)).at(-1)).toEqual(['purchase', -30, 0, 'Refunded'])
    expect(await paymentsOf(row)).toMatchObject([{ refundedCents: 499, pointsTakenBack: 30 }])
  })

  it('is recorded though no points are left to withdraw', async () => {
    const row = await addOrderRow('points_100')
    const providerOrder = makeProviderOrder()
    await apply(row, providerOrder)
    await spendPoints(row.ownerId, 100)
    await apply(row, { ...providerOrder, refundedCents: 499 })
    expect(await entriesOf(row)).toHaveLength(2)
    expect(await paymentsOf(row)).toMatchObject([{ refundedCents: 499, pointsTakenBack: 0 }])
  })

  it('that is reported with the payment itself leaves nothing', async () => {
    const row = await addOrderRow('points_100')
    const { notices } = await apply(row, makeProviderOrder({ refundedCents: 499 }))
    expect(notices.map(({ kind }) => kind)).toEqual(['paid', 'refunded'])
    expect(await inOneTransaction((tx) => pointsOf(tx, row.ownerId))).toEqual({ points: 0, held: 0 })
  })
})

describe('the balance', () => {
  it('shows the free points, and beside them those reserved for waiting and running work', async () => {
    const ownerId = await addOwner(db())
    await inOneTransaction((tx) => appendEntries(tx, ownerId, [{ kind: 'grant', amount: 500, note: '' }], 0))
    for (const [status, points] of [
      ['PENDING', 50],
      ['PROCESSING', 75],
      ['SUCCESS', 60],
      ['FAILED', 90],
    ] as const) {
      await addTask(db(), ownerId, status, points)
    }
    expect(await inOneTransaction((tx) => pointsOf(tx, ownerId))).toEqual({ points: 315, held: 125 })
    expect(await inOneTransaction((tx) => pointsOf(tx, makeId()))).toEqual({ points: 0, held: 0 })
  })
})

describe('the cycles of a plan', () => {
  it('that is paid but not set up yet is polled again', async () => {
    const row = await addOrderRow('premium_weekly')
    expect(await apply(row, makeProviderOrder())).toEqual({ state: 'PENDING', notices: [] })
    expect([await paymentsOf(row), await plansOf(row.ownerId)]).toEqual([[], []])
  })

  it('add their points once each, and are reported once each', async () => {
    const row = await addOrderRow('premium_weekly')
    const [firstCycle, secondCycle] = [makeCycle(1), makeCycle(2)]
    expect((await apply(row, makePlanOrder({ cycles: [firstCycle] }))).notices).toMatchObject([{ kind: 'paid', payment: { cycle: 1 } }])
    const { state, notices } = await apply(row, makePlanOrder({ ref: (await planOf(row))!.ref, cycles: [firstCycle, secondCycle] }))
    expect([state, notices.length]).toEqual(['SUCCESS', 1])
    expect(notices).toMatchObject([
      { kind: 'paid', payment: { cycle: 2, points: 400, startsAtMs: secondCycle.startsAtMs, endsAtMs: secondCycle.endsAtMs } },
    ])
    expect(await entriesOf(row)).toEqual([
      ['grant', 400, 400, 'Premium weekly'],
      ['grant', 400, 800, 'Premium weekly'],
    ])
    expect(await paymentsOf(row)).toMatchObject([
      { ref: firstCycle.ref, amountCents: 999, paidAtMs: NOW_MS - 5, paymentMethod: 13, currencyCode: 'USD' },
      { ref: secondCycle.ref },
    ])
  })

  it('that is free adds no points, and the next one has the plan’s name', async () => {
    const row = await addOrderRow('basic_free_trial')
    const { notices } = await apply(row, makePlanOrder({ state: 'trial', cycles: [makeCycle(0), makeCycle(1)] }))
    expect(notices).toMatchObject([
      { kind: 'trial_begun', payment: { points: 0 } },
      { kind: 'paid', payment: { points: 400 } },
    ])
    expect(await entriesOf(row)).toEqual([['grant', 400, 400, 'Premium weekly']])
  })

  it('paid with less, or in another currency, add no points', async () => {
    for (const providerOrder of [
      makePlanOrder({ cycles: [makeCycle(1, { amountCents: 998 })] }),
      { ...makePlanOrder(), currencyCode: 'EUR' },
    ]) {
      const row = await addOrderRow('premium_weekly')
      await apply(row, providerOrder)
      expect(await paymentsOf(row)).toMatchObject([{ points: 0 }])
      expect(await entriesOf(row)).toEqual([])
    }
  })

  it('withdraw their points when they are refunded', async () => {
    const row = await addOrderRow('premium_weekly')
    const firstCycle = makeCycle(1)
    await apply(row, makePlanOrder({ cycles: [firstCycle] }))
    await apply(row, makePlanOrder({ ref: (await planOf(row))!.ref, cycles: [{ ...firstCycle, refundedCents: 999 }] }))
    expect((await entriesOf(row)).at(-1)).toEqual(['purchase', -400, 0, 'Refunded'])
  })

  it('are paid in full with the price or more, and never with nothing', async () => {
    const weeklyOrder = await addOrderRow('premium_weekly')
    const trialOrder = await addOrderRow('basic_free_trial')
    const isPaid = (row: OrderRow, cents: number, currency = 'USD') => isPaidInFull(row, currency, cents)
    expect([isPaid(weeklyOrder, 998), isPaid(weeklyOrder, 999), isPaid(weeklyOrder, 1000), isPaid(weeklyOrder, 999, 'EUR')]).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect([isPaid(trialOrder, 0), isPaid(trialOrder, 1)]).toEqual([false, true])
  })
})

describe('a subscription', () => {
  it('lasts as long as its last paid cycle, and is checked again', async () => {
    const row = await addOrderRow('premium_weekly')
    await apply(row, makePlanOrder({ cycles: [makeCycle(1), makeCycle(2)] }))
    expect(await planOf(row)).toMatchObject({ plan: 'weekly', skuId: 'premium_weekly', state: 'active', ownerId: row.ownerId })
    const otherFields = {
      cancelledAtMs: null,
      endedAtMs: null,
      requestedStop: null,
      remindedOfMs: null,
      createdAtMs: NOW_MS,
      syncAtMs: NOW_MS + DAY_MS,
    }
    expect(await planOf(row)).toMatchObject({ periodStartMs: NOW_MS + WEEK_MS, periodEndMs: NOW_MS + 2 * WEEK_MS, ...otherFields })
  })

  it('without a paid cycle lasts until the date of the provider, and its stored facts stay', async () => {
    const row = await addOrderRow('basic_free_trial')
    const providerOrder = makePlanOrder({ state: 'trial', cycles: [] })
    await apply(row, providerOrder)
    await db().update(subscription).set({ remindedOfMs: 7 }).where(eq(subscription.orderId, row.id))
    await apply(row, providerOrder, NOW_MS + MINUTE_MS)
    expect(await planOf(row)).toMatchObject({ periodStartMs: NOW_MS, periodEndMs: NOW_MS + WEEK_MS, remindedOfMs: 7, createdAtMs: NOW_MS })
  })

  it('is no pack', async () => {
    const row = await addOrderRow('premium_weekly', undefined, { skuId: 'points_100' })
    await expect(apply(row, makePlanOrder())).rejects.toThrow('points_100 is no plan')
  })

  it.each([
    ['when it is called off', {}, { cancelledAtMs: NOW_MS }, ['cancelled']],
    ['no more when that was known', { cancelledAtMs: NOW_MS }, { cancelledAtMs: NOW_MS }, []],
    ['when the provider confirms our wish', { cancelledAtMs: 5, requestedStop: 'period_end' }, { cancelledAtMs: NOW_MS }, ['cancelled']],
    ['of nothing while the provider has not received our request', { cancelledAtMs: 5, requestedStop: 'period_end' }, {}, []],
    ['when the provider confirms that it is taken back', { cancelledAtMs: 5, requestedStop: 'withdrawn' }, {}, ['resumed']],
    ['of nothing while that is not confirmed', { cancelledAtMs: 5, requestedStop: 'withdrawn' }, { cancelledAtMs: 5 }, []],
    ['when a payment fails', {}, { state: 'past_due' }, ['past_due']],
    ['of that once', { state: 'past_due' }, { state: 'past_due' }, []],
    ['when it ends', {}, { state: 'ended', endedAtMs: NOW_MS }, ['ended']],
    ['of that once', { state: 'ended', endedAtMs: NOW_MS }, { state: 'ended', endedAtMs: NOW_MS }, []],
    ['of nothing when another plan has replaced it', { requestedStop: 'now', cancelledAtMs: 5 }, { state: 'ended', endedAtMs: NOW_MS }, []],
    ['of no cancelling when another plan has replaced it', { requestedStop: 'now' }, { cancelledAtMs: NOW_MS }, []],
    ['of nothing when all is as it was', {}, {}, []],
  ] as const)('is returned as %s', async (_, planChanges, providerOrder, kinds) => {
    const row = await addOrderRow('premium_weekly')
    const storedPlan = await addPlan(db(), row.ownerId, NOW_MS, { orderId: row.id, ...planChanges })
    const { notices } = await apply(row, makePlanOrder({ ref: storedPlan.ref, cycles: [], ...providerOrder }))
    expect(notices.map(({ kind }) => kind)).toEqual(kinds)
  })

  it('stores our cancellation until the provider has received it', async () => {
    const row = await addOrderRow('premium_weekly')
    const { ref } = await addPlan(db(), row.ownerId, NOW_MS, { orderId: row.id, requestedStop: 'period_end', cancelledAtMs: 5 })
    await apply(row, makePlanOrder({ ref }))
    expect(await planOf(row)).toMatchObject({ requestedStop: 'period_end', cancelledAtMs: 5, syncAtMs: NOW_MS + MINUTE_MS })
    await apply(row, makePlanOrder({ ref, cancelledAtMs: NOW_MS }))
    expect(await planOf(row)).toMatchObject({ requestedStop: null, cancelledAtMs: NOW_MS })
  })

  it('stays cancelled while the provider has not resumed it', async () => {
    const row = await addOrderRow('premium_weekly')
    const { ref } = await addPlan(db(), row.ownerId, NOW_MS, { orderId: row.id, requestedStop: 'withdrawn', cancelledAtMs: 5 })
    await apply(row, makePlanOrder({ ref, cancelledAtMs: 6 }))
    expect(await planOf(row)).toMatchObject({ requestedStop: 'withdrawn', cancelledAtMs: 6, syncAtMs: NOW_MS + MINUTE_MS })
    await apply(row, makePlanOrder({ ref }))
    expect(await planOf(row)).toMatchObject({ requestedStop: null, cancelledAtMs: null })
  })

  it('that has ended has no pending cancellation left', async () => {
    const row = await addOrderRow('premium_weekly')
    const { ref } = await addPlan(db(), row.ownerId, NOW_MS, { orderId: row.id, requestedStop: 'now' })
    await apply(row, makePlanOrder({ ref, state: 'ended', endedAtMs: NOW_MS }))
    expect(await planOf(row)).toMatchObject({ requestedStop: null, cancelledAtMs: null, endedAtMs: NOW_MS, syncAtMs: null })
  })

  it('with a pending cancellation of unknown time counts as cancelled now', async () => {
    const row = await addOrderRow('premium_weekly')
    const { ref } = await addPlan(db(), row.ownerId, NOW_MS, { orderId: row.id, requestedStop: 'now' })
    await apply(row, makePlanOrder({ ref }))
    expect(await planOf(row)).toMatchObject({ requestedStop: 'now', cancelledAtMs: NOW_MS })
  })
})

describe('of two plans', () => {
  it.each([
    ['the older', 'premium_weekly', {}, 'premium_weekly', {}, 'older'],
    ['the weekly', 'premium_weekly', {}, 'premium_yearly', {}, 'older'],
    ['the weekly', 'premium_yearly', {}, 'premium_weekly', {}, 'newer'],
    ['the trial', 'premium_weekly', {}, 'basic_free_trial', { state: 'trial' }, 'newer'],
    ['the trial', 'basic_free_trial', { state: 'trial' }, 'premium_weekly', {}, 'older'],
    ['none, when it was called off', 'premium_weekly', { cancelledAtMs: 5 }, 'premium_weekly', {}, 'none'],
    ['none, when it has ended', 'premium_yearly', { state: 'ended' }, 'premium_weekly', {}, 'none'],
  ] as const)('stops %s: %s %j, then %s %j', async (_, olderSku, olderChanges, newerSku, newerChanges, stoppedPlan) => {
    const firstOrder = await addOrderRow(olderSku)
    const otherOwnersOrder = await addOrderRow('premium_weekly')
    await addPlan(db(), otherOwnersOrder.ownerId, NOW_MS, { orderId: otherOwnersOrder.id })
    await addPlan(db(), firstOrder.ownerId, NOW_MS, { orderId: firstOrder.id, skuId: olderSku, syncAtMs: 1, ...olderChanges })
    const secondOrder = await addOrderRow(newerSku, firstOrder.ownerId)
    await apply(secondOrder, makePlanOrder({ cycles: [], ...newerChanges }))
    const requestedStops = [(await planOf(firstOrder))?.requestedStop, (await planOf(secondOrder))?.requestedStop]
    expect(requestedStops).toEqual([stoppedPlan === 'older' ? 'now' : null, stoppedPlan === 'newer' ? 'now' : null])
    const stoppedOrder = stoppedPlan === 'older' ? firstOrder : secondOrder
    if (stoppedPlan !== 'none') expect((await planOf(stoppedOrder))?.syncAtMs).toBe(NOW_MS)
    expect((await planOf(otherOwnersOrder))?.requestedStop).toBeNull()
  })

  it('the older one is not stopped again later: only a new one replaces another', async () => {
    const firstOrder = await addOrderRow('premium_weekly')
    const { ref } = await addPlan(db(), firstOrder.ownerId, NOW_MS, { orderId: firstOrder.id })
    const secondOrder = await addOrderRow('premium_weekly', firstOrder.ownerId)
    await addPlan(db(), firstOrder.ownerId, NOW_MS, { orderId: secondOrder.id })
    await apply(firstOrder, makePlanOrder({ ref }))
    expect((await planOf(secondOrder))?.requestedStop).toBeNull()
  })

  it('sends no mail about the end of one while the other continues, but about a failed payment', async () => {
    const firstOrder = await addOrderRow('premium_weekly')
    const { ref } = await addPlan(db(), firstOrder.ownerId, NOW_MS, { orderId: firstOrder.id })
    const secondOrder = await addOrderRow('premium_weekly', firstOrder.ownerId)
    await addPlan(db(), firstOrder.ownerId, NOW_MS, { orderId: secondOrder.id })
    expect((await apply(firstOrder, makePlanOrder({ ref, state: 'past_due', cycles: [] }))).notices.map(({ kind }) => kind)).toEqual([
      'past_due',
    ])
    expect((await apply(firstOrder, makePlanOrder({ ref, state: 'ended', endedAtMs: NOW_MS, cycles: [] }))).notices).toEqual([])
  })
})

describe('cancelling all plans', () => {
  async function stopAndRead(stopMode: 'period_end' | 'now', planChanges: Partial<typeof subscription.$inferSelect>) {
    const row = await addOrderRow('premium_weekly')
    const otherOrder = await addOrderRow('premium_weekly')
    await addPlan(db(), row.ownerId, NOW_MS, { orderId: row.id, ...planChanges })
    await addPlan(db(), otherOrder.ownerId, NOW_MS, { orderId: otherOrder.id })
    await inOneTransaction((tx) => stopRenewals(tx, row.ownerId, stopMode, NOW_MS))
    expect(await planOf(otherOrder)).toMatchObject({ requestedStop: null, cancelledAtMs: null })
    const { requestedStop, cancelledAtMs, syncAtMs } = (await planOf(row))!
    return [requestedStop, cancelledAtMs, syncAtMs]
  }

  it.each([
    ['period_end', {}, ['period_end', NOW_MS, NOW_MS]],
    ['period_end', { requestedStop: 'now' }, ['now', NOW_MS, NOW_MS]],
    ['period_end', { cancelledAtMs: 5 }, [null, 5, null]],
    ['period_end', { state: 'ended' }, [null, null, null]],
    ['now', {}, ['now', NOW_MS, NOW_MS]],
    ['now', { cancelledAtMs: 5 }, ['now', 5, NOW_MS]],
    ['now', { requestedStop: 'period_end', cancelledAtMs: 5 }, ['now', 5, NOW_MS]],
    ['now', { requestedStop: 'now', cancelledAtMs: 5 }, ['now', 5, null]],
    ['now', { state: 'ended' }, [null, null, null]],
  ] as const)('to %s, from %j', async (stopMode, planChanges, expected) => {
    expect(await stopAndRead(stopMode, planChanges)).toEqual(expected)
  })
})
