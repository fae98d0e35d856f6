import { randomUUID } from 'node:crypto'
import { and, asc, eq, getTableColumns, inArray, isNotNull, ne } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { invoice, payOrder, payment, subscription } from '#server/database/payment-schema.ts'
import { topUp } from '#server/database/top-up-schema.ts'
import { sandboxCharge, sandboxEvent, sandboxSession, sandboxSubscription } from '#server/database/sandbox-schema.ts'
import { ledger } from '#server/database/schema.ts'
import { checkLedger } from '#server/billing/rounds/check-ledger.ts'
import { promotion, promotionRedemption } from '#server/database/promotion-schema.ts'
import { PAYMENT_WEBHOOK_PATH } from '#server/billing/providers/payment-provider.ts'
import { CHECKOUT_ACTIONS } from '#server/billing/providers/sandbox/checkout-actions.ts'
import { cancelSubscription } from '#server/billing/providers/sandbox/bill.ts'
import { refund } from '#server/billing/providers/sandbox/refunds.ts'
import { eventSignature } from '#server/billing/providers/subotiz/wire.ts'
import { createOrder } from '#shared/api/pay-orders.ts'
import { getReceipt } from '#shared/api/payments.ts'
import { agreePlanChange, cancelPlanChange, quotePlanChange } from '#shared/api/plan-change.ts'
import { quotePromotion } from '#shared/api/promotions.ts'
import { requestRefund } from '#shared/api/refunds.ts'
import { getSubscription, payNow, resumePlan, unsubscribe } from '#shared/api/subscription.ts'
import { agreeTopUp, getTopUp, stopTopUp } from '#shared/api/top-up.ts'
import { getPoints } from '#shared/api/user.ts'
import { REFUND_REASONS } from '#shared/domain/refund-rules.ts'
import { FREE_TRIAL_SKU } from '#shared/domain/membership-terms.ts'
import { utcMonthOf } from '#shared/domain/top-up-rules.ts'
import { planFacts } from '#src/billing/plan/plan-facts.ts'
import { examplePrices } from '../../fixtures/payment/example-prices.ts'
import { SANDBOX_KEYS, SHOP_ORIGIN } from '../../fixtures/payment/sandbox-world.ts'
import type { TestClient } from '../client.ts'
import { DAY_MS, purchaseOf } from './money-harness.ts'
import { type QuickAccount, anotherBrowser } from './quick-account.ts'
import { type SandboxShop, RETURN_URL, key, openSandboxShop } from './sandbox-shop.ts'
import { saveCard, spendPoints } from './top-ups-of.ts'

const RUN_COUNT = 20
const TIMEOUT_MS = 600_000
const HOUR_MS = 60 * 60 * 1000
const SKUS = ['points_300', 'premium_weekly', 'premium_yearly', FREE_TRIAL_SKU] as const
/** Users buy in both currencies. JPY has no decimals. */
const CURRENCIES = ['EUR', 'JPY'] as const
const PAUSES_MS = [10 * 60_000, 5 * HOUR_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 40 * DAY_MS] as const
const PROVIDER_CALLS = [
  'readOrder',
  'cancelSubscription',
  'resumeSubscription',
  'payNow',
  'previewChange',
  'changeNow',
  'changeAtEnd',
  'cancelPlanChange',
  'refund',
  'readRefund',
] as const
const STEPS = [
  'order',
  'orderWithCode',
  'orderWithCode',
  'codeIsUsedUp',
  'codeEnds',
  'codeIsDisabled',
  'buyOnTwoDevices',
  'checkout',
  'checkout',
  'checkout',
  'events',
  'events',
  'timePasses',
  'timePasses',
  'renewalFails',
  'renewalFails',
  'cardWorks',
  'givenBackThere',
  'askRefund',
  'changePlan',
  'changePlan',
  'cancelPlanChange',
  'cancel',
  'resume',
  'payNow',
  'answerIsLost',
  'providerIsAway',
  'topUpOn',
  'topUpOff',
  'video',
  'video',
] as const
type Step = (typeof STEPS)[number]

const CODES = ['LIFE-WEEK', 'LIFE-ALL', 'LIFE-ONCE'] as const
const ACTIVE_CODE_FIELDS = { startsAtMs: null, endsAtMs: null, disabledAtMs: null } as const
const MOST_USES_PER_PERSON = 2

