import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { getSubscription, openCardPage, payNow } from '#shared/api/subscription.ts'
import { PAYMENT_GRACE_MS, PAY_NOW_TRIES_PER_HOUR, WEEKLY_PLAN_POINTS } from '#shared/domain/membership-terms.ts'
import { getPoints } from '#shared/api/user.ts'
import { fail } from '#shared/result.ts'
import { type Buyer, type SandboxShop, MINUTE_MS, RETURN_URL, key, openSandboxShop } from './sandbox-shop.ts'
import { DAY_MS } from './money-harness.ts'

let shop: SandboxShop
beforeAll(async () => {
  shop = await openSandboxShop()
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(shop.world.problems).toEqual([])
})
afterAll(() => shop.close())

const pay = ({ client, orderId }: Buyer, options = key()) => client.get(payNow, { orderId }, options)
const planInfo = ({ client }: Buyer) => client.get(getSubscription, {})
const pointsOf = async ({ client }: Buyer) => (await client.get(getPoints, {})).points
const fetchCardPage = ({ client, orderId }: Buyer) => client.get(openCardPage, { orderId, returnUrl: RETURN_URL })
const enterCard = (url: string, card: string) =>
  shop.world.sandbox.app.request(url, { method: 'POST', body: new URLSearchParams({ card }) })

describe('a failed payment', () => {
  it('is shown with the day until which the plan stays active, and with the options of the user', async () => {
    const ann = await shop.pastDueBuyer()
    const { periodEndMs } = await shop.plan(ann)
    expect(await planInfo(ann)).toMatchObject({
      state: 'PAST_DUE',
      graceEndsAt: periodEndMs + PAYMENT_GRACE_MS,
      endsAt: periodEndMs + PAYMENT_GRACE_MS,
      can: { resume: false, payNow: true, updateCard: true },
    })
  })

  it('is paid now with a working card, retains its dates, and its retry charges nothing again', async () => {
    const ann = await shop.pastDueBuyer()
    const { periodEndMs } = await shop.plan(ann)
    await shop.refuseCard(ann, false)
    expect(await pay(ann)).toEqual({ outcome: 'paid' })
    expect(await planInfo(ann)).toMatchObject({ state: 'ACTIVE', can: { payNow: false, updateCard: false } })
    expect(await pointsOf(ann)).toBe(2 * WEEKLY_PLAN_POINTS)
    expect(await shop.plan(ann)).toMatchObject({ periodStartMs: periodEndMs })
    await shop.pass(2 * DAY_MS)
    expect([await shop.chargedCycles(ann), await shop.bookedCycles(ann)]).toEqual([
      [1, 2],
      [1, 2],
    ])
  })

  it('tried with a declined card charges nothing and changes neither the next try nor the end', async () => {
    const ann = await shop.pastDueBuyer()
    const { dueAtMs } = await shop.sandboxPlan(ann)
    for (let count = 0; count < 3; count += 1) expect(await pay(ann)).toEqual({ outcome: 'refused' })
    expect(await shop.sandboxPlan(ann)).toMatchObject({ dueAtMs, state: 'past_due' })
    expect([await shop.chargedCycles(ann), await pointsOf(ann)]).toEqual([[1], WEEKLY_PLAN_POINTS])
    await shop.pass(PAYMENT_GRACE_MS)
    expect(await ann.client.refusal(payNow, { orderId: ann.orderId }, key())).toEqual({ code: 'H4021' })
    expect(await shop.plan(ann)).toMatchObject({ state: 'ended' })
  })

  it('that is paid in several tabs at once is charged once', async () => {
    const ann = await shop.pastDueBuyer()
    await shop.refuseCard(ann, false)
    const sameKey = key()
    const answers = await Promise.all(
      [pay(ann), pay(ann), pay(ann, sameKey), pay(ann, sameKey)].map((answer) => answer.catch(() => 'refused')),
    )
    expect(answers).toContainEqual({ outcome: 'paid' })
    expect(await shop.chargedCycles(ann)).toEqual([1, 2])
    expect(await shop.bookedCycles(ann)).toEqual([1, 2])
    expect(await pointsOf(ann)).toBe(2 * WEEKLY_PLAN_POINTS)
  })

  it('without an answer is unknown, and the same key later returns that it was paid', async () => {
    const ann = await shop.pastDueBuyer()
    await shop.refuseCard(ann, false)
    const realPayNow = shop.provider.payNow.bind(shop.provider)
    vi.spyOn(shop.provider, 'payNow').mockImplementation(async (ref, attempt) => {
      await realPayNow(ref, attempt)
      return fail('away')
    })
    shop.failCalls('readOrder')
    const sameKey = key()
    expect(await pay(ann, sameKey)).toEqual({ outcome: 'unknown' })
    vi.restoreAllMocks()
    expect(await pay(ann, sameKey)).toEqual({ outcome: 'paid' })
    expect(await shop.chargedCycles(ann)).toEqual([1, 2])
  })

  it('is bound to its key: it never pays another cycle', async () => {
    const ann = await shop.pastDueBuyer()
    const oldKey = key()
    expect(await pay(ann, oldKey)).toEqual({ outcome: 'refused' })
    await shop.refuseCard(ann, false)
    await shop.pass(DAY_MS)
    await shop.refuseCard(ann, true)
    await shop.passTo((await shop.plan(ann)).periodEndMs + 2 * MINUTE_MS)
    await shop.refuseCard(ann, false)
    expect(await planInfo(ann)).toMatchObject({ state: 'PAST_DUE' })
    await pay(ann, oldKey)
    expect(await shop.chargedCycles(ann)).toEqual([1, 2])
  })
})

