import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { account } from '#server/database/account-schema.ts'
import { invoice, payOrder, payment } from '#server/database/payment-schema.ts'
import { promotion, promotionRedemption } from '#server/database/promotion-schema.ts'
import { sandboxCharge } from '#server/database/sandbox-schema.ts'
import { checkLedger } from '#server/billing/rounds/check-ledger.ts'
import { createPromotion } from '#server/billing/create-promotion.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { createPromotion as createCall } from '#shared/api/operator-promotions.ts'
import { createOrder, getOrderResult } from '#shared/api/pay-orders.ts'
import { getReceipt } from '#shared/api/payments.ts'
import { agreePlanChange, quotePlanChange } from '#shared/api/plan-change.ts'
import { quotePromotion } from '#shared/api/promotions.ts'
import { requestRefund } from '#shared/api/refunds.ts'
import { getSubscription } from '#shared/api/subscription.ts'
import { getPoints } from '#shared/api/user.ts'
import { FREE_TRIAL_SKU } from '#shared/domain/membership-terms.ts'
import { PROMOTION_TRIES_PER_HOUR } from '#shared/domain/promotion-rules.ts'
import { sharedSecret } from '#server/verbs/secrets.ts'
import { ok } from '#shared/result.ts'
import { SHOP_ORIGIN } from '../../fixtures/payment/sandbox-world.ts'
import { createTestClient } from '../client.ts'
import { DAY_MS, purchaseOf } from './money-harness.ts'
import { type QuickAccount, anotherBrowser } from './quick-account.ts'
import { skuIn } from '#server/billing/catalogue/skus.ts'
import { examplePrices } from '../../fixtures/payment/example-prices.ts'
import { MINUTE_MS, type SandboxShop, key, openSandboxShop } from './sandbox-shop.ts'