let shop: SandboxShop
beforeAll(async () => {
  shop = await openSandboxShop(examplePrices())
  const commonFields = {
    ...ACTIVE_CODE_FIELDS,
    amountsOff: null,
    mostRedemptions: null,
    mostPerPerson: 1,
    audience: 'everybody',
    named: [],
    createdAtMs: 0,
  } as const
  await shop.db.insert(promotion).values([
    { ...commonFields, id: 'week', code: CODES[0], percentOff: 40, skuIds: ['premium_weekly'] },
    { ...commonFields, id: 'all', code: CODES[1], percentOff: 25, skuIds: null, mostPerPerson: MOST_USES_PER_PERSON },
    { ...commonFields, id: 'once', code: CODES[2], percentOff: 10, skuIds: null, audience: 'first_purchase' },
  ])
})
afterAll(() => shop.close())
afterEach(() => vi.restoreAllMocks())

const sessionsOf = ({ id }: QuickAccount) =>
  shop.db
    .select({ sessionId: payOrder.sessionId })
    .from(payOrder)
    .where(eq(payOrder.ownerId, id))
    .then((rows) => rows.flatMap(({ sessionId }) => sessionId ?? []))

const plansOf = async (person: QuickAccount) =>
  shop.db
    .select()
    .from(sandboxSubscription)
    .where(inArray(sandboxSubscription.sessionId, await sessionsOf(person)))
    .orderBy(asc(sandboxSubscription.id))

const chargesOf = async (person: QuickAccount) =>
  shop.db
    .select({ ...getTableColumns(sandboxCharge), currencyCode: sandboxSession.currencyCode })
    .from(sandboxCharge)
    .innerJoin(sandboxSession, eq(sandboxSession.id, sandboxCharge.sessionId))
    .where(and(inArray(sandboxCharge.sessionId, await sessionsOf(person)), eq(sandboxCharge.state, 'succeeded')))
    .orderBy(asc(sandboxCharge.id))

const paymentsOf = ({ id }: QuickAccount) => shop.db.select().from(payment).where(eq(payment.ownerId, id)).orderBy(asc(payment.id))

const eventsOf = async (person: QuickAccount) =>
  shop.db
    .select()
    .from(sandboxEvent)
    .where(inArray(sandboxEvent.sessionId, await sessionsOf(person)))
    .orderBy(asc(sandboxEvent.id))

/** Delivers an event of the sandbox to the app, which may have received it already. */
async function deliver({ body }: typeof sandboxEvent.$inferSelect): Promise<void> {
  const timestamp = String(shop.nowMs())
  const headers = {
    'content-type': 'application/json',
    'x-timestamp': timestamp,
    'x-access-no': SANDBOX_KEYS.accessNo,
    'x-signature': eventSignature(SANDBOX_KEYS.secret, timestamp, Buffer.from(body)),
  }
  await shop.server.app.request(`${PAYMENT_WEBHOOK_PATH}sandbox`, { method: 'POST', headers, body })
}

const itemAt = <Item>(items: readonly Item[], pick: number): Item | undefined => items[pick % Math.max(1, items.length)]

