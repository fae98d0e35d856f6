import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { account, mail } from '#server/database/account-schema.ts'
import { invoice, payOrder, payment } from '#server/database/payment-schema.ts'
import { topUp } from '#server/database/top-up-schema.ts'
import { sandboxCharge, sandboxSession } from '#server/database/sandbox-schema.ts'
import { pushSubscription } from '#server/database/push-schema.ts'
import { inTransaction } from '#server/database/database.ts'
import { checkLedger } from '#server/billing/rounds/check-ledger.ts'
import { appendEntries } from '#server/billing/ledger.ts'
import { deleteMe } from '#shared/api/account-settings.ts'
import { getReceipt } from '#shared/api/payments.ts'
import { requestRefund } from '#shared/api/refunds.ts'
import { agreeTopUp, getTopUp, saveLowPoints, stopTopUp } from '#shared/api/top-up.ts'
import { getPoints } from '#shared/api/user.ts'
import { LOW_POINTS, LOW_POINTS_PAUSE_MS, MAX_TOP_UP_CEILING_CENTS, TOP_UP_CARD_WITHIN_MS } from '#shared/domain/top-up-rules.ts'
import { fail } from '#shared/result.ts'
import { examplePrices } from '../../fixtures/payment/example-prices.ts'
import type { QuickAccount } from './quick-account.ts'
import { type SandboxShop, MINUTE_MS, RETURN_URL, key, openSandboxShop } from './sandbox-shop.ts'
import { agreeToTopUp, saveCard, spendPoints } from './top-ups-of.ts'

const TERMS = { skuId: 'points_300', belowPoints: 100, ceilingCents: 2500, priceCents: 1199, currencyCode: 'USD', returnUrl: RETURN_URL }

let shop: SandboxShop
beforeAll(async () => {
  shop = await openSandboxShop(examplePrices())
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(shop.world.problems).toEqual([])
})
afterAll(async () => {
  expect(await checkLedger(shop.db)).toEqual([])
  await shop.close()
})

const pointsOf = async ({ client }: QuickAccount) => (await client.get(getPoints, {})).points
const topUpInfo = ({ client }: QuickAccount) => client.get(getTopUp, {})
const grantPoints = (person: QuickAccount, amount: number) =>
  inTransaction(shop.db, (tx) => appendEntries(tx, person.id, [{ kind: 'grant', amount, note: '' }], shop.nowMs()))
const mailsOf = ({ email }: QuickAccount) => shop.db.select().from(mail).where(eq(mail.recipient, email))
const ordersOf = ({ id }: QuickAccount) =>
  shop.db
    .select()
    .from(payOrder)
    .where(and(eq(payOrder.ownerId, id), isNotNull(payOrder.topUpId)))
const paymentsOf = ({ id }: QuickAccount) => shop.db.select().from(payment).where(eq(payment.ownerId, id))
/** The cents of each top-up that the payment service has charged. */
async function chargedTopUps(person: QuickAccount): Promise<number[]> {
  const rows = await shop.db
    .select({ cents: sandboxCharge.amountCents, orderId: sandboxSession.orderId })
    .from(sandboxCharge)
    .innerJoin(sandboxSession, eq(sandboxSession.id, sandboxCharge.sessionId))
    .where(eq(sandboxCharge.state, 'succeeded'))
  const topUpOrderIds = new Set((await ordersOf(person)).map(({ id }) => id))
  return rows.filter(({ orderId }) => topUpOrderIds.has(orderId)).map(({ cents }) => cents)
}

/** A user with 150 points, who has agreed to a top-up of every balance below 100 points. */
async function personWithTopUp(card: 'works' | 'declined' | 'confirm' = 'works', terms = {}): Promise<QuickAccount> {
  const ann = await shop.person()
  await grantPoints(ann, 150)
  await agreeToTopUp(shop, ann, { ...TERMS, ...terms }, card)
  return ann
}

