import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { invoice, payOrder, planChange, subscription } from '#server/database/payment-schema.ts'
import { sandboxCharge } from '#server/database/sandbox-schema.ts'
import { deleteMe } from '#shared/api/account-settings.ts'
import { getReceipt, getTransactions } from '#shared/api/payments.ts'
import { PLAN_ACTIONS, resumePlan } from '#shared/api/subscription.ts'
import { createOrder } from '#shared/api/pay-orders.ts'
import { FREE_TRIAL_SKU, PLAN_QUOTES_PER_HOUR, PLAN_QUOTE_MS } from '#shared/domain/membership-terms.ts'
import { fail } from '#shared/result.ts'
import { SHOP_ORIGIN } from '../../fixtures/payment/sandbox-world.ts'
import type { TestClient } from '../client.ts'
import { purchaseOf } from './money-harness.ts'
import { plansOf } from './plan-changes-of.ts'
import { anotherBrowser } from './quick-account.ts'
import { type SandboxShop, MINUTE_MS, key, openSandboxShop } from './sandbox-shop.ts'

let shop: SandboxShop
beforeAll(async () => {
  shop = await openSandboxShop()
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(shop.world.problems).toEqual([])
})
afterAll(() => shop.close())

const { quote, quoteRefusal, agree, agreeRefusal, undoRefusal, planInfo, pointsOf, paymentsOf, bookedAmounts, chargedCents, halfwayBuyer } =
  plansOf(() => shop)