/** The acts of a user, by step. The server refuses a step that the account's state does not allow, which is also tested. */
function stepsOf(person: QuickAccount): Record<Step, (pick: number) => unknown> {
  const browser = () => anotherBrowser(shop, person)
  const tryOrder = (client: TestClient, pick: number, keyOptions = key()) => {
    const urls = { returnUrl: `${SHOP_ORIGIN}/pay/success`, cancelUrl: `${SHOP_ORIGIN}/pay/cancel` }
    const currency = itemAt(CURRENCIES, Math.floor(pick / 5)) ?? 'EUR'
    return client.call(createOrder, { ...purchaseOf(itemAt(SKUS, pick) ?? 'points_300', pick % 3 === 0, currency), ...urls }, keyOptions)
  }
  const planOrder = async (pick: number) => {
    const rows = await shop.db
      .select({ orderId: subscription.orderId })
      .from(subscription)
      .innerJoin(payOrder, eq(payOrder.id, subscription.orderId))
      .where(eq(payOrder.ownerId, person.id))
      .orderBy(asc(subscription.orderId))
    return itemAt(rows, pick)?.orderId ?? 'none'
  }
  const setCards = async (isCardRefused: boolean) =>
    shop.db
      .update(sandboxSubscription)
      .set({ isCardRefused })
      .where(inArray(sandboxSubscription.sessionId, await sessionsOf(person)))
  const changeCode = (code: string, changes: Partial<typeof promotion.$inferInsert>) =>
    shop.db.update(promotion).set(changes).where(eq(promotion.code, code))
  return {
    async order(pick) {
      const [firstClient, secondClient] = [await browser(), await browser()]
      const sameKey = key()
      const isOnTwoDevices = pick % 2 === 0
      await Promise.all([
        tryOrder(firstClient, pick, sameKey),
        tryOrder(isOnTwoDevices ? secondClient : firstClient, pick, isOnTwoDevices ? key() : sameKey),
      ])
    },
    async orderWithCode(pick) {
      const [firstClient, secondClient] = [await browser(), await browser()]
      const urls = { returnUrl: `${SHOP_ORIGIN}/pay/success`, cancelUrl: `${SHOP_ORIGIN}/pay/cancel` }
      const code = itemAt(CODES, Math.floor(pick / 4)) ?? 'LIFE-ALL'
      const currencyCode = itemAt(CURRENCIES, Math.floor(pick / 5)) ?? 'EUR'
      const quoteAnswer = await firstClient.call(quotePromotion, { skuId: itemAt(SKUS, pick) ?? 'points_300', currencyCode, code })
      if (!quoteAnswer.ok) return
      const { skuId, totalCents: quotedCents } = quoteAnswer.value
      // Between quote and order a code may end or be disabled or used up. The server accepts the quoted price or refuses the order.
      if (pick % 7 === 0) await changeCode(code, { endsAtMs: shop.nowMs() })
      if (pick % 11 === 0) await changeCode(code, { disabledAtMs: shop.nowMs() })
      const request = { ...purchaseOf(skuId, undefined, currencyCode), ...urls, promotionCode: code, quotedCents }
      const orderAnswers = await Promise.all([
        firstClient.call(createOrder, request, key()),
        secondClient.call(createOrder, request, key()),
      ])
      for (const answer of orderAnswers) {
        if (!answer.ok) continue
        expect(answer.value.amountCents).toBe(quotedCents)
        if (pick % 3 > 0) await shop.world.press({ payOrderId: '', sessionId: answer.value.sessionId, subscriptionRef: null }, 'pay')
      }
    },
    codeIsUsedUp: (pick) => changeCode(itemAt(CODES, pick) ?? 'LIFE-ALL', { mostRedemptions: pick % 2 === 0 ? 1 : null }),
    codeEnds: (pick) => changeCode(itemAt(CODES, pick) ?? 'LIFE-ALL', { endsAtMs: pick % 2 === 0 ? shop.nowMs() : null }),
    codeIsDisabled: (pick) => changeCode(itemAt(CODES, pick) ?? 'LIFE-ALL', { disabledAtMs: pick % 2 === 0 ? shop.nowMs() : null }),
    async buyOnTwoDevices(pick) {
      const lesserOrder = await tryOrder(await browser(), pick % 2 === 0 ? SKUS.indexOf('premium_weekly') : SKUS.indexOf(FREE_TRIAL_SKU))
      const pay = async (orderAnswer: typeof lesserOrder) => {
        if (orderAnswer.ok) await shop.world.press({ payOrderId: '', sessionId: orderAnswer.value.sessionId, subscriptionRef: null }, 'pay')
      }
      if (pick % 3 > 0) await pay(lesserOrder)
      if (pick % 3 > 1) await shop.pass(2 * 60_000)
      const yearlyOrder = await tryOrder(await browser(), SKUS.indexOf('premium_yearly'))
      await Promise.all([pay(lesserOrder), pay(yearlyOrder)])
    },
    async checkout(pick) {
      const sessionId = itemAt((await sessionsOf(person)).toSorted(), pick)
      const action = itemAt(CHECKOUT_ACTIONS, Math.floor(pick / 3)) ?? 'pay'
      if (sessionId !== undefined)
        await shop.world.press({ payOrderId: '', sessionId, subscriptionRef: null }, pick % 2 === 0 ? 'pay' : action)
    },
    async events(pick) {
      const events = await eventsOf(person)
      const deliveredEvents = events.filter((_, index) => (index + pick) % 3 !== 0)
      for (const event of pick % 2 === 0 ? deliveredEvents : deliveredEvents.toReversed()) await deliver(event)
    },
    timePasses: (pick) => shop.pass(itemAt(PAUSES_MS, pick) ?? DAY_MS),
    async renewalFails() {
      await setCards(true)
      const dueTimesMs = (await plansOf(person)).flatMap(({ dueAtMs }) => dueAtMs ?? [])
      if (dueTimesMs.length > 0) await shop.passTo(Math.max(shop.nowMs(), Math.min(...dueTimesMs)) + 2 * 60_000)
    },
    cardWorks: () => setCards(false),
    async givenBackThere(pick) {
      const charge = itemAt(await chargesOf(person), pick)
      const cents = pick % 2 === 0 ? undefined : 1 + (pick % 500)
      if (charge !== undefined) await refund(shop.db, { chargeId: charge.id, cents, key: randomUUID() }, shop.nowMs())
    },
    async askRefund(pick) {
      const paymentRow = itemAt(await paymentsOf(person), pick)
      const [client, otherClient] = [await browser(), await browser()]
      const receipt = paymentRow === undefined ? undefined : await client.call(getReceipt, { id: paymentRow.id })
      if (paymentRow === undefined || receipt?.ok !== true || receipt.value.refunds.offer === null) return
      const { amount, points } = receipt.value.refunds.offer
      const request = { id: paymentRow.id, reason: itemAt(REFUND_REASONS, pick) ?? 'other', amount, points }
      await Promise.all([client.call(requestRefund, request, key()), otherClient.call(requestRefund, request, key())])
    },
    async changePlan(pick) {
      const orderId = await planOrder(pick)
      const [client, otherClient] = [await browser(), await browser()]
      const quote = await client.call(quotePlanChange, { orderId, plan: pick % 3 === 0 ? 'weekly' : 'yearly' })
      if (!quote.ok) return
      if (pick % 5 === 0) await shop.pass(5 * 60_000)
      const { quoteId } = quote.value
      await Promise.all([client.call(agreePlanChange, { quoteId }, key()), otherClient.call(agreePlanChange, { quoteId }, key())])
    },
    async topUpOn(pick) {
      const { packs, currencyCode } = await (await browser()).get(getTopUp, {})
      const { skuId, cents } = itemAt(packs, pick % 2) ?? { skuId: '', cents: 0 }
      const terms = {
        skuId,
        belowPoints: 60,
        ceilingCents: cents * (1 + (pick % 3)),
        priceCents: cents,
        currencyCode,
        returnUrl: RETURN_URL,
      }
      const answer = await (await browser()).call(agreeTopUp, terms, key())
      if (answer.ok && answer.value.url !== null) await saveCard(shop, answer.value.url, itemAt(CARDS, Math.floor(pick / 2)) ?? 'works')
      await (await browser()).call(getTopUp, {})
    },
    topUpOff: async () => (await browser()).call(stopTopUp, {}),
    async video(pick) {
      const { points } = await (await browser()).get(getPoints, {})
      // Spends all but a few points, on two devices at once.
      const spendablePoints = points - (pick % 50)
      if (spendablePoints >= 2)
        await Promise.all([
          spendPoints(shop, person, Math.floor(spendablePoints / 2)),
          spendPoints(shop, person, Math.floor(spendablePoints / 2)),
        ])
      if (pick % 3 > 0) await shop.pass(60_000)
    },
    cancelPlanChange: async (pick) => (await browser()).call(cancelPlanChange, { orderId: await planOrder(pick) }, key()),
    cancel: async (pick) => (await browser()).call(unsubscribe, { orderId: await planOrder(pick) }, key()),
    resume: async (pick) => (await browser()).call(resumePlan, { orderId: await planOrder(pick) }, key()),
    payNow: async (pick) => (await browser()).call(payNow, { orderId: await planOrder(pick) }, key()),
    answerIsLost(pick) {
      const callName = itemAt(PROVIDER_CALLS, pick) ?? 'readOrder'
      const callProvider = shop.provider[callName].bind(shop.provider) as (...input: unknown[]) => Promise<unknown>
      vi.spyOn(shop.provider, callName).mockImplementationOnce(
        async (...input: unknown[]): Promise<{ readonly ok: false; readonly error: 'away' }> => {
          await callProvider(...input)
          return { ok: false, error: 'away' }
        },
      )
    },
    providerIsAway(pick) {
      vi.restoreAllMocks()
      if (pick % 2 === 0) shop.failCalls(itemAt(PROVIDER_CALLS, Math.floor(pick / 2)) ?? 'readOrder')
    },
  }
}

