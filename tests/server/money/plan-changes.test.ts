import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { mailboxOf } from '#server/addresses/mailbox-hash.ts'
import { createOrder } from '#shared/api/pay-orders.ts'
import { getSubscription, unsubscribe } from '#shared/api/subscription.ts'
import { getMe } from '#shared/api/user.ts'
import { FREE_TRIAL_SKU } from '#shared/domain/membership-terms.ts'
import { fail } from '#shared/result.ts'
import { type MoneyHarness, DAY_MS, openHarness, purchaseOf } from './money-harness.ts'
import { type QuickAccount, quickAccount } from './quick-account.ts'

let harness: MoneyHarness
beforeAll(async () => {
  harness = await openHarness()
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => harness.close())

async function buy(person: QuickAccount, skuId: string): Promise<string> {
  const orderId = await harness.order(person.client, skuId)
  harness.fakeProvider.pay(orderId)
  await harness.deliverEvent(orderId)
  return orderId
}

const planAt = (orderId: string) => harness.fakeProvider.checkouts.get(orderId)?.plan

describe('a cancelled plan', () => {
  it('retains its paid days when another one is bought, and the new one renews', async () => {
    const ann = await quickAccount(harness)
    const yearlyOrderId = await buy(ann, 'premium_yearly')
    await ann.client.get(unsubscribe, { orderId: yearlyOrderId }, { idempotencyKey: randomUUID() })
    const endsAtMs = planAt(yearlyOrderId)?.periodEndMs
    const weeklyOrderId = await buy(ann, 'premium_weekly')
    await harness.server.payRound()
    expect(planAt(yearlyOrderId)?.state).toBe('active')
    expect(await ann.client.get(getMe, {})).toMatchObject({ membershipExpiresAt: endsAtMs })
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ orderId: weeklyOrderId, state: 'ACTIVE', plan: 'weekly' })
    const refusal = ann.client.refusal(createOrder, purchaseOf('premium_weekly'), { idempotencyKey: randomUUID() })
    expect(await refusal).toMatchObject({ code: 'H4043' })
  })
})

describe('two paid plans', () => {
  it.each(['premium_weekly', FREE_TRIAL_SKU])('use the yearly one, though %s is reported last', async (lesserSkuId) => {
    const ann = await quickAccount(harness)
    const firstOrderId = await harness.order(ann.client, lesserSkuId)
    vi.spyOn(harness.fakeProvider.provider, 'closeCheckout').mockResolvedValue(fail('away'))
    const yearlyOrderId = await buy(ann, 'premium_yearly')
    harness.fakeProvider.pay(firstOrderId)
    await harness.deliverEvent(firstOrderId)
    await harness.server.payRound()
    expect(planAt(firstOrderId)?.state).toBe('ended')
    expect(planAt(yearlyOrderId)).toMatchObject({ state: 'active', cancelledAtMs: null })
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ orderId: yearlyOrderId, state: 'ACTIVE' })
  })
})

describe('a free week', () => {
  it('whose first payment fails does not halve prices: nothing was ever paid', async () => {
    const ann = await quickAccount(harness)
    const orderId = await buy(ann, FREE_TRIAL_SKU)
    harness.fakeProvider.failNext(orderId, true)
    harness.pass(7 * DAY_MS + 60_000)
    harness.fakeProvider.renew()
    await harness.deliverEvent(orderId)
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ state: 'PAST_DUE', hasPackDiscount: false })
    expect(await ann.client.get(createOrder, purchaseOf('points_300'), { idempotencyKey: randomUUID() })).toMatchObject({
      amountCents: 1199,
    })
  })

  it('is available once for one mailbox, under any of its spellings', async () => {
    await buy(await quickAccount(harness, 'zed'), FREE_TRIAL_SKU)
    const secondAccount = await quickAccount(harness, 'zed+2')
    const refusal = secondAccount.client.refusal(createOrder, purchaseOf(FREE_TRIAL_SKU), { idempotencyKey: randomUUID() })
    expect(await refusal).toMatchObject({ code: 'H4043' })
    // everSubscribed makes the shop offer the plan without the free week.
    expect(await secondAccount.client.get(getMe, {})).toMatchObject({ everSubscribed: true, membershipStatus: 'NONE' })
    await buy(secondAccount, 'premium_weekly')
    expect(await secondAccount.client.get(getSubscription, {})).toMatchObject({ state: 'ACTIVE', plan: 'weekly' })
  })

  it.each([
    ['ann@example.com', 'ann@example.com'],
    ['ann+2@example.com', 'ann@example.com'],
    ['a.n.n@example.com', 'a.n.n@example.com'],
    ['a.n.n+2+3@gmail.com', 'ann@gmail.com'],
    ['ann@googlemail.com', 'ann@gmail.com'],
    ['+ann@example.com', '+ann@example.com'],
    ['erased 123', 'erased 123'],
  ])('recognises %s as %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox)
  })
})