let shop: SandboxShop
beforeAll(async () => {
  shop = await openSandboxShop(examplePrices())
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => shop.close())

type Terms = Omit<CallInput<typeof createCall>, 'reason' | 'code'>
let codeCount = 0

async function createCode(terms: Partial<Terms> = {}): Promise<string> {
  const code = `CODE-${(codeCount += 1)}`
  const value = terms.amountsOff === undefined ? { percentOff: 20 } : {}
  const context = { nowMs: shop.nowMs, secret: await sharedSecret(shop.db), config: { prices: examplePrices() } }
  const answer = await shop.db.transaction((tx) => createPromotion(tx, context, { code, audience: 'everybody', ...value, ...terms }))
  if (!answer.ok) throw new Error(`no code: ${answer.error.code}`)
  return code
}

const urls = { returnUrl: `${SHOP_ORIGIN}/pay/success`, cancelUrl: `${SHOP_ORIGIN}/pay/cancel` }
const quote = ({ client }: Pick<QuickAccount, 'client'>, code: string, skuId = 'points_300') =>
  client.call(quotePromotion, { skuId, currencyCode: 'USD', code })
const tryOrder = ({ client }: Pick<QuickAccount, 'client'>, promotionCode: string, skuId = 'points_300', quotedCents?: number) =>
  client.call(createOrder, { ...purchaseOf(skuId), ...urls, promotionCode, ...(quotedCents === undefined ? {} : { quotedCents }) }, key())
const outcomeOf = (answer: { readonly ok: boolean; readonly error?: { readonly code: string } }) => (answer.ok ? 'ok' : answer.error?.code)

async function openOrder(person: QuickAccount, code: string, skuId = 'points_300') {
  const answer = await tryOrder(person, code, skuId)
  if (!answer.ok) throw new Error(`no order: ${answer.error.code}`)
  return { payOrderId: answer.value.payOrderId, sessionId: answer.value.sessionId, subscriptionRef: null }
}

async function buy(person: QuickAccount, code: string, skuId = 'points_300'): Promise<string> {
  const openedOrder = await openOrder(person, code, skuId)
  await shop.world.press(openedOrder, 'pay')
  expect(await person.client.get(getOrderResult, { payOrderId: openedOrder.payOrderId })).toMatchObject({ payResult: 'SUCCESS' })
  return openedOrder.payOrderId
}

const useStatesOf = async (code: string) => {
  const rows = await shop.db
    .select({ state: promotionRedemption.state })
    .from(promotionRedemption)
    .innerJoin(promotion, eq(promotion.id, promotionRedemption.promotionId))
    .where(eq(promotion.code, code))
  return rows.map(({ state }) => state).toSorted()
}
const paymentsOf = (orderId: string) => shop.db.select().from(payment).where(eq(payment.orderId, orderId)).orderBy(payment.cycle)

describe('the price with a code', () => {
  it('is charged, with a line for the discount', async () => {
    const ann = await shop.person()
    const code = await createCode({ percentOff: 15 })
    const quoteAnswer = await quote(ann, ` ${code.toLowerCase()} `)
    expect(quoteAnswer).toMatchObject({
      ok: true,
      value: { code, priceCents: 1199, discountCents: 180, totalCents: 1019, renewalCents: null, currencyCode: 'USD' },
    })
    const openedOrder = await tryOrder(ann, code, 'points_300', 1019)
    expect(openedOrder).toMatchObject({ ok: true, value: { amountCents: 1019 } })
    const ref = { payOrderId: '', sessionId: openedOrder.ok ? openedOrder.value.sessionId : '', subscriptionRef: null }
    expect(await shop.world.page(ref)).toContain(`11.99 USD minus 1.80 USD (${code})`)
    await shop.world.press(ref, 'pay')
    const payOrderId = openedOrder.ok ? openedOrder.value.payOrderId : ''
    await ann.client.get(getOrderResult, { payOrderId })
    const [paymentRow] = await paymentsOf(payOrderId)
    expect(paymentRow).toMatchObject({ amountCents: 1019, discountCents: 180, promotionCode: code, points: 300 })
    expect(await useStatesOf(code)).toEqual(['redeemed'])
    const receipt = await ann.client.get(getReceipt, { id: paymentRow?.id ?? '' })
    expect(receipt).toMatchObject({ paidAmount: 1019, discount: { itemName: `Promotion code ${code}`, amount: 180 } })
    const [document] = await shop.db.select().from(invoice).where(eq(invoice.ownerId, ann.id))
    expect(document).toMatchObject({ grossCents: 1019, discountCents: 180, promotionCode: code })
    expect(await checkLedger(shop.db)).toEqual([])
  })

  it('is in the currency of the order, with amounts of that currency alone', async () => {
    const ann = await shop.person()
    const [percentCode, amountCode] = [
      await createCode({ percentOff: 20 }),
      await createCode({ amountsOff: { EUR: 300 }, skuIds: ['points_300'] }),
    ]
    const quoteInCurrency = (code: string, currencyCode: string) =>
      ann.client.call(quotePromotion, { skuId: 'points_300', currencyCode, code })
    for (const currencyCode of ['EUR', 'JPY']) {
      const quoteAnswer = await quoteInCurrency(percentCode, currencyCode)
      const price = skuIn(examplePrices(), 'points_300', currencyCode)?.cents ?? 0
      const discountCents = Math.floor((price * 20 + 50) / 100)
      expect(quoteAnswer).toMatchObject({
        ok: true,
        value: { currencyCode, priceCents: price, discountCents, totalCents: price - discountCents },
      })
    }
    expect(outcomeOf(await quoteInCurrency(amountCode, 'JPY'))).toBe('PROMOTION_NOT_HERE')
    expect(outcomeOf(await quoteInCurrency(amountCode, 'GBP'))).toBe('H4031')
    const quoteAnswer = await quoteInCurrency(amountCode, 'EUR')
    const quotedCents = quoteAnswer.ok ? quoteAnswer.value.totalCents : 0
    const request = { ...purchaseOf('points_300', undefined, 'EUR'), ...urls, promotionCode: amountCode, quotedCents }
    const openedOrder = await ann.client.get(createOrder, request, key())
    await shop.world.press({ ...openedOrder, subscriptionRef: null }, 'pay')
    expect(await ann.client.get(getOrderResult, { payOrderId: openedOrder.payOrderId })).toMatchObject({ payResult: 'SUCCESS' })
    expect(await paymentsOf(openedOrder.payOrderId)).toMatchObject([{ amountCents: quotedCents, discountCents: 300, currencyCode: 'EUR' }])
    const [document] = await shop.db.select().from(invoice).where(eq(invoice.ownerId, ann.id))
    expect(document).toMatchObject({ grossCents: quotedCents, discountCents: 300, currencyCode: 'EUR' })
  })

  it('is for the first payment of a plan alone, which adds all of its points', async () => {
    const ann = await shop.person()
    const code = await createCode({ amountsOff: { USD: 400 }, skuIds: ['premium_weekly'] })
    expect(await quote(ann, code, 'premium_weekly')).toMatchObject({ ok: true, value: { totalCents: 599, renewalCents: 999 } })
    const orderId = await buy(ann, code, 'premium_weekly')
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ priceCents: 999 })
    await shop.pass(7 * DAY_MS + 2 * MINUTE_MS)
    expect(await paymentsOf(orderId)).toMatchObject([
      { cycle: 1, amountCents: 599, discountCents: 400, points: 400 },
      { cycle: 2, amountCents: 999, discountCents: 0, promotionCode: '', points: 400 },
    ])
  })

  it('lowers the member price', async () => {
    const ann = await shop.member()
    const code = await createCode({ percentOff: 50, skuIds: ['points_800'] })
    expect(await quote(ann, code, 'points_800')).toMatchObject({ ok: true, value: { priceCents: 1249, totalCents: 624 } })
  })

  it('that was quoted otherwise is refused, and nothing is ordered', async () => {
    const ann = await shop.person()
    const code = await createCode()
    expect(outcomeOf(await tryOrder(ann, code, 'points_300', 1000))).toBe('PROMOTION_CHANGED')
    expect(await shop.db.select().from(payOrder).where(eq(payOrder.ownerId, ann.id))).toEqual([])
    expect(await useStatesOf(code)).toEqual([])
  })

  it('is not offered where the payment service does not support it', async () => {
    const ann = await shop.person()
    const code = await createCode()
    vi.spyOn(shop.provider, 'can', 'get').mockReturnValue(new Set())
    expect([outcomeOf(await quote(ann, code)), outcomeOf(await tryOrder(ann, code))]).toEqual(['H4021', 'H4021'])
  })
})