const CARDS = ['works', 'works', 'declined', 'confirm'] as const

const seenStatuses = new Set<string>()
const seenCurrencies = new Set<string>()
const seenUses = new Set<string>()

/** Expects that the sum of the top-ups charged in a month (UTC) is at most the highest agreed ceiling, in each currency. */
async function expectCeiling({ id }: QuickAccount): Promise<void> {
  const charges = await shop.db
    .select({
      cents: sandboxCharge.amountCents,
      paidAtMs: sandboxCharge.paidAtMs,
      orderId: sandboxSession.orderId,
      currencyCode: sandboxSession.currencyCode,
    })
    .from(sandboxCharge)
    .innerJoin(sandboxSession, eq(sandboxSession.id, sandboxCharge.sessionId))
    .where(eq(sandboxCharge.state, 'succeeded'))
  const orders = await shop.db
    .select({ id: payOrder.id, state: payOrder.state })
    .from(payOrder)
    .where(and(eq(payOrder.ownerId, id), isNotNull(payOrder.topUpId)))
  expect(orders.filter(({ state }) => state === 'PENDING' || state === 'FAILED').length).toBeLessThanOrEqual(1)
  const topUpOrderIds = new Set(orders.map((order) => order.id))
  const agreements = await shop.db.select().from(topUp).where(eq(topUp.ownerId, id))
  for (const currency of CURRENCIES) {
    const months = new Map<number, number>()
    for (const { cents, paidAtMs, orderId, currencyCode } of charges) {
      if (!topUpOrderIds.has(orderId) || currencyCode !== currency) continue
      topUpChargeCount += 1
      const { startsAtMs } = utcMonthOf(paidAtMs ?? 0)
      months.set(startsAtMs, (months.get(startsAtMs) ?? 0) + cents)
    }
    const ceilings = agreements.filter(({ currencyCode }) => currencyCode === currency).map(({ ceilingCents }) => ceilingCents)
    for (const cents of months.values()) expect(cents).toBeLessThanOrEqual(Math.max(0, ...ceilings))
  }
}