describe('the notice of few points', () => {
  it('is one mail when they fall below the limit, and another one only after they have risen and fallen again, a day later', async () => {
    const ann = await shop.person()
    await grantPoints(ann, LOW_POINTS + 10)
    await shop.pass(MINUTE_MS)
    expect(await shop.mailSubjects(ann)).toEqual([])
    const pushFields = { endpoint: 'https://push.invalid', p256dh: '', auth: '', createdAtMs: 0, seenAtMs: 0 }
    await shop.db.insert(pushSubscription).values({ ...pushFields, id: 'low', ownerId: ann.id })
    await spendPoints(shop, ann, 20)
    for (let round = 0; round < 3; round += 1) await shop.pass(MINUTE_MS)
    await spendPoints(shop, ann, 5)
    await shop.pass(2 * LOW_POINTS_PAUSE_MS)
    expect(await shop.mailSubjects(ann)).toEqual(['You have 40 Kinora points left'])
    // The push message fails, and the server removes a subscription whose message failed. So its removal shows that the message was sent.
    await expect.poll(() => shop.db.select().from(pushSubscription).where(eq(pushSubscription.id, 'low')), { timeout: 10_000 }).toEqual([])
    await grantPoints(ann, 20)
    await spendPoints(shop, ann, 20)
    await shop.pass(MINUTE_MS)
    // The points fall again at once, but the server sends no third mail within the pause after the second one.
    await grantPoints(ann, 40)
    await spendPoints(shop, ann, 40)
    await shop.pass(MINUTE_MS)
    expect(await shop.mailSubjects(ann)).toHaveLength(2)
  })

  it('is not sent for a rising balance, for points that return before delivery, when it is off, nor to visitors', async () => {
    const [ann, ben, cleo] = [await shop.person(), await shop.person(), await shop.person()]
    await grantPoints(ann, LOW_POINTS - 10)
    await grantPoints(ben, LOW_POINTS)
    await spendPoints(shop, ben, 10)
    await grantPoints(ben, 10)
    await grantPoints(cleo, LOW_POINTS)
    await cleo.client.get(saveLowPoints, { points: null })
    await spendPoints(shop, cleo, 10)
    await shop.pass(MINUTE_MS)
    for (const person of [ann, ben, cleo]) expect(await shop.mailSubjects(person)).toEqual([])
    expect(await topUpInfo(cleo)).toMatchObject({ noticePoints: null })
    await ann.client.get(saveLowPoints, { points: 30 })
    await spendPoints(shop, ann, 15)
    await shop.pass(MINUTE_MS)
    expect(await shop.mailSubjects(ann)).toEqual(['You have 25 Kinora points left'])
  })
})