describe('a code is refused', () => {
  it('for each of its faults', async () => {
    const [ann, bob] = [await shop.person(), await shop.person()]
    const nowMs = shop.nowMs()
    const refusals = async (code: string, skuId?: string) => [
      outcomeOf(await quote(ann, code, skuId)),
      outcomeOf(await tryOrder(ann, code, skuId)),
    ]
    const pairOf = (code: string) => [code, code]
    expect(await refusals('NO-SUCH-CODE')).toEqual(pairOf('PROMOTION_UNKNOWN'))
    expect(await refusals(await createCode({ startsAt: nowMs + DAY_MS }))).toEqual(pairOf('PROMOTION_NOT_YET'))
    expect(await refusals(await createCode({ endsAt: nowMs }))).toEqual(pairOf('PROMOTION_ENDED'))
    expect(await refusals(await createCode({ skuIds: ['premium_yearly'] }))).toEqual(pairOf('PROMOTION_NOT_HERE'))
    expect(await refusals(await createCode(), FREE_TRIAL_SKU)).toEqual(pairOf('PROMOTION_NOT_HERE'))
    expect(await refusals(await createCode({ amountsOff: { EUR: 100 } }))).toEqual(pairOf('PROMOTION_NOT_HERE'))
    const singleUseCode = await createCode({ mostRedemptions: 1 })
    await buy(bob, singleUseCode)
    expect(await refusals(singleUseCode)).toEqual(pairOf('PROMOTION_USED_UP'))
    const firstPurchaseCode = await createCode({ audience: 'first_purchase' })
    const usedCode = await createCode()
    await buy(ann, usedCode)
    expect(await refusals(usedCode)).toEqual(pairOf('PROMOTION_USED'))
    expect(await refusals(firstPurchaseCode)).toEqual(pairOf('PROMOTION_NOT_FIRST'))
    expect(outcomeOf(await quote(await shop.person(), firstPurchaseCode))).toBe('ok')
  })

  it('as unknown where it is for other accounts, even once it has ended', async () => {
    const [ann, bob, eve] = [await shop.person(), await shop.person(), await shop.person()]
    const namedCode = await createCode({ audience: 'named', named: [ann.id, ` ${bob.email.toUpperCase()}`], mostRedemptions: 1 })
    expect([outcomeOf(await quote(ann, namedCode)), outcomeOf(await quote(bob, namedCode))]).toEqual(['ok', 'ok'])
    expect(outcomeOf(await quote(eve, namedCode))).toBe('PROMOTION_UNKNOWN')
    await shop.db.update(promotion).set({ disabledAtMs: shop.nowMs() }).where(eq(promotion.code, namedCode))
    expect([outcomeOf(await quote(bob, namedCode)), outcomeOf(await quote(eve, namedCode))]).toEqual([
      'PROMOTION_ENDED',
      'PROMOTION_UNKNOWN',
    ])
    const [row] = await shop.db.select().from(promotion).where(eq(promotion.code, namedCode))
    expect(JSON.stringify(row)).not.toContain(bob.email)
  })

  it('for another account of the same mailbox, which has used it', async () => {
    const [ann, otherAccount] = [await shop.person(), await shop.person()]
    await shop.db.update(account).set({ email: 'twice@example.org' }).where(eq(account.id, ann.id))
    await shop.db.update(account).set({ email: 'twice+again@example.org' }).where(eq(account.id, otherAccount.id))
    const code = await createCode()
    await buy(ann, code)
    expect(outcomeOf(await quote(otherAccount, code))).toBe('PROMOTION_USED')
  })

  it('after too many unknown ones, by quotes and orders together, while known ones do not count', async () => {
    const ann = await shop.person()
    const code = await createCode()
    for (let n = 0; n < PROMOTION_TRIES_PER_HOUR - 1; n += 1) await (n % 2 === 0 ? quote(ann, `GUESS-${n}`) : tryOrder(ann, `GUESS-${n}`))
    for (let n = 0; n < 3; n += 1) expect(outcomeOf(await quote(ann, code))).toBe('ok')
    expect(outcomeOf(await quote(ann, 'GUESS-LAST'))).toBe('PROMOTION_UNKNOWN')
    expect([outcomeOf(await quote(ann, code)), outcomeOf(await tryOrder(ann, code))]).toEqual(['H4022', 'H4022'])
    const visitor = createTestClient(shop.server, { nowMs: shop.nowMs, address: '203.0.113.7' })
    expect(outcomeOf(await visitor.call(quotePromotion, { skuId: 'points_300', currencyCode: 'USD', code }))).toBe('H3009')
  })
})