let topUpChargeCount = 0

/** Expects that the screen offers an action for the state of the user's plan. */
async function expectOfferedAction(person: QuickAccount): Promise<void> {
  const answer = await (await anotherBrowser(shop, person)).call(getSubscription, {})
  if (!answer.ok) return expect(answer.error.code).toBe('H4040')
  const { canCancel, actions, status } = planFacts(answer.value)
  seenStatuses.add(status)
  if (status === 'pastDue') expect(actions).toEqual(['payNow', 'updateCard'])
  else if (status === 'cancelled') expect(canCancel || actions.includes('resume') || answer.value.endsAt > shop.nowMs()).toBe(true)
  else expect(canCancel).toBe(true)
}

/** Stops the provider's failures, delivers all events, and passes time until due payments are checked. */
async function settlePayments(person: QuickAccount): Promise<void> {
  vi.restoreAllMocks()
  for (const event of await eventsOf(person)) await deliver(event)
  for (let round = 0; round < 3; round += 1) await shop.pass(2 * 60_000)
  for (const event of await eventsOf(person)) await deliver(event)
}

/** Ends the user's plans. All users share one clock, so the plans would be renewed during the next user's steps. */
async function endPlans(person: QuickAccount): Promise<void> {
  for (const { id } of await plansOf(person)) await cancelSubscription(shop.db, id, 'now', shop.nowMs())
  for (const event of await eventsOf(person)) await deliver(event)
}

