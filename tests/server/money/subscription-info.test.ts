import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getSubscription } from '#shared/api/subscription.ts'
import { PAYMENT_GRACE_MS } from '#shared/domain/membership-terms.ts'
import { createVisitor } from '../client.ts'
import { addCycle, addPlan } from './books.ts'
import { type MoneyHarness, DAY_MS, openHarness } from './money-harness.ts'
import { quickAccount } from './quick-account.ts'

let harness: MoneyHarness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

type Changes = NonNullable<Parameters<typeof addPlan>[3]>

async function infoOf(changes: Changes) {
  const { client, id } = await quickAccount(harness)
  const plan = await addPlan(harness.server.database.db, id, harness.nowMs(), changes)
  return { client, plan, info: await client.get(getSubscription, {}) }
}

async function refusalOf(changes: Changes) {
  const { client, id } = await quickAccount(harness)
  await addPlan(harness.server.database.db, id, harness.nowMs(), changes)
  return client.refusal(getSubscription, {})
}

describe('the running subscription', () => {
  it('is returned whole', async () => {
    const { plan, info } = await infoOf({})
    expect(info).toEqual({
      orderId: plan.orderId,
      skuId: 'premium_weekly',
      plan: 'weekly',
      state: 'ACTIVE',
      priceCents: 999,
      currencyCode: 'USD',
      pointsPerCycle: 400,
      periodEndsAt: plan.periodEndMs,
      renewsAt: plan.periodEndMs,
      endsAt: plan.periodEndMs,
      graceEndsAt: null,
      hasPackDiscount: true,
      can: { resume: false, payNow: false, updateCard: false },
      isResuming: false,
      changeTo: null,
      nextChange: null,
      isChanging: false,
    })
  })

  it('on trial costs nothing yet, has its future price, and halves no price', async () => {
    const { info } = await infoOf({ skuId: 'basic_free_trial', state: 'trial' })
    expect(info).toMatchObject({ state: 'TRIAL', plan: 'weekly', priceCents: 999, pointsPerCycle: 400, hasPackDiscount: false })
  })

  it('continues at the last paid price, for any later catalogue', async () => {
    const { client, plan } = await infoOf({})
    await addCycle(harness.server.database.db, plan, 1, { amountCents: 799 })
    await addCycle(harness.server.database.db, plan, 2, { amountCents: 899 })
    expect(await client.get(getSubscription, {})).toMatchObject({ priceCents: 899 })
  })

  it('with a failed payment stays active until the end of the days of grace', async () => {
    const periodEndMs = harness.nowMs() - DAY_MS
    const { client, plan } = await infoOf({ state: 'past_due', periodEndMs })
    await addCycle(harness.server.database.db, plan, 1)
    const graceEndsAt = periodEndMs + PAYMENT_GRACE_MS
    const info = await client.get(getSubscription, {})
    expect(info).toMatchObject({ state: 'PAST_DUE', graceEndsAt, endsAt: graceEndsAt, hasPackDiscount: true })
    expect(await refusalOf({ state: 'past_due', periodEndMs: harness.nowMs() - PAYMENT_GRACE_MS })).toEqual({ code: 'H4040' })
  })

  it.each([
    ['was cancelled', { cancelledAtMs: 1 }],
    ['is to be stopped, though the provider has not received the request', { requestedStop: 'period_end' }],
    ['was cancelled on trial', { cancelledAtMs: 1, state: 'trial', skuId: 'basic_free_trial' }],
  ] as const)('that %s is CANCELLED, and renewed no more', async (_, changes) => {
    const { info, plan } = await infoOf(changes)
    expect(info).toMatchObject({ state: 'CANCELLED', renewsAt: null, endsAt: plan.periodEndMs })
  })

  it('is the yearly one when both are there', async () => {
    const { client, id } = await quickAccount(harness)
    const { db } = harness.server.database
    await addPlan(db, id, harness.nowMs(), { requestedStop: 'now' })
    await addPlan(db, id, harness.nowMs(), { skuId: 'premium_yearly', periodEndMs: harness.nowMs() + 365 * DAY_MS })
    expect(await client.get(getSubscription, {})).toMatchObject({ plan: 'yearly', state: 'ACTIVE', pointsPerCycle: 2500 })
  })
})

describe('no subscription', () => {
  it('is H4040 for an account without one and for one that is over', async () => {
    expect(await (await quickAccount(harness)).client.refusal(getSubscription, {})).toEqual({ code: 'H4040' })
    expect(await refusalOf({ state: 'ended', endedAtMs: harness.nowMs() - 1 })).toEqual({ code: 'H4040' })
    expect(await refusalOf({ cancelledAtMs: 1, periodEndMs: harness.nowMs() })).toEqual({ code: 'H4040' })
  })

  it('is H3009 for a visitor, who can have none', async () => {
    expect(await (await createVisitor(harness.server, { nowMs: harness.nowMs })).refusal(getSubscription, {})).toEqual({ code: 'H3009' })
  })
})