describe('the limits of a code', () => {
  it('apply when many orders are made in parallel, and each paid one counts once', async () => {
    const code = await createCode({ mostRedemptions: 3 })
    const people = await Promise.all(Array.from({ length: 24 }, () => shop.person()))
    const answers = await Promise.all(people.map((person) => tryOrder(person, code)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['ok', 'PROMOTION_USED_UP']))
    for (const answer of answers) {
      if (!answer.ok) continue
      await shop.world.press({ payOrderId: '', sessionId: answer.value.sessionId, subscriptionRef: null }, 'pay')
    }
    await shop.pass(2 * MINUTE_MS)
    await shop.pass(2 * MINUTE_MS)
    expect(await useStatesOf(code)).toEqual(['redeemed', 'redeemed', 'redeemed'])
  })

  it('apply to one user on many devices, whose open order with it the next one replaces', async () => {
    const ann = await shop.person()
    const code = await createCode()
    const skus = ['points_100', 'points_300', 'points_800', 'points_2000'] as const
    const devices = await Promise.all(skus.map(async (skuId) => ({ skuId, client: await anotherBrowser(shop, ann) })))
    const answers = await Promise.all(devices.map((device) => tryOrder(device, code, device.skuId)))
    const sessionIds = answers.flatMap((answer) => (answer.ok ? [answer.value.sessionId] : []))
    expect(sessionIds.length).toBeGreaterThan(0)
    for (const sessionId of sessionIds) await shop.world.press({ payOrderId: '', sessionId, subscriptionRef: null }, 'pay')
    for (let round = 0; round < 3; round += 1) await shop.pass(2 * MINUTE_MS)
    const payments = await shop.db.select().from(payment).where(eq(payment.ownerId, ann.id))
    expect(payments.length).toBeLessThanOrEqual(1)
    expect((await useStatesOf(code)).filter((state) => state === 'redeemed')).toHaveLength(payments.length)
  })

  it('do not count a closed checkout any more, once it can not be paid', async () => {
    const [ann, bob] = [await shop.person(), await shop.person()]
    const code = await createCode({ mostRedemptions: 1 })
    const openedOrder = await openOrder(ann, code)
    expect(outcomeOf(await quote(bob, code))).toBe('PROMOTION_USED_UP')
    await shop.world.press(openedOrder, 'cancel')
    await ann.client.get(getOrderResult, { payOrderId: openedOrder.payOrderId })
    expect(await useStatesOf(code)).toEqual(['released'])
    await buy(bob, code)
    expect(await useStatesOf(code)).toEqual(['redeemed', 'released'])
  })

  it('do not count an order any more that is unpaid for a day', async () => {
    const [ann, bob] = [await shop.person(), await shop.person()]
    const code = await createCode({ mostRedemptions: 1 })
    await openOrder(ann, code)
    await shop.pass(25 * 60 * MINUTE_MS)
    expect(await useStatesOf(code)).toEqual(['released'])
    expect(outcomeOf(await quote(bob, code))).toBe('ok')
  })

  it('let an open order retain its code when that ends or is disabled', async () => {
    const ann = await shop.person()
    const code = await createCode({ endsAt: shop.nowMs() + 10 * MINUTE_MS })
    const openedOrder = await openOrder(ann, code)
    await shop.pass(11 * MINUTE_MS)
    await shop.db.update(promotion).set({ disabledAtMs: shop.nowMs() }).where(eq(promotion.code, code))
    expect(outcomeOf(await quote(ann, code))).toBe('PROMOTION_ENDED')
    expect(await openOrder(ann, code)).toEqual(openedOrder)
    await shop.world.press(openedOrder, 'pay')
    await ann.client.get(getOrderResult, { payOrderId: openedOrder.payOrderId })
    expect(await paymentsOf(openedOrder.payOrderId)).toMatchObject([{ amountCents: 959, discountCents: 240 }])
    expect(await useStatesOf(code)).toEqual(['redeemed'])
  })

  it('refuse another order while the earlier checkout was paid, or can not be closed', async () => {
    const [ann, bob] = [await shop.person(), await shop.person()]
    const code = await createCode()
    const firstOrder = await openOrder(ann, code, 'points_100')
    await shop.world.press(firstOrder, 'pay')
    expect(outcomeOf(await tryOrder(ann, code, 'points_300'))).toBe('PROMOTION_USED')
    await openOrder(bob, code, 'points_100')
    shop.failCalls('readOrder')
    expect(outcomeOf(await tryOrder(bob, code, 'points_300'))).toBe('H4013')
    vi.restoreAllMocks()
    await buy(bob, code, 'points_300')
    expect((await useStatesOf(code)).filter((state) => state === 'redeemed')).toHaveLength(2)
  })

  it('let another order replace an order without a checkout', async () => {
    const ann = await shop.person()
    const code = await createCode()
    vi.spyOn(shop.provider, 'openCheckout').mockResolvedValueOnce({ ok: false, error: 'away' })
    expect(outcomeOf(await tryOrder(ann, code, 'points_100'))).toBe('H4013')
    await buy(ann, code, 'points_300')
    expect(await useStatesOf(code)).toEqual(['redeemed', 'released'])
  })
})