async function expectCorrectBooks(person: QuickAccount): Promise<void> {
  const { id } = person
  expect(await checkLedger(shop.db)).toEqual([])
  const movements = await shop.db.select().from(ledger).where(eq(ledger.ownerId, id))
  const points = movements.reduce((sum, { amount }) => sum + amount, 0)
  expect(await (await anotherBrowser(shop, person)).get(getPoints, {})).toEqual({ points, held: 0 })

  const charges = await chargesOf(person)
  const documents = await shop.db.select().from(invoice).where(eq(invoice.ownerId, id))
  for (const currency of CURRENCIES) {
    const chargesInCurrency = charges.filter(({ currencyCode }) => currencyCode === currency)
    const chargedCents = chargesInCurrency.reduce((sum, { amountCents, refundedCents }) => sum + amountCents - refundedCents, 0)
    const invoicedCents = documents
      .filter(({ currencyCode }) => currencyCode === currency)
      .reduce((sum, { kind, grossCents }) => sum + (kind === 'invoice' ? grossCents : -grossCents), 0)
    expect([currency, invoicedCents]).toEqual([currency, chargedCents])
    if (chargedCents > 0) seenCurrencies.add(currency)
  }
  expect(documents.filter(({ currencyCode }) => !CURRENCIES.some((known) => known === currencyCode))).toEqual([])

  await expectCodeLimits(person, documents)

  await expectCeiling(person)
  const renewingPlans = (await plansOf(person)).filter(({ state, cancelledAtMs }) => state !== 'canceled' && cancelledAtMs === null)
  expect(renewingPlans.length).toBeLessThanOrEqual(1)
  const appPlans = await shop.db
    .select({ state: subscription.state, cancelledAtMs: subscription.cancelledAtMs })
    .from(subscription)
    .innerJoin(payOrder, eq(payOrder.id, subscription.orderId))
    .where(and(eq(payOrder.ownerId, id), ne(subscription.state, 'ended')))
  expect(appPlans.filter(({ cancelledAtMs }) => cancelledAtMs === null)).toHaveLength(renewingPlans.length)
}

/**
 * Expects that each paid use of a code belongs to a paid order, that the discounts of orders, payments and invoices have the same sum, and
 * that each code's limits are respected.
 */
async function expectCodeLimits({ id }: QuickAccount, documents: readonly (typeof invoice.$inferSelect)[]): Promise<void> {
  const uses = await shop.db
    .select({ use: promotionRedemption, order: payOrder })
    .from(promotionRedemption)
    .innerJoin(payOrder, eq(payOrder.id, promotionRedemption.orderId))
    .where(eq(promotionRedemption.ownerId, id))
  for (const { use } of uses) seenUses.add(use.state)
  const redeemedUses = uses.filter(({ use }) => use.state === 'redeemed')
  expect(redeemedUses.filter(({ order }) => order.state !== 'SUCCESS')).toEqual([])
  expect(uses.filter(({ use, order }) => order.state === 'SUCCESS' && use.state !== 'redeemed')).toEqual([])
  for (const [promotionId, mostUses] of [
    ['week', 1],
    ['all', MOST_USES_PER_PERSON],
    ['once', 1],
  ] as const)
    expect(redeemedUses.filter(({ use }) => use.promotionId === promotionId).length).toBeLessThanOrEqual(mostUses)
  const sumDiscounts = (rows: readonly { readonly discountCents: number }[]) =>
    rows.reduce((sum, { discountCents }) => sum + discountCents, 0)
  const orderDiscountCents = sumDiscounts(redeemedUses.map(({ order }) => order))
  expect([sumDiscounts(await paymentsOf({ id } as QuickAccount)), sumDiscounts(documents)]).toEqual([
    orderDiscountCents,
    orderDiscountCents,
  ])
}

it(
  'for any sequence of events of a plan on two devices, the ledger makes the points, the documents make the money of each currency, one plan renews, and each state has an exit',
  { timeout: TIMEOUT_MS },
  async () => {
    const currencyArbitrary = fc.constantFrom(...CURRENCIES)
    const step = fc.record({ name: fc.constantFrom(...STEPS), pick: fc.nat(60) })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SKUS),
        currencyArbitrary,
        fc.array(step, { minLength: 12, maxLength: 36 }),
        async (firstSkuId, currency, stepSequence) => {
          const person = await shop.person()
          await shop.db.update(promotion).set({ ...ACTIVE_CODE_FIELDS, mostRedemptions: null })
          await shop.buy(person, firstSkuId, currency)
          const steps = stepsOf(person)
          for (const { name, pick } of stepSequence) {
            await steps[name](pick)
            await expectOfferedAction(person)
          }
          await settlePayments(person)
          await expectCorrectBooks(person)
          await expectOfferedAction(person)
          await endPlans(person)
          await expectCorrectBooks(person)
        },
      ),
      { numRuns: RUN_COUNT },
    )
    expect([...seenCurrencies].toSorted()).toEqual(['EUR', 'JPY'])
    expect(seenUses).toContain('redeemed')
    expect([...seenStatuses].toSorted()).toEqual(['active', 'cancelled', 'pastDue', 'trial'])
    expect(topUpChargeCount).toBeGreaterThan(0)
  },
)
