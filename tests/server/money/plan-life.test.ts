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
import { saveCard, spend } from './top-ups-of.ts'

const RUNS = 20
const TIMEOUT_MS = 600_000
const HOUR_MS = 60 * 60 * 1000
const SKUS = ['points_300', 'premium_weekly', 'premium_yearly', FREE_TRIAL_SKU] as const
/** Every user buys in both currencies. JPY has no decimals. */
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
const LIVE = { startsAtMs: null, endsAtMs: null, disabledAtMs: null } as const
const MOST_USES = 2

let shop: SandboxShop
beforeAll(async () => {
  shop = await openSandboxShop(examplePrices())
  const shared = {
    ...LIVE,
    amountsOff: null,
    mostRedemptions: null,
    mostPerPerson: 1,
    audience: 'everybody',
    named: [],
    createdAtMs: 0,
  } as const
  await shop.db.insert(promotion).values([
    { ...shared, id: 'week', code: CODES[0], percentOff: 40, skuIds: ['premium_weekly'] },
    { ...shared, id: 'all', code: CODES[1], percentOff: 25, skuIds: null, mostPerPerson: MOST_USES },
    { ...shared, id: 'once', code: CODES[2], percentOff: 10, skuIds: null, audience: 'first_purchase' },
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

const at = <Item>(items: readonly Item[], pick: number): Item | undefined => items[pick % Math.max(1, items.length)]

/** The acts of a user, by step. The server refuses a step that the account's state does not allow, which is also tested. */
function stepsOf(person: QuickAccount): Record<Step, (pick: number) => unknown> {
  const browser = () => anotherBrowser(shop, person)
  const order = (client: TestClient, pick: number, attempt = key()) => {
    const urls = { returnUrl: `${SHOP_ORIGIN}/pay/success`, cancelUrl: `${SHOP_ORIGIN}/pay/cancel` }
    const currency = at(CURRENCIES, Math.floor(pick / 5)) ?? 'EUR'
    return client.call(createOrder, { ...purchaseOf(at(SKUS, pick) ?? 'points_300', pick % 3 === 0, currency), ...urls }, attempt)
  }
  const planOrder = async (pick: number) => {
    const rows = await shop.db
      .select({ orderId: subscription.orderId })
      .from(subscription)
      .innerJoin(payOrder, eq(payOrder.id, subscription.orderId))
      .where(eq(payOrder.ownerId, person.id))
      .orderBy(asc(subscription.orderId))
    return at(rows, pick)?.orderId ?? 'none'
  }
  const setCards = async (isCardRefused: boolean) =>
    shop.db
      .update(sandboxSubscription)
      .set({ isCardRefused })
      .where(inArray(sandboxSubscription.sessionId, await sessionsOf(person)))
  const changeCode = (code: string, set: Partial<typeof promotion.$inferInsert>) =>
    shop.db.update(promotion).set(set).where(eq(promotion.code, code))
  return {
    async order(pick) {
      const [one, other] = [await browser(), await browser()]
      const same = key()
      const isOnTwo = pick % 2 === 0
      await Promise.all([order(one, pick, same), order(isOnTwo ? other : one, pick, isOnTwo ? key() : same)])
    },
    async orderWithCode(pick) {
      const [one, other] = [await browser(), await browser()]
      const urls = { returnUrl: `${SHOP_ORIGIN}/pay/success`, cancelUrl: `${SHOP_ORIGIN}/pay/cancel` }
      const code = at(CODES, Math.floor(pick / 4)) ?? 'LIFE-ALL'
      const currencyCode = at(CURRENCIES, Math.floor(pick / 5)) ?? 'EUR'
      const quoted = await one.call(quotePromotion, { skuId: at(SKUS, pick) ?? 'points_300', currencyCode, code })
      if (!quoted.ok) return
      const { skuId, totalCents: quotedCents } = quoted.value
      // Between quote and order a code may end or be disabled or used up. The server accepts the quoted price or refuses the order.
      if (pick % 7 === 0) await changeCode(code, { endsAtMs: shop.nowMs() })
      if (pick % 11 === 0) await changeCode(code, { disabledAtMs: shop.nowMs() })
      const request = { ...purchaseOf(skuId, undefined, currencyCode), ...urls, promotionCode: code, quotedCents }
      const made = await Promise.all([one.call(createOrder, request, key()), other.call(createOrder, request, key())])
      for (const answer of made) {
        if (!answer.ok) continue
        expect(answer.value.amountCents).toBe(quotedCents)
        if (pick % 3 > 0) await shop.world.press({ payOrderId: '', sessionId: answer.value.sessionId, subscriptionRef: null }, 'pay')
      }
    },
    codeIsUsedUp: (pick) => changeCode(at(CODES, pick) ?? 'LIFE-ALL', { mostRedemptions: pick % 2 === 0 ? 1 : null }),
    codeEnds: (pick) => changeCode(at(CODES, pick) ?? 'LIFE-ALL', { endsAtMs: pick % 2 === 0 ? shop.nowMs() : null }),
    codeIsDisabled: (pick) => changeCode(at(CODES, pick) ?? 'LIFE-ALL', { disabledAtMs: pick % 2 === 0 ? shop.nowMs() : null }),
    async buyOnTwoDevices(pick) {
      const lesser = await order(await browser(), pick % 2 === 0 ? SKUS.indexOf('premium_weekly') : SKUS.indexOf(FREE_TRIAL_SKU))
      const pay = async (made: typeof lesser) => {
        if (made.ok) await shop.world.press({ payOrderId: '', sessionId: made.value.sessionId, subscriptionRef: null }, 'pay')
      }
      if (pick % 3 > 0) await pay(lesser)
      if (pick % 3 > 1) await shop.pass(2 * 60_000)
      const greater = await order(await browser(), SKUS.indexOf('premium_yearly'))
      await Promise.all([pay(lesser), pay(greater)])
    },
    async checkout(pick) {
      const sessionId = at((await sessionsOf(person)).toSorted(), pick)
      const deed = at(CHECKOUT_ACTIONS, Math.floor(pick / 3)) ?? 'pay'
      if (sessionId !== undefined)
        await shop.world.press({ payOrderId: '', sessionId, subscriptionRef: null }, pick % 2 === 0 ? 'pay' : deed)
    },
    async events(pick) {
      const all = await eventsOf(person)
      const some = all.filter((_, index) => (index + pick) % 3 !== 0)
      for (const one of pick % 2 === 0 ? some : some.toReversed()) await deliver(one)
    },
    timePasses: (pick) => shop.pass(at(PAUSES_MS, pick) ?? DAY_MS),
    async renewalFails() {
      await setCards(true)
      const due = (await plansOf(person)).flatMap(({ dueAtMs }) => dueAtMs ?? [])
      if (due.length > 0) await shop.passTo(Math.max(shop.nowMs(), Math.min(...due)) + 2 * 60_000)
    },
    cardWorks: () => setCards(false),
    async givenBackThere(pick) {
      const charge = at(await chargesOf(person), pick)
      const cents = pick % 2 === 0 ? undefined : 1 + (pick % 500)
      if (charge !== undefined) await refund(shop.db, { chargeId: charge.id, cents, key: randomUUID() }, shop.nowMs())
    },
    async askRefund(pick) {
      const one = at(await paymentsOf(person), pick)
      const [client, other] = [await browser(), await browser()]
      const receipt = one === undefined ? undefined : await client.call(getReceipt, { id: one.id })
      if (one === undefined || receipt?.ok !== true || receipt.value.refunds.offer === null) return
      const { amount, points } = receipt.value.refunds.offer
      const request = { id: one.id, reason: at(REFUND_REASONS, pick) ?? 'other', amount, points }
      await Promise.all([client.call(requestRefund, request, key()), other.call(requestRefund, request, key())])
    },
    async changePlan(pick) {
      const orderId = await planOrder(pick)
      const [client, other] = [await browser(), await browser()]
      const quote = await client.call(quotePlanChange, { orderId, plan: pick % 3 === 0 ? 'weekly' : 'yearly' })
      if (!quote.ok) return
      if (pick % 5 === 0) await shop.pass(5 * 60_000)
      const { quoteId } = quote.value
      await Promise.all([client.call(agreePlanChange, { quoteId }, key()), other.call(agreePlanChange, { quoteId }, key())])
    },
    async topUpOn(pick) {
      const { packs, currencyCode } = await (await browser()).get(getTopUp, {})
      const { skuId, cents } = at(packs, pick % 2) ?? { skuId: '', cents: 0 }
      const terms = {
        skuId,
        belowPoints: 60,
        ceilingCents: cents * (1 + (pick % 3)),
        priceCents: cents,
        currencyCode,
        returnUrl: RETURN_URL,
      }
      const answer = await (await browser()).call(agreeTopUp, terms, key())
      if (answer.ok && answer.value.url !== null) await saveCard(shop, answer.value.url, at(CARDS, Math.floor(pick / 2)) ?? 'works')
      await (await browser()).call(getTopUp, {})
    },
    topUpOff: async () => (await browser()).call(stopTopUp, {}),
    async video(pick) {
      const { points } = await (await browser()).get(getPoints, {})
      // Spends all but a few points, on two devices at once.
      const left = points - (pick % 50)
      if (left >= 2) await Promise.all([spend(shop, person, Math.floor(left / 2)), spend(shop, person, Math.floor(left / 2))])
      if (pick % 3 > 0) await shop.pass(60_000)
    },
    cancelPlanChange: async (pick) => (await browser()).call(cancelPlanChange, { orderId: await planOrder(pick) }, key()),
    cancel: async (pick) => (await browser()).call(unsubscribe, { orderId: await planOrder(pick) }, key()),
    resume: async (pick) => (await browser()).call(resumePlan, { orderId: await planOrder(pick) }, key()),
    payNow: async (pick) => (await browser()).call(payNow, { orderId: await planOrder(pick) }, key()),
    answerIsLost(pick) {
      const name = at(PROVIDER_CALLS, pick) ?? 'readOrder'
      const ask = shop.provider[name].bind(shop.provider) as (...input: unknown[]) => Promise<unknown>
      vi.spyOn(shop.provider, name).mockImplementationOnce(
        async (...input: unknown[]): Promise<{ readonly ok: false; readonly error: 'away' }> => {
          await ask(...input)
          return { ok: false, error: 'away' }
        },
      )
    },
    providerIsAway(pick) {
      vi.restoreAllMocks()
      if (pick % 2 === 0) shop.failCalls(at(PROVIDER_CALLS, Math.floor(pick / 2)) ?? 'readOrder')
    },
  }
}

const CARDS = ['works', 'works', 'declined', 'confirm'] as const

const seen = new Set<string>()
const seenCurrencies = new Set<string>()
const seenUses = new Set<string>()

/** Expects that the top-ups charged in a month of UTC never exceed the highest agreed ceiling. */
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
  const own = new Set(orders.map((order) => order.id))
  const agreed = await shop.db.select().from(topUp).where(eq(topUp.ownerId, id))
  for (const currency of CURRENCIES) {
    const months = new Map<number, number>()
    for (const { cents, paidAtMs, orderId, currencyCode } of charges) {
      if (!own.has(orderId) || currencyCode !== currency) continue
      toppedUp += 1
      const { startsAtMs } = utcMonthOf(paidAtMs ?? 0)
      months.set(startsAtMs, (months.get(startsAtMs) ?? 0) + cents)
    }
    const ceilings = agreed.filter(({ currencyCode }) => currencyCode === currency).map(({ ceilingCents }) => ceilingCents)
    for (const cents of months.values()) expect(cents).toBeLessThanOrEqual(Math.max(0, ...ceilings))
  }
}

let toppedUp = 0

/** Expects that the screen offers an action for the state of the user's plan. */
async function expectWayOut(person: QuickAccount): Promise<void> {
  const answer = await (await anotherBrowser(shop, person)).call(getSubscription, {})
  if (!answer.ok) return expect(answer.error.code).toBe('H4040')
  const { canCancel, actions, status } = planFacts(answer.value)
  seen.add(status)
  if (status === 'pastDue') expect(actions).toEqual(['payNow', 'updateCard'])
  else if (status === 'cancelled') expect(canCancel || actions.includes('resume') || answer.value.endsAt > shop.nowMs()).toBe(true)
  else expect(canCancel).toBe(true)
}

/** Stops the provider's failures, delivers all events, and passes time until due payments are checked. */
async function settle(person: QuickAccount): Promise<void> {
  vi.restoreAllMocks()
  for (const one of await eventsOf(person)) await deliver(one)
  for (let round = 0; round < 3; round += 1) await shop.pass(2 * 60_000)
  for (const one of await eventsOf(person)) await deliver(one)
}

/** Ends the user's plans, because the following stories would bill them too. */
async function leave(person: QuickAccount): Promise<void> {
  for (const { id } of await plansOf(person)) await cancelSubscription(shop.db, id, 'now', shop.nowMs())
  for (const one of await eventsOf(person)) await deliver(one)
}

async function expectSound(person: QuickAccount): Promise<void> {
  const { id } = person
  expect(await checkLedger(shop.db)).toEqual([])
  const movements = await shop.db.select().from(ledger).where(eq(ledger.ownerId, id))
  const points = movements.reduce((sum, { amount }) => sum + amount, 0)
  expect(await (await anotherBrowser(shop, person)).get(getPoints, {})).toEqual({ points, held: 0 })

  const charges = await chargesOf(person)
  const documents = await shop.db.select().from(invoice).where(eq(invoice.ownerId, id))
  for (const currency of CURRENCIES) {
    const ofIt = charges.filter(({ currencyCode }) => currencyCode === currency)
    const chargedCents = ofIt.reduce((sum, { amountCents, refundedCents }) => sum + amountCents - refundedCents, 0)
    const invoicedCents = documents
      .filter(({ currencyCode }) => currencyCode === currency)
      .reduce((sum, { kind, grossCents }) => sum + (kind === 'invoice' ? grossCents : -grossCents), 0)
    expect([currency, invoicedCents]).toEqual([currency, chargedCents])
    if (chargedCents > 0) seenCurrencies.add(currency)
  }
  expect(documents.filter(({ currencyCode }) => !CURRENCIES.some((known) => known === currencyCode))).toEqual([])

  await expectCodesSound(person, documents)

  await expectCeiling(person)
  const renewing = (await plansOf(person)).filter(({ state, cancelledAtMs }) => state !== 'canceled' && cancelledAtMs === null)
  expect(renewing.length).toBeLessThanOrEqual(1)
  const ours = await shop.db
    .select({ state: subscription.state, cancelledAtMs: subscription.cancelledAtMs })
    .from(subscription)
    .innerJoin(payOrder, eq(payOrder.id, subscription.orderId))
    .where(and(eq(payOrder.ownerId, id), ne(subscription.state, 'ended')))
  expect(ours.filter(({ cancelledAtMs }) => cancelledAtMs === null)).toHaveLength(renewing.length)
}

/**
 * Expects that each paid use of a code belongs to a paid order, that the discounts of orders, payments and invoices have one sum, and that
 * each code's limits are respected.
 */
async function expectCodesSound({ id }: QuickAccount, documents: readonly (typeof invoice.$inferSelect)[]): Promise<void> {
  const uses = await shop.db
    .select({ use: promotionRedemption, order: payOrder })
    .from(promotionRedemption)
    .innerJoin(payOrder, eq(payOrder.id, promotionRedemption.orderId))
    .where(eq(promotionRedemption.ownerId, id))
  for (const { use } of uses) seenUses.add(use.state)
  const redeemed = uses.filter(({ use }) => use.state === 'redeemed')
  expect(redeemed.filter(({ order }) => order.state !== 'SUCCESS')).toEqual([])
  expect(uses.filter(({ use, order }) => order.state === 'SUCCESS' && use.state !== 'redeemed')).toEqual([])
  for (const [promotionId, most] of [
    ['week', 1],
    ['all', MOST_USES],
    ['once', 1],
  ] as const)
    expect(redeemed.filter(({ use }) => use.promotionId === promotionId).length).toBeLessThanOrEqual(most)
  const off = (rows: readonly { readonly discountCents: number }[]) => rows.reduce((sum, { discountCents }) => sum + discountCents, 0)
  const promised = off(redeemed.map(({ order }) => order))
  expect([off(await paymentsOf({ id } as QuickAccount)), off(documents)]).toEqual([promised, promised])
}

it(
  'for any sequence of events of a plan on two devices, the ledger makes the points, the documents make the money of each currency, one plan renews, and each state has an exit',
  { timeout: TIMEOUT_MS },
  async () => {
    const currencyOf = fc.constantFrom(...CURRENCIES)
    const step = fc.record({ name: fc.constantFrom(...STEPS), pick: fc.nat(60) })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SKUS),
        currencyOf,
        fc.array(step, { minLength: 12, maxLength: 36 }),
        async (first, currency, story) => {
          const person = await shop.person()
          await shop.db.update(promotion).set({ ...LIVE, mostRedemptions: null })
          await shop.buy(person, first, currency)
          const steps = stepsOf(person)
          for (const { name, pick } of story) {
            await steps[name](pick)
            await expectWayOut(person)
          }
          await settle(person)
          await expectSound(person)
          await expectWayOut(person)
          await leave(person)
          await expectSound(person)
        },
      ),
      { numRuns: RUNS },
    )
    expect([...seenCurrencies].toSorted()).toEqual(['EUR', 'JPY'])
    expect(seenUses).toContain('redeemed')
    expect([...seen].toSorted()).toEqual(['active', 'cancelled', 'pastDue', 'trial'])
    expect(toppedUp).toBeGreaterThan(0)
  },
)