describe('after a purchase with a code', () => {
  it('a refund is never more than the payment', async () => {
    const ann = await shop.person()
    const orderId = await buy(ann, await createCode({ percentOff: 50 }))
    const [paymentRow] = await paymentsOf(orderId)
    const { refunds } = await ann.client.get(getReceipt, { id: paymentRow?.id ?? '' })
    expect(refunds.offer).toMatchObject({ amount: 599, points: 300 })
    await ann.client.get(requestRefund, { id: paymentRow?.id ?? '', reason: 'mistake', amount: 599, points: 300 }, key())
    await shop.pass(2 * MINUTE_MS)
    const creditNotes = await shop.db
      .select()
      .from(invoice)
      .where(and(eq(invoice.ownerId, ann.id), eq(invoice.kind, 'credit_note')))
    expect(creditNotes).toMatchObject([{ grossCents: 599, discountCents: 0, promotionCode: '' }])
  })

  it('a change of plan credits what was paid for the week, not its price', async () => {
    const ann = await shop.person()
    const orderId = await buy(ann, await createCode({ amountsOff: { USD: 499 }, skuIds: ['premium_weekly'] }), 'premium_weekly')
    await shop.pass(3.5 * DAY_MS)
    const { points } = await ann.client.get(getPoints, {})
    // The provider would credit half of the week's full price, although the user paid the discounted price. So the server refuses the
    // quote.
    vi.spyOn(shop.provider, 'previewChange').mockResolvedValueOnce(ok({ creditCents: 500, dueCents: 4499 }))
    expect((await ann.client.refusal(quotePlanChange, { orderId, plan: 'yearly' })).code).toBe('H4021')
    const offer = await ann.client.get(quotePlanChange, { orderId, plan: 'yearly' })
    expect(offer).toMatchObject({ priceCents: 4999, creditCents: 250, dueCents: 4749, points: 2300 })
    expect(await ann.client.get(agreePlanChange, { quoteId: offer.quoteId }, key())).toEqual({ outcome: 'changed' })
    expect(await ann.client.get(getPoints, {})).toMatchObject({ points: points + 2300 })
    const charges = await shop.db.select().from(sandboxCharge).where(eq(sandboxCharge.creditCents, 250))
    expect(charges).toMatchObject([{ amountCents: 4749 }])
  })

  it('a pack counts as bought at its full price, and not at half', async () => {
    const ann = await shop.person()
    const pack = await openOrder(ann, await createCode({ percentOff: 50 }))
    const orderId = await shop.buy(ann, 'premium_weekly')
    await shop.world.press(pack, 'pay')
    await ann.client.get(getOrderResult, { payOrderId: pack.payOrderId })
    const [weekPayment] = await paymentsOf(orderId)
    expect((await ann.client.get(getReceipt, { id: weekPayment?.id ?? '' })).refunds.offer).toMatchObject({ amount: 999 })
  })
})