describe('an automatic top-up', () => {
  it('is off, charges nothing before its card is saved, and is a payment like any other once a video leaves few points', async () => {
    const ann = await shop.person()
    await grantPoints(ann, 150)
    expect(await topUpInfo(ann)).toMatchObject({ isOffered: true, agreed: null, lastEnd: null, noticePoints: LOW_POINTS })
    const { url } = await ann.client.get(agreeTopUp, TERMS, key())
    expect(await topUpInfo(ann)).toMatchObject({ agreed: { card: null, agreedAt: shop.nowMs(), belowPoints: 100, ceilingCents: 2500 } })
    await spendPoints(shop, ann, 10)
    await saveCard(shop, url ?? '', 'works')
    expect(await topUpInfo(ann)).toMatchObject({ agreed: { card: 'Sandbox card 4242', chargedCents: 0 } })
    await spendPoints(shop, ann, 41)
    expect(await chargedTopUps(ann)).toEqual([])
    await shop.pass(MINUTE_MS)
    expect(await pointsOf(ann)).toBe(399)
    expect(await chargedTopUps(ann)).toEqual([1199])
    const [paymentRow] = await paymentsOf(ann)
    expect(paymentRow).toMatchObject({ amountCents: 1199, points: 300, cycle: null })
    expect(
      await shop.db
        .select()
        .from(invoice)
        .where(eq(invoice.paymentId, paymentRow?.id ?? '')),
    ).toMatchObject([{ grossCents: 1199 }])
    expect(await shop.mailSubjects(ann)).toEqual(['Your Kinora receipt: $11.99 for 300 points'])
    expect(await topUpInfo(ann)).toMatchObject({ agreed: { chargedCents: 1199, chargingCents: 0 } })
    const receipt = await ann.client.get(getReceipt, { id: paymentRow?.id ?? '' })
    const { amount = 0, points = 0 } = receipt.refunds.offer ?? {}
    await ann.client.get(requestRefund, { id: paymentRow?.id ?? '', reason: 'mistake', amount, points }, key())
    await shop.pass(MINUTE_MS)
    expect(await paymentsOf(ann)).toMatchObject([{ refundedCents: 1199 }])
    // Only points that a user spends on videos cause a top-up. Points that a refund withdraws do not.
    expect(await chargedTopUps(ann)).toEqual([1199])
  })

  it('is in the chosen currency, else in the last paid one, with the packs and ceiling of that', async () => {
    const ann = await shop.person()
    await shop.buy(ann, 'points_100', 'JPY')
    const offer = await topUpInfo(ann)
    const bob = await shop.person()
    const country = { clientCountryCode: 'DE' }
    expect(await bob.client.get(getTopUp, country)).toMatchObject({ currencyCode: 'EUR' })
    expect(await bob.client.get(getTopUp, { ...country, currencyCode: 'USD' })).toMatchObject({ currencyCode: 'USD' })
    expect([offer.currencyCode, offer.packs.find(({ skuId }) => skuId === 'points_300')?.cents]).toEqual(['JPY', 1800])
    expect((await ann.client.refusal(agreeTopUp, { ...TERMS, currencyCode: 'JPY' }, key())).code).toBe('H4021')
    await agreeToTopUp(shop, ann, { ...TERMS, priceCents: 1800, ceilingCents: 3600, currencyCode: 'JPY' })
    await spendPoints(shop, ann, (await pointsOf(ann)) - 99)
    await shop.pass(MINUTE_MS)
    expect(await pointsOf(ann)).toBe(399)
    expect(await chargedTopUps(ann)).toEqual([1800])
    expect(await topUpInfo(ann)).toMatchObject({ agreed: { chargedCents: 1800, currencyCode: 'JPY' } })
    await shop.pass(MINUTE_MS)
    await shop.buy(ann, 'points_100', 'EUR')
    // The agreement stays in JPY, though the latest payment is in EUR.
    expect(await topUpInfo(ann)).toMatchObject({ currencyCode: 'JPY', isOffered: true })
    const documents = await shop.db.select().from(invoice).where(eq(invoice.ownerId, ann.id))
    expect(documents.map(({ currencyCode, grossCents }) => [currencyCode, grossCents])).toContainEqual(['JPY', 1800])
  })

  it('is charged once for any number of parallel orders, and not beside one in progress', async () => {
    const ann = await personWithTopUp()
    await Promise.all(Array.from({ length: 8 }, () => spendPoints(shop, ann, 10)))
    await Promise.all([shop.server.payRound(), shop.server.payRound(), shop.pass(MINUTE_MS)])
    expect(await chargedTopUps(ann)).toEqual([1199])
    expect(await pointsOf(ann)).toBe(370)
  })

  it('never goes above its ceiling in a month of UTC, also not by another agreement', async () => {
    const ann = await personWithTopUp()
    const spendBelowLimit = async () => {
      await spendPoints(shop, ann, (await pointsOf(ann)) - 50)
      await shop.pass(MINUTE_MS)
    }
    for (let round = 0; round < 3; round += 1) await spendBelowLimit()
    expect(await chargedTopUps(ann)).toEqual([1199, 1199])
    await agreeToTopUp(shop, ann, { ...TERMS, ceilingCents: 3000 })
    await spendPoints(shop, ann, 5)
    await shop.pass(MINUTE_MS)
    expect(await chargedTopUps(ann)).toHaveLength(2)
    const today = new Date(shop.nowMs())
    await shop.passTo(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1))
    await spendPoints(shop, ann, 5)
    await shop.pass(MINUTE_MS)
    expect(await chargedTopUps(ann)).toHaveLength(3)
    expect(await topUpInfo(ann)).toMatchObject({ agreed: { chargedCents: 1199 } })
  })

  it('switches off after a decline, and a mail reports that nothing was charged', async () => {
    const ann = await personWithTopUp('declined')
    await spendPoints(shop, ann, 60)
    await shop.pass(MINUTE_MS)
    expect(await chargedTopUps(ann)).toEqual([])
    expect(await pointsOf(ann)).toBe(90)
    expect(await topUpInfo(ann)).toMatchObject({ agreed: null, lastEnd: { reason: 'declined', at: shop.nowMs() } })
    const [notice] = await mailsOf(ann)
    expect(notice?.body).toContain("Your card was declined (Sandbox card 0002).\nYou weren't charged for 300 points")
    await spendPoints(shop, ann, 10)
    for (let round = 0; round < 3; round += 1) await shop.pass(MINUTE_MS)
    expect(await ordersOf(ann)).toMatchObject([{ state: 'CLOSED' }])
  })

  it('that the bank must confirm is a mail with the link: points are added when it is paid', async () => {
    const ann = await personWithTopUp('confirm')
    await spendPoints(shop, ann, 60)
    await shop.pass(MINUTE_MS)
    const { agreed } = await topUpInfo(ann)
    expect(agreed).toMatchObject({ chargingCents: 1199, confirmUrl: expect.stringContaining('/checkout/') })
    const [notice] = await mailsOf(ann)
    expect(notice?.subject).toBe('Confirm your Kinora top-up of $11.99')
    expect(notice?.body).toContain(agreed?.confirmUrl)
    await spendPoints(shop, ann, 10)
    await shop.pass(MINUTE_MS)
    expect(await pointsOf(ann)).toBe(80)
    const [order] = await ordersOf(ann)
    await shop.world.press({ payOrderId: '', sessionId: order?.sessionId ?? '', subscriptionRef: null }, 'pay')
    await shop.pass(2 * MINUTE_MS)
    expect(await pointsOf(ann)).toBe(380)
    expect(await chargedTopUps(ann)).toEqual([1199])
  })

  it('that stays unconfirmed ends with the next one, and charges nothing', async () => {
    const ann = await personWithTopUp('confirm')
    await spendPoints(shop, ann, 60)
    await shop.pass(MINUTE_MS)
    await shop.pass(26 * 60 * MINUTE_MS)
    await spendPoints(shop, ann, 10)
    await shop.pass(MINUTE_MS)
    expect(await topUpInfo(ann)).toMatchObject({ agreed: null, lastEnd: { reason: 'unconfirmed' } })
    expect(await chargedTopUps(ann)).toEqual([])
  })

  it.each(['lost answer', 'killed process'])(
    'after a %s between the charge and the books is neither lost nor charged twice',
    async (failure) => {
      const ann = await personWithTopUp()
      await spendPoints(shop, ann, 60)
      const cards = shop.provider.savedCards
      if (cards === null) throw new Error('no cards')
      const charge = cards.charge.bind(cards)
      vi.spyOn(cards, 'charge').mockImplementationOnce(async (input) => {
        await charge(input)
        if (failure === 'killed process') throw new Error('killed')
        return fail('away')
      })
      await shop.pass(MINUTE_MS)
      expect(await chargedTopUps(ann)).toEqual([1199])
      expect(await pointsOf(ann)).toBe(90)
      shop.world.restart()
      for (let round = 0; round < 3; round += 1) await shop.pass(2 * MINUTE_MS)
      expect(await chargedTopUps(ann)).toEqual([1199])
      expect(await pointsOf(ann)).toBe(390)
      expect(await paymentsOf(ann)).toHaveLength(1)
    },
  )

  it('that never reached the payment service is not charged hours later, and one that did is found', async () => {
    const [ann, ben] = [await personWithTopUp(), await personWithTopUp()]
    const cards = shop.provider.savedCards
    if (cards === null) throw new Error('no cards')
    const charge = cards.charge.bind(cards)
    const chargeSpy = vi.spyOn(cards, 'charge').mockResolvedValue(fail('away'))
    await spendPoints(shop, ann, 60)
    await shop.pass(MINUTE_MS)
    chargeSpy.mockImplementation(async (input) => {
      await charge(input)
      return fail('away')
    })
    await spendPoints(shop, ben, 60)
    await shop.server.payRound()
    chargeSpy.mockResolvedValue(fail('away'))
    await shop.pass(2 * 60 * MINUTE_MS)
    vi.restoreAllMocks()
    await shop.pass(2 * 60 * MINUTE_MS)
    expect([await chargedTopUps(ann), await chargedTopUps(ben)]).toEqual([[], [1199]])
    expect([await pointsOf(ann), await pointsOf(ben)]).toEqual([90, 390])
  })
})