it('a payment is limited per hour, by account, for all keys, and the provider is not called before', async () => {
  const ben = await shop.member()
  const ann = await shop.pastDueBuyer()
  const sameKey = key()
  const payNowSpy = vi.spyOn(shop.provider, 'payNow')
  for (let count = 0; count < PAY_NOW_TRIES_PER_HOUR; count += 1)
    expect(await pay(ann, count % 2 === 0 ? sameKey : key())).toEqual({ outcome: 'refused' })
  expect(await ann.client.refusal(payNow, { orderId: ann.orderId }, sameKey)).toEqual({ code: 'H4022' })
  expect(await ann.client.refusal(payNow, { orderId: ann.orderId }, key())).toEqual({ code: 'H4022' })
  expect(payNowSpy).toHaveBeenCalledTimes(PAY_NOW_TRIES_PER_HOUR)
  expect(await ben.client.refusal(payNow, { orderId: ben.orderId }, key())).toEqual({ code: 'H4021' })
  shop.world.sleepUntil(shop.nowMs() + 60 * MINUTE_MS)
  await shop.refuseCard(ann, false)
  expect(await pay(ann)).toEqual({ outcome: 'paid' })
})

describe('another card', () => {
  it('is entered on the page of the payment service, which leads back, and the next attempt uses it', async () => {
    const ann = await shop.pastDueBuyer()
    const { url } = await fetchCardPage(ann)
    const page = await shop.world.sandbox.app.request(url)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await page.text()).toContain('Choose a card for future payments')
    const response = await enterCard(url, 'works')
    expect([response.status, response.headers.get('location')]).toEqual([303, RETURN_URL])
    expect(await shop.chargedCycles(ann)).toEqual([1])
    await shop.pass(DAY_MS)
    expect(await planInfo(ann)).toMatchObject({ state: 'ACTIVE' })
    expect(await shop.chargedCycles(ann)).toEqual([1, 2])
  })

  it('may be declined, too', async () => {
    const ann = await shop.pastDueBuyer()
    const { url } = await fetchCardPage(ann)
    await enterCard(url, 'works')
    await enterCard(url, 'refused')
    expect(await pay(ann)).toEqual({ outcome: 'refused' })
  })

  it('is entered by nobody else: no other address, no other return address, no old one', async () => {
    const ann = await shop.pastDueBuyer()
    const { url } = await fetchCardPage(ann)
    const alteredUrls = [
      url.replace(/sign=./, 'sign=x'),
      url.replace('back=http', 'back=https'),
      url.replace(/\/card\/\w/, '/card/x'),
      url.split('?')[0] ?? '',
    ]
    for (const alteredUrl of alteredUrls) {
      expect((await shop.world.sandbox.app.request(alteredUrl)).status).toBe(404)
      expect((await enterCard(alteredUrl, 'works')).status).toBe(404)
    }
    shop.world.sleepUntil(shop.nowMs() + 60 * MINUTE_MS + 1)
    expect((await enterCard(url, 'works')).status).toBe(404)
    expect(await shop.sandboxPlan(ann)).toMatchObject({ isCardRefused: true })
    for (const returnUrl of ['https://evil.example/ai/setting', `${RETURN_URL}/x`, 'javascript:alert(1)'])
      expect(await ann.client.refusal(openCardPage, { orderId: ann.orderId, returnUrl })).toEqual({ code: 'H3000', fields: ['returnUrl'] })
  })
})

it('nothing is paid or changed without a failed payment, for a cancelled plan, or for another account’s', async () => {
  const ann = await shop.member()
  const refusals = async ({ client, orderId }: Buyer) => [
    (await client.refusal(payNow, { orderId }, key())).code,
    (await client.refusal(openCardPage, { orderId, returnUrl: RETURN_URL })).code,
  ]
  expect(await refusals(ann)).toEqual(['H4021', 'H4021'])
  const ben = await shop.pastDueBuyer()
  expect(await refusals({ ...ann, orderId: ben.orderId })).toEqual(['H4023', 'H4023'])
  await shop.refuseCard(ben, false)
  shop.failCalls('cancelSubscription', 'readOrder')
  await shop.cancelPlan(ben)
  expect(await refusals(ben)).toEqual(['H4021', 'H4021'])
  expect(await shop.chargedCycles(ben)).toEqual([1])
})