describe('a new code', () => {
  const tryCode = async (terms: Partial<Terms> & { readonly code?: string }) => {
    const context = { nowMs: shop.nowMs, secret: 'of these tests', config: { prices: examplePrices() } }
    const answer = await shop.db.transaction((tx) =>
      createPromotion(tx, context, { code: `T-${(codeCount += 1)}`, audience: 'everybody', ...terms }),
    )
    return answer.ok ? 'ok' : `${answer.error.code} ${answer.error.fields?.join(' ') ?? ''}`.trim()
  }

  it('leaves 50 cents of each of its prices, a member’s too', async () => {
    expect(await tryCode({ percentOff: 99 })).toBe('PROMOTION_TOO_LOW percentOff')
    expect(await tryCode({ percentOff: 80 })).toBe('ok')
    expect(await tryCode({ percentOff: 81 })).toBe('PROMOTION_TOO_LOW percentOff')
    expect(await tryCode({ amountsOff: { USD: 949 }, skuIds: ['premium_weekly'] })).toBe('ok')
    expect(await tryCode({ amountsOff: { USD: 950 }, skuIds: ['premium_weekly'] })).toBe('PROMOTION_TOO_LOW amountsOff')
  })

  it('has one value, a name, existing products, and users where it is restricted', async () => {
    expect(await tryCode({})).toBe('H3000 percentOff')
    expect(await tryCode({ amountsOff: {} })).toBe('H3000 amountsOff')
    expect(await tryCode({ percentOff: 10, amountsOff: { USD: 100 } })).toBe('H3000 percentOff')
    expect(await tryCode({ percentOff: 10, code: 'A!' })).toBe('H3000 code')
    expect(await tryCode({ percentOff: 10, skuIds: [FREE_TRIAL_SKU] })).toBe('H3000 skuIds')
    expect(await tryCode({ percentOff: 10, startsAt: 5, endsAt: 5 })).toBe('H3000 endsAt')
    expect(await tryCode({ percentOff: 10, audience: 'named' })).toBe('H3000 named')
    expect(await tryCode({ percentOff: 10, code: 'spring 26' })).toBe('ok')
    expect(await tryCode({ percentOff: 10, code: 'Spring26' })).toBe('PROMOTION_TAKEN code')
  })
})