describe('nothing is charged', () => {
  const expectNoTopUp = async (person: QuickAccount) => {
    await spendPoints(shop, person, 60)
    await shop.pass(MINUTE_MS)
    expect(await ordersOf(person)).toEqual([])
  }

  it('once it is switched off, by one press, also while it waits for its card', async () => {
    const ann = await personWithTopUp()
    await ann.client.get(stopTopUp, {})
    await ann.client.get(stopTopUp, {})
    expect(await topUpInfo(ann)).toMatchObject({ agreed: null, lastEnd: { reason: 'person' } })
    await expectNoTopUp(ann)
    const ben = await shop.person()
    await grantPoints(ben, 150)
    const { url } = await ben.client.get(agreeTopUp, TERMS, key())
    await ben.client.get(stopTopUp, {})
    await saveCard(shop, url ?? '', 'works')
    await expectNoTopUp(ben)
  })

  it('while a refund is open, a payment of the plan has failed, the account is closed or is leaving', async () => {
    const ann = await personWithTopUp()
    await ann.client.get(deleteMe, { confirmation: ann.email })
    await expectNoTopUp(ann)
    const ben = await personWithTopUp()
    await shop.db.update(account).set({ disabledAtMs: 1 }).where(eq(account.id, ben.id))
    await expectNoTopUp(ben)
    const cleo = await shop.pastDueBuyer()
    await agreeToTopUp(shop, cleo, { ...TERMS, belowPoints: 300 })
    await spendPoints(shop, cleo, 350)
    await shop.pass(MINUTE_MS)
    expect(await ordersOf(cleo)).toEqual([])
    const dan = await personWithTopUp()
    await shop.buy(dan, 'points_100')
    const [paymentRow] = await paymentsOf(dan)
    const receipt = await dan.client.get(getReceipt, { id: paymentRow?.id ?? '' })
    const { amount = 0, points = 0 } = receipt.refunds.offer ?? {}
    shop.failCalls('refund')
    await dan.client.get(requestRefund, { id: paymentRow?.id ?? '', reason: 'mistake', amount, points }, key())
    await expectNoTopUp(dan)
  })

  it('for more than agreed: a member pays half, and a former member at most that price', async () => {
    const ann = await shop.member()
    await agreeToTopUp(shop, ann, { ...TERMS, belowPoints: 300 })
    await spendPoints(shop, ann, 350)
    await shop.pass(MINUTE_MS)
    expect(await chargedTopUps(ann)).toEqual([599])
    const ben = await personWithTopUp()
    await shop.db.update(topUp).set({ priceCents: 1198 }).where(eq(topUp.ownerId, ben.id))
    await expectNoTopUp(ben)
    expect(await topUpInfo(ben)).toMatchObject({ agreed: null, lastEnd: { reason: 'price' } })
  })

  it('on invalid terms, at another price, for an item that is no pack, nor by a service without support', async () => {
    const ann = await shop.person()
    const agreeRefusal = (terms: object) => ann.client.refusal(agreeTopUp, { ...TERMS, ...terms }, key())
    expect(await agreeRefusal({ belowPoints: 301 })).toMatchObject({ code: 'H3000', fields: ['belowPoints'] })
    expect(await agreeRefusal({ ceilingCents: 1198 })).toMatchObject({ code: 'H3000', fields: ['ceilingCents'] })
    expect(await agreeRefusal({ ceilingCents: MAX_TOP_UP_CEILING_CENTS + 1 })).toMatchObject({ code: 'H3000' })
    expect(await agreeRefusal({ priceCents: 1198 })).toMatchObject({ code: 'H4021' })
    expect(await agreeRefusal({ skuId: 'premium_weekly' })).toMatchObject({ code: 'H4031' })
    expect(await agreeRefusal({ returnUrl: 'https://elsewhere.example/ai/setting' })).toMatchObject({
      code: 'H3000',
      fields: ['returnUrl'],
    })
    const { savedCards } = shop.provider
    Object.assign(shop.provider, { savedCards: null })
    expect(await topUpInfo(ann)).toMatchObject({ isOffered: false })
    expect(await agreeRefusal({})).toMatchObject({ code: 'H4021' })
    Object.assign(shop.provider, { savedCards })
    expect(await topUpInfo(ann)).toMatchObject({ agreed: null, lastEnd: null })
  })

  it('without a card within a day', async () => {
    const ann = await shop.person()
    await ann.client.get(agreeTopUp, TERMS, key())
    await shop.pass(TOP_UP_CARD_WITHIN_MS)
    expect(await topUpInfo(ann)).toMatchObject({ agreed: null, lastEnd: { reason: 'no_card' } })
  })
})

it('a pack that the user buys beside a running top-up is an order of its own', async () => {
  const ann = await personWithTopUp('confirm')
  await spendPoints(shop, ann, 60)
  await shop.pass(MINUTE_MS)
  const { payOrderId } = await shop.order(ann, 'points_300')
  expect((await ordersOf(ann)).map(({ id }) => id)).not.toContain(payOrderId)
})