describe('from weekly to yearly', () => {
  it('is quoted to the cent, charged as quoted, and moves period, price and points', async () => {
    const ann = await halfwayBuyer()
    expect(await planInfo(ann)).toMatchObject({ plan: 'weekly', changeTo: 'yearly', nextChange: null, isChanging: false })
    const pointsBefore = await pointsOf(ann)
    const planQuote = await quote(ann)
    const startsAt = shop.nowMs()
    const endsAt = Date.UTC(2028, 0, 7, 12) + (startsAt - Date.UTC(2027, 0, 8)) - 12 * 60 * MINUTE_MS
    expect(planQuote).toMatchObject({
      kind: 'now',
      from: 'weekly',
      to: 'yearly',
      currencyCode: 'USD',
      priceCents: 4999,
      creditCents: 500,
      dueCents: 4499,
    })
    // The yearly plan has 2500 points. The credit is 500 of the week's 999 cents, so 200 of the week's 400 points are deducted.
    expect(planQuote).toMatchObject({ points: 2300, startsAt, expiresAt: startsAt + PLAN_QUOTE_MS })
    expect(new Date(planQuote.endsAt).toISOString().slice(0, 4)).toBe('2028')
    expect(await chargedCents(ann)).toEqual([999])
    expect(endsAt).toBeGreaterThan(0)

    expect(await agree(ann, planQuote)).toEqual({ outcome: 'changed' })
    expect(await chargedCents(ann)).toEqual([999, 4499])
    expect(await bookedAmounts(ann)).toEqual([
      ['weekly', 999, 0, 400],
      ['yearly', 4499, 500, 2300],
    ])
    expect(await pointsOf(ann)).toBe(pointsBefore + 2300)
    expect(await planInfo(ann)).toMatchObject({
      plan: 'yearly',
      skuId: 'premium_yearly',
      state: 'ACTIVE',
      priceCents: 4999,
      pointsPerCycle: 2500,
      renewsAt: planQuote.endsAt,
      changeTo: 'weekly',
    })
    // The following year is charged in full.
    await shop.passTo(planQuote.endsAt + 2 * MINUTE_MS)
    expect((await bookedAmounts(ann)).at(-1)).toEqual(['yearly', 4999, 0, 2500])
  })

  it('has an invoice with the price and the credit as lines, and a matching receipt, mail and history', async () => {
    const ann = await halfwayBuyer()
    await agree(ann, await quote(ann))
    const [weeklyPayment, yearlyPayment] = await paymentsOf(ann)
    if (weeklyPayment === undefined || yearlyPayment === undefined) throw new Error('not paid')
    const [document] = await shop.db.select().from(invoice).where(eq(invoice.paymentId, yearlyPayment.id))
    expect(document).toMatchObject({
      itemName: 'Premium yearly',
      creditCents: 500,
      creditedItem: 'Unused time on Premium weekly',
      grossCents: 4499,
    })
    const receipt = await ann.client.get(getReceipt, { id: yearlyPayment.id })
    expect(receipt).toMatchObject({
      itemName: 'Premium yearly',
      paidAmount: 4499,
      credit: { itemName: 'Unused time on Premium weekly', amount: 500 },
    })
    expect(await ann.client.get(getReceipt, { id: weeklyPayment.id })).toMatchObject({ itemName: 'Premium weekly', credit: null })
    const { data } = await ann.client.get(getTransactions, { type: 'SUBSCRIPTION' })
    expect(data.map(({ skuType, paidAmount }) => [skuType, paidAmount])).toEqual([
      [0, 4499],
      [5, 999],
    ])
    expect(await shop.mailSubjects(ann)).toContain('Your Kinora receipt: $44.99 for Premium yearly')
  })

  it('credits nothing of a refunded part, and the credit note has no credit', async () => {
    const ann = await halfwayBuyer()
    const planQuote = await quote(ann)
    await shop.db
      .update(sandboxCharge)
      .set({ refundedCents: 999 })
      .where(eq(sandboxCharge.subscriptionId, (await shop.plan(ann)).ref))
    expect(await agreeRefusal(ann, planQuote)).toEqual({ code: 'H4021' })
    expect(await chargedCents(ann)).toEqual([999])
    await shop.pass(0)
    await shop.world.truth({ payOrderId: ann.orderId, sessionId: '', subscriptionRef: null }).catch(() => undefined)
    const newQuote = await quote(ann)
    expect(newQuote).toMatchObject({ creditCents: 0, dueCents: 4999 })
    expect(await agree(ann, newQuote)).toEqual({ outcome: 'changed' })
    const creditNotes = (
      await shop.db
        .select()
        .from(invoice)
        .where(eq(invoice.ownerId, (await shop.plan(ann)).ownerId))
    ).filter(({ kind }) => kind === 'credit_note')
    expect(creditNotes).toMatchObject([{ grossCents: 999, creditCents: 0, creditedItem: '' }])
  })

  it('is charged once for two presses, two devices, and a lost answer', async () => {
    const ann = await halfwayBuyer()
    const planQuote = await quote(ann)
    const sameKey = key()
    const answers = await Promise.all([
      agree(ann, planQuote, sameKey),
      agree(ann, planQuote, sameKey),
      agree(ann, planQuote),
      agree(ann, planQuote),
    ])
    expect(answers).toEqual(Array.from({ length: 4 }, () => ({ outcome: 'changed' })))
    expect(await agree(ann, planQuote, sameKey)).toEqual({ outcome: 'changed' })
    expect(await chargedCents(ann)).toEqual([999, 4499])
    expect(await bookedAmounts(ann)).toHaveLength(2)
  })

  it('of two quotes on two devices is made once, and the other one is refused', async () => {
    const ann = await halfwayBuyer()
    const [usedQuote, unusedQuote] = [await quote(ann), await quote(ann)]
    expect(await agree(ann, usedQuote)).toEqual({ outcome: 'changed' })
    expect(await agreeRefusal(ann, unusedQuote)).toEqual({ code: 'H4021' })
    expect(await chargedCents(ann)).toEqual([999, 4499])
    const ben = await halfwayBuyer()
    const [firstQuote, secondQuote] = [await quote(ben), await quote(ben)]
    const outcomes = await Promise.allSettled([agree(ben, firstQuote), agree(ben, secondQuote)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await chargedCents(ben)).toEqual([999, 4499])
  })

  it('is rejected once its quote has expired, and then quoted anew', async () => {
    const ann = await halfwayBuyer()
    const planQuote = await quote(ann)
    await shop.pass(PLAN_QUOTE_MS - 1000)
    await shop.pass(1000)
    expect(await agreeRefusal(ann, planQuote)).toEqual({ code: 'H4021' })
    expect(await chargedCents(ann)).toEqual([999])
    const newQuote = await quote(ann)
    expect(newQuote.quoteId).not.toBe(planQuote.quoteId)
    expect(await agree(ann, newQuote)).toEqual({ outcome: 'changed' })
  })

  it('is refused when the plan has renewed since, in the last and the first second of a week', async () => {
    const ann = await shop.member()
    const { periodEndMs } = await shop.plan(ann)
    await shop.passTo(periodEndMs - 1000)
    const planQuote = await quote(ann)
    expect(planQuote).toMatchObject({ creditCents: 0, dueCents: 4999, points: 2500 })
    shop.world.sleepUntil(periodEndMs)
    expect(await agreeRefusal(ann, planQuote)).toEqual({ code: 'H4021' })
    expect(await quoteRefusal(ann)).toEqual({ code: 'H4021' })
    await shop.pass(2 * MINUTE_MS)
    expect(await quote(ann)).toMatchObject({ creditCents: 999, dueCents: 4000, points: 2100 })
    expect(await agreeRefusal(ann, planQuote)).toEqual({ code: 'H4021' })
  })

  it('with a declined card changes and charges nothing, and can be retried with another quote', async () => {
    const ann = await halfwayBuyer()
    await shop.refuseCard(ann, true)
    const planQuote = await quote(ann)
    expect(await agree(ann, planQuote)).toEqual({ outcome: 'refused' })
    expect(await agree(ann, planQuote)).toEqual({ outcome: 'refused' })
    expect(await chargedCents(ann)).toEqual([999])
    expect(await planInfo(ann)).toMatchObject({ plan: 'weekly', state: 'ACTIVE', changeTo: 'yearly', isChanging: false })
    await shop.refuseCard(ann, false)
    expect(await agree(ann, await quote(ann))).toEqual({ outcome: 'changed' })
  })
})

describe('while the payment service is down', () => {
  it('no quote is made, and an agreement with unconfirmed amounts is rejected', async () => {
    const ann = await halfwayBuyer()
    const planQuote = await quote(ann)
    shop.failCalls('previewChange')
    expect(await quoteRefusal(ann)).toEqual({ code: 'H4013' })
    expect(await agreeRefusal(ann, planQuote)).toEqual({ code: 'H4013' })
    vi.restoreAllMocks()
    await shop.pass(2 * MINUTE_MS)
    expect(await chargedCents(ann)).toEqual([999])
    expect(await agree(ann, planQuote)).toEqual({ outcome: 'changed' })
  })

  it.each(['changeNow', 'readOrder'] as const)(
    'at %s the change is unknown, offered to nobody else, and found or made by the rounds',
    async (call) => {
      const ann = await halfwayBuyer()
      const planQuote = await quote(ann)
      shop.failCalls(call)
      expect(await agree(ann, planQuote)).toEqual({ outcome: 'unknown' })
      expect(await planInfo(ann)).toMatchObject({ isChanging: true, changeTo: null })
      expect(await quoteRefusal(ann)).toEqual({ code: 'H4021' })
      expect(await ann.client.refusal(createOrder, purchaseOf('premium_yearly'), key())).toMatchObject({ code: 'H4043' })
      vi.restoreAllMocks()
      await shop.pass(2 * MINUTE_MS)
      expect(await planInfo(ann)).toMatchObject({ plan: 'yearly', isChanging: false })
      expect(await agree(ann, planQuote)).toEqual({ outcome: 'changed' })
      expect(await chargedCents(ann)).toEqual([999, 4499])
    },
  )

  it.each(['changeNow', 'readOrder'] as const)('a process that dies at %s leaves it to the rounds', async (call) => {
    const ann = await halfwayBuyer()
    const planQuote = await quote(ann)
    const killSpy = vi.spyOn(shop.provider, call).mockRejectedValue(new Error('killed'))
    expect(await agreeRefusal(ann, planQuote)).toMatchObject({ code: 'H5000' })
    killSpy.mockRestore()
    await shop.pass(2 * MINUTE_MS)
    expect(await chargedCents(ann)).toEqual([999, 4499])
    expect(await planInfo(ann)).toMatchObject({ plan: 'yearly' })
  })

  it('an answer that is lost after the charge is found, not charged again', async () => {
    const ann = await halfwayBuyer()
    const changeNow = shop.provider.changeNow.bind(shop.provider)
    vi.spyOn(shop.provider, 'changeNow').mockImplementation(async (...parameters) => {
      await changeNow(...parameters)
      return fail('away')
    })
    expect(await agree(ann, await quote(ann))).toEqual({ outcome: 'unknown' })
    vi.restoreAllMocks()
    await shop.pass(2 * MINUTE_MS)
    expect(await chargedCents(ann)).toEqual([999, 4499])
    expect(await bookedAmounts(ann)).toHaveLength(2)
  })

  it('after the offer expires, nothing is charged any more, and another one can be made', async () => {
    const ann = await halfwayBuyer()
    const planQuote = await quote(ann)
    shop.failCalls('changeNow')
    expect(await agree(ann, planQuote)).toEqual({ outcome: 'unknown' })
    await shop.pass(PLAN_QUOTE_MS)
    vi.restoreAllMocks()
    await shop.pass(MINUTE_MS)
    await shop.pass(3 * MINUTE_MS)
    expect(await chargedCents(ann)).toEqual([999])
    expect(await planInfo(ann)).toMatchObject({ plan: 'weekly', isChanging: false, changeTo: 'yearly' })
    expect(await agreeRefusal(ann, planQuote)).toEqual({ code: 'H4021' })
    const [row] = await shop.db.select().from(planChange).where(eq(planChange.id, planQuote.quoteId))
    expect(row?.outcome).toBe('lapsed')
  })

  it('a call that arrives after the offer has expired is refused there', async () => {
    const ann = await halfwayBuyer()
    const planQuote = await quote(ann)
    const changeNow = shop.provider.changeNow.bind(shop.provider)
    let letArrive = () => {}
    const arrival = new Promise<void>((resolve) => (letArrive = resolve))
    const changeSpy = vi.spyOn(shop.provider, 'changeNow').mockImplementation(async (...parameters) => {
      await arrival
      return changeNow(...parameters)
    })
    const answer = agree(ann, planQuote)
    await expect.poll(() => changeSpy.mock.calls.length).toBeGreaterThan(0)
    shop.world.sleepUntil(planQuote.expiresAt)
    letArrive()
    expect(await answer).toEqual({ outcome: 'refused' })
    expect(await chargedCents(ann)).toEqual([999])
  })

  it('an older answer does not undo the change', async () => {
    const ann = await halfwayBuyer()
    const readOrder = shop.provider.readOrder.bind(shop.provider)
    let [letArrive, isDelayed] = [() => {}, false]
    const arrival = new Promise<void>((resolve) => (letArrive = resolve))
    vi.spyOn(shop.provider, 'readOrder').mockImplementation(async (order) => {
      const answer = await readOrder(order)
      if (order.payOrderId !== ann.orderId || isDelayed) return answer
      isDelayed = true
      await arrival
      return answer
    })
    const planQuote = await quote(ann)
    const oldRound = shop.pass(5 * MINUTE_MS)
    await shop.db.update(payOrder).set({ syncAtMs: 1 }).where(eq(payOrder.id, ann.orderId))
    const round = shop.server.payRound()
    await expect.poll(() => isDelayed).toBe(true)
    expect(await agree(ann, planQuote)).toEqual({ outcome: 'changed' })
    letArrive()
    await Promise.all([oldRound, round])
    expect(await planInfo(ann)).toMatchObject({ plan: 'yearly' })
    expect(await bookedAmounts(ann)).toHaveLength(2)
  })
})

it('quotes are limited per hour', async () => {
  const ann = await shop.member()
  for (let count = 0; count < PLAN_QUOTES_PER_HOUR; count += 1) await quote(ann)
  expect(await quoteRefusal(ann)).toEqual({ code: 'H4022' })
})

describe('no change is offered or agreed to', () => {
  it('of a trial, a failing or a cancelled plan, nor to the running plan', async () => {
    const trialBuyer = await shop.member(FREE_TRIAL_SKU)
    expect(await planInfo(trialBuyer)).toMatchObject({ changeTo: null })
    expect(await quoteRefusal(trialBuyer)).toEqual({ code: 'H4021' })
    const failingBuyer = await shop.pastDueBuyer()
    expect(await quoteRefusal(failingBuyer)).toEqual({ code: 'H4021' })
    const ann = await shop.member()
    expect(await quoteRefusal(ann, 'weekly')).toEqual({ code: 'H4021' })
    const planQuote = await quote(ann)
    await shop.cancelPlan(ann)
    expect(await quoteRefusal(ann)).toEqual({ code: 'H4021' })
    expect(await agreeRefusal(ann, planQuote)).toEqual({ code: 'H4021' })
    expect(await chargedCents(ann)).toEqual([999])
  })

  it('of another account, nor during a deletion, nor where the payment service can not', async () => {
    const [ann, ben] = [await shop.member(), await shop.member()]
    const planQuote = await quote(ann)
    expect(await quoteRefusal({ ...ben, orderId: ann.orderId })).toMatchObject({ code: 'H4023' })
    expect(await agreeRefusal(ben, planQuote)).toMatchObject({ code: 'H4023' })
    expect(await undoRefusal({ ...ben, orderId: ann.orderId })).toMatchObject({ code: 'H4023' })
    Object.assign(shop.provider, { can: new Set(PLAN_ACTIONS) })
    expect(await planInfo(ann)).toMatchObject({ changeTo: null })
    expect(await quoteRefusal(ann)).toEqual({ code: 'H4021' })
    expect(await agreeRefusal(ann, planQuote)).toEqual({ code: 'H4021' })
    Object.assign(shop.provider, { can: new Set([...PLAN_ACTIONS, 'changePlan']) })
    await ann.client.get(deleteMe, { confirmation: ann.email })
    expect(await agreeRefusal(ann, planQuote)).toEqual({ code: 'H4021' })
    expect(await chargedCents(ann)).toEqual([999])
  })

  it('beside a checkout that was opened in the free week: it is closed when that ends, so that nobody pays for two', async () => {
    const ann = await shop.member(FREE_TRIAL_SKU)
    await shop.passTo((await shop.plan(ann)).periodEndMs - 2 * MINUTE_MS)
    const yearlyOrder = await shop.order(ann, 'premium_yearly')
    await shop.pass(10 * MINUTE_MS)
    expect(await planInfo(ann)).toMatchObject({ plan: 'weekly', state: 'ACTIVE' })
    expect(await stateOf(yearlyOrder.payOrderId)).toBe('CLOSED')
    await shop.pass(2 * MINUTE_MS)
    await shop.world.press(yearlyOrder, 'pay')
    await shop.pass(2 * MINUTE_MS)
    expect(await chargedCents(ann)).toEqual([0, 999])
    expect(await agree(ann, await quote(ann))).toEqual({ outcome: 'changed' })
  })
})

const stateOf = async (id: string) => (await shop.db.select().from(payOrder).where(eq(payOrder.id, id)))[0]?.state

describe('a plan at its full price beside a paid one', () => {
  const urls = { returnUrl: `${SHOP_ORIGIN}/pay/success`, cancelUrl: `${SHOP_ORIGIN}/pay/cancel` }
  const tryOrder = (client: TestClient, skuId: string) => client.call(createOrder, { ...purchaseOf(skuId), ...urls }, key())
  const orderRefusal = (client: TestClient, skuId: string) => client.refusal(createOrder, { ...purchaseOf(skuId), ...urls }, key())

  it('is not sold while that renews and can be changed', async () => {
    const [ann, ben] = [await shop.member(), await shop.member('premium_yearly')]
    for (const skuId of ['premium_yearly', 'premium_weekly']) {
      expect(await orderRefusal(ann.client, skuId)).toMatchObject({ code: 'H4043' })
      expect(await orderRefusal(ben.client, skuId)).toMatchObject({ code: 'H4043' })
    }
    expect(await chargedCents(ann)).toEqual([999])
    // A points pack is no plan, so it can be bought.
    expect(await tryOrder(ann.client, 'points_300')).toMatchObject({ ok: true })
  })

  it('is sold where the plan can not be changed: cancelled, past due, ended, free, or by a service without changes', async () => {
    const [ann, ben, cleo] = [await shop.member(), await shop.pastDueBuyer(), await shop.member(FREE_TRIAL_SKU)]
    await shop.cancelPlan(ann)
    for (const { client } of [ann, ben, cleo]) expect(await tryOrder(client, 'premium_yearly')).toMatchObject({ ok: true })
    const [dan, eve] = [await shop.member(), await shop.member()]
    await shop.cancelPlan(dan)
    await shop.passTo((await shop.plan(dan)).periodEndMs + 2 * MINUTE_MS)
    expect(await tryOrder(dan.client, 'premium_yearly')).toMatchObject({ ok: true })
    const { can } = shop.provider
    Object.assign(shop.provider, { can: new Set(PLAN_ACTIONS) })
    expect(await tryOrder(eve.client, 'premium_yearly')).toMatchObject({ ok: true })
    Object.assign(shop.provider, { can })
  })

  it('is sold once on two devices, whichever is paid first, and whatever is undone meanwhile', async () => {
    const ann = await shop.person()
    const otherBrowser = await anotherBrowser(shop, ann)
    const weeklyOrder = await shop.order(ann, 'premium_weekly')
    const [, answer] = await Promise.all([shop.world.press(weeklyOrder, 'pay'), tryOrder(otherBrowser, 'premium_yearly')])
    await shop.pass(2 * MINUTE_MS)
    expect(await orderRefusal(otherBrowser, 'premium_yearly')).toMatchObject({ code: 'H4043' })
    if (answer.ok) expect(await stateOf(answer.value.payOrderId)).toBe('CLOSED')
    const plans = await shop.db.select().from(subscription).where(eq(subscription.ownerId, ann.id))
    expect(plans.map(({ plan, state }) => [plan, state])).toEqual([['weekly', 'active']])

    const ben = await shop.member()
    const secondBrowser = await anotherBrowser(shop, ben)
    await shop.cancelPlan(ben)
    const answers = await Promise.all([
      ben.client.call(resumePlan, { orderId: ben.orderId }, key()),
      tryOrder(secondBrowser, 'premium_yearly'),
      tryOrder(ben.client, 'premium_yearly'),
    ])
    await shop.pass(2 * MINUTE_MS)
    const isResumed = (await shop.plan(ben)).cancelledAtMs === null
    expect(isResumed).toBe(answers[0].ok)
    for (const orderAnswer of answers.slice(1)) {
      if (isResumed && orderAnswer.ok && 'payOrderId' in orderAnswer.value)
        expect(await stateOf(orderAnswer.value.payOrderId)).toBe('CLOSED')
    }
    if (isResumed) expect(await orderRefusal(secondBrowser, 'premium_yearly')).toMatchObject({ code: 'H4043' })
  })
})
