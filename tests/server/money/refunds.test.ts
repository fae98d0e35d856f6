import { and, desc, eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { QuickAccount } from './quick-account.ts'
import { ledger } from '#server/database/schema.ts'
import { mail } from '#server/database/account-schema.ts'
import { invoice, payment, refundRequest } from '#server/database/payment-schema.ts'
import { sandboxCharge, sandboxRefund } from '#server/database/sandbox-schema.ts'
import { readConfig } from '#server/config/config.ts'
import { requestRefund as requestRefundBy } from '#server/billing/request-refund.ts'
import { checkLedger } from '#server/billing/rounds/check-ledger.ts'
import { appendEntries } from '#server/billing/ledger.ts'
import { decideRefund } from '#server/billing/providers/sandbox/refunds.ts'
import { PROVIDER_ABILITIES } from '#server/billing/providers/payment-provider.ts'
import { inTransaction } from '#server/database/database.ts'
import { getReceipt } from '#shared/api/payments.ts'
import { requestRefund } from '#shared/api/refunds.ts'
import { getSubscription, resumePlan } from '#shared/api/subscription.ts'
import { getPoints } from '#shared/api/user.ts'
import { FREE_TRIAL_SKU } from '#shared/domain/membership-terms.ts'
import { MOST_REFUNDS, REFUND_LIMIT_PERIOD_MS, REFUND_WINDOW_MS } from '#shared/domain/refund-rules.ts'
import { createVisitor } from '../client.ts'
import { DAY_MS } from './money-harness.ts'
import { type Buyer, type SandboxShop, MINUTE_MS, key, openSandboxShop } from './sandbox-shop.ts'

let shop: SandboxShop
beforeAll(async () => {
  shop = await openSandboxShop()
})
afterEach(async () => {
  vi.restoreAllMocks()
  Object.assign(shop.provider, { can: new Set(PROVIDER_ABILITIES) })
  expect(shop.world.problems).toEqual([])
  expect(await checkLedger(shop.db)).toEqual([])
})
afterAll(() => shop.close())

const pointsOf = async ({ client }: QuickAccount) => (await client.get(getPoints, {})).points

/** The last payment of an order. */
async function lastPayment({ orderId }: Buyer) {
  const [row] = await shop.db.select().from(payment).where(eq(payment.orderId, orderId)).orderBy(desc(payment.cycle)).limit(1)
  if (row === undefined) throw new Error('nothing was paid')
  return row
}

const receiptOf = async (buyer: Buyer) => buyer.client.get(getReceipt, { id: (await lastPayment(buyer)).id })
const offerOf = async (buyer: Buyer) => (await receiptOf(buyer)).refunds.offer

/** The input of a refund request: the receipt's offer, with the given changes. */
async function buildRequest(buyer: Buyer, changes: { readonly amount?: number; readonly points?: number } = {}) {
  const { amount = 1, points = 1 } = (await offerOf(buyer)) ?? {}
  return { id: (await lastPayment(buyer)).id, reason: 'not_needed', amount, points, ...changes } as const
}
const sendRequest = async (buyer: Buyer, options = key()) => buyer.client.get(requestRefund, await buildRequest(buyer), options)
const requestRefusal = async (buyer: Buyer, changes = {}) => buyer.client.refusal(requestRefund, await buildRequest(buyer, changes), key())

const requestsOf = async ({ id }: QuickAccount) => shop.db.select().from(refundRequest).where(eq(refundRequest.ownerId, id))

async function spendPoints({ id }: QuickAccount, points: number) {
  const movement = { kind: 'expiry', amount: -points, note: '' } as const
  await inTransaction(shop.db, (tx) => appendEntries(tx, id, [movement], shop.nowMs()))
}

async function buyPack(skuId = 'points_100'): Promise<Buyer> {
  const person = await shop.person()
  return { ...person, orderId: await shop.buy(person, skuId) }
}

async function holdRefunds(buyer: Buyer) {
  const { ref } = await lastPayment(buyer)
  await shop.db.update(sandboxCharge).set({ holdsRefunds: true }).where(eq(sandboxCharge.id, ref))
}

/** The cents that the sandbox has refunded. */
async function readRefundedCents(buyer: Buyer): Promise<number | undefined> {
  const [charge] = await shop.db
    .select()
    .from(sandboxCharge)
    .where(eq(sandboxCharge.id, (await lastPayment(buyer)).ref))
  return charge?.refundedCents
}

async function decideRequest(buyer: Buyer, state: 'succeeded' | 'failed') {
  const [request] = await requestsOf(buyer)
  await decideRefund(shop.db, request?.ref ?? '', state, shop.nowMs())
}

const refundMails = async (buyer: QuickAccount) =>
  (await shop.mailSubjects(buyer)).filter((subject) => subject.startsWith('Your Kinora refund'))

const mailText = async ({ email }: QuickAccount, subjectStart: string) => {
  const rows = await shop.db.select().from(mail).where(eq(mail.recipient, email))
  return rows.find(({ subject }) => subject.startsWith(subjectStart))?.body ?? ''
}

const creditNotesOf = async (buyer: Buyer) =>
  shop.db
    .select()
    .from(invoice)
    .where(and(eq(invoice.paymentId, (await lastPayment(buyer)).id), eq(invoice.kind, 'credit_note')))

const movementsOf = async ({ id }: QuickAccount) =>
  (await shop.db.select().from(ledger).where(eq(ledger.ownerId, id)).orderBy(ledger.seq)).map(({ kind, amount }) => `${kind} ${amount}`)

describe('a refund', () => {
  it('refunds an unused pack in full, withdraws its points, issues a credit note, and sends a mail', async () => {
    const ann = await buyPack()
    await shop.buy(ann, 'points_300')
    const pointsBefore = await pointsOf(ann)
    expect(await offerOf(ann)).toEqual({ amount: 499, points: 100, spentPoints: 0, endsPlan: false })
    expect(await sendRequest(ann)).toEqual({ state: 'refunded' })
    expect(await readRefundedCents(ann)).toBe(499)
    expect(await pointsOf(ann)).toBe(pointsBefore - 100)
    expect(await lastPayment(ann)).toMatchObject({ refundedCents: 499, pointsTakenBack: 100 })
    expect(await creditNotesOf(ann)).toMatchObject([{ grossCents: 499 }])
    expect((await movementsOf(ann)).at(-1)).toBe('purchase -100')
    expect(await refundMails(ann)).toEqual(['Your Kinora refund: $4.99 for 100 points'])
    expect(await mailText(ann, 'Your Kinora refund')).toContain('We removed 100 points from your balance.')
    expect((await receiptOf(ann)).refunds).toMatchObject({ offer: null, requests: [{ state: 'refunded', amount: 499, points: 100 }] })
    expect(await requestRefusal(ann)).toEqual({ code: 'ORDER_CAN_NOT_REFUND' })
  })

  it('subtracts spent points: the rest is refunded in proportion, to the cent', async () => {
    const ann = await buyPack()
    await spendPoints(ann, (await pointsOf(ann)) - 37)
    expect(await offerOf(ann)).toEqual({ amount: 184, points: 37, spentPoints: 63, endsPlan: false })
    expect(await sendRequest(ann)).toEqual({ state: 'refunded' })
    expect(await readRefundedCents(ann)).toBe(184)
    expect(await pointsOf(ann)).toBe(0)
    expect(await lastPayment(ann)).toMatchObject({ refundedCents: 184, pointsTakenBack: 37 })
  })

  it('is nothing where all points are spent, nor for a trial', async () => {
    const ann = await buyPack()
    await spendPoints(ann, await pointsOf(ann))
    expect(await offerOf(ann)).toBeNull()
    expect(await requestRefusal(ann)).toEqual({ code: 'ORDER_CAN_NOT_REFUND' })
    const ben = await shop.member(FREE_TRIAL_SKU)
    expect(await offerOf(ben)).toBeNull()
    expect(await requestRefusal(ben)).toEqual({ code: 'ORDER_CAN_NOT_REFUND' })
  })

  it('counts points once, also where two payments added them', async () => {
    const ann = await buyPack()
    const secondPurchase = { ...ann, orderId: await shop.buy(ann, 'points_300') }
    await spendPoints(ann, (await pointsOf(ann)) - 250)
    await sendRequest(secondPurchase)
    expect(await pointsOf(ann)).toBe(0)
    expect(await offerOf(ann)).toBeNull()
  })

  it('is possible for 14 days, and not a moment later', async () => {
    const ann = await buyPack()
    const { paidAtMs } = await lastPayment(ann)
    shop.world.sleepUntil(paidAtMs + REFUND_WINDOW_MS - 1)
    expect(await offerOf(ann)).not.toBeNull()
    shop.world.sleepUntil(paidAtMs + REFUND_WINDOW_MS)
    expect(await offerOf(ann)).toBeNull()
    expect(await requestRefusal(ann)).toEqual({ code: 'ORDER_CAN_NOT_REFUND' })
  })

  it('reaches its limit with the last one of a year, without those that were refused', async () => {
    const ann = await shop.person()
    const buy = async (): Promise<Buyer> => ({ ...ann, orderId: await shop.buy(ann, 'points_100') })
    const refusedPurchase = await buy()
    vi.spyOn(shop.provider, 'refund').mockResolvedValue({ ok: false, error: 'refused' })
    expect(await sendRequest(refusedPurchase)).toEqual({ state: 'refused' })
    vi.restoreAllMocks()
    for (let count = 0; count < MOST_REFUNDS; count += 1) expect(await sendRequest(await buy())).toEqual({ state: 'refunded' })
    const lastPurchase = await buy()
    expect((await receiptOf(lastPurchase)).refunds).toMatchObject({ offer: null, isLimited: true })
    expect(await requestRefusal(lastPurchase)).toEqual({ code: 'H4041' })
    const aYearAgo = { requestedAtMs: shop.nowMs() - REFUND_LIMIT_PERIOD_MS }
    await shop.db.update(refundRequest).set(aYearAgo).where(eq(refundRequest.ownerId, ann.id))
    expect((await receiptOf(lastPurchase)).refunds).toMatchObject({ isLimited: false })
    expect(await sendRequest(lastPurchase)).toEqual({ state: 'refunded' })
  })

  it('is only for the agreed amounts', async () => {
    const ann = await buyPack()
    expect(await requestRefusal(ann, { amount: 498 })).toEqual({ code: 'H4021' })
    expect(await requestRefusal(ann, { points: 99 })).toEqual({ code: 'H4021' })
    const agreedRequest = await buildRequest(ann)
    await spendPoints(ann, (await pointsOf(ann)) - 50)
    expect(await ann.client.refusal(requestRefund, agreedRequest, key())).toEqual({ code: 'H4021' })
    expect(await readRefundedCents(ann)).toBe(0)
    expect(await requestsOf(ann)).toEqual([])
  })

  it('is requested by its payer alone, where the payment service supports it', async () => {
    const ann = await buyPack()
    const ben = await shop.person()
    const unknownPayment = { code: 'ORDER_PARAM_ERROR', fields: ['id'] }
    expect(await ben.client.refusal(requestRefund, await buildRequest(ann), key())).toEqual(unknownPayment)
    expect(await ann.client.refusal(requestRefund, { ...(await buildRequest(ann)), id: 'nothing' }, key())).toEqual(unknownPayment)
    const visitor = await createVisitor(shop.server, { nowMs: shop.nowMs })
    expect(await visitor.refusal(requestRefund, await buildRequest(ann), key())).toEqual({ code: 'H3009' })
    Object.assign(shop.provider, { can: new Set() })
    expect(await offerOf(ann)).toBeNull()
    expect(await requestRefusal(ann)).toEqual({ code: 'ORDER_CAN_NOT_REFUND' })
  })
})

describe('a request is one', () => {
  it('for a double press and a lost answer, and shows as requested on another device', async () => {
    const ann = await buyPack()
    await holdRefunds(ann)
    const [agreedRequest, sameKey] = [await buildRequest(ann), key()]
    const press = (options = sameKey) => ann.client.get(requestRefund, agreedRequest, options)
    expect(await Promise.all([press(), press(), press()])).toEqual(Array.from({ length: 3 }, () => ({ state: 'requested' })))
    expect(await ann.client.refusal(requestRefund, agreedRequest, key())).toEqual({ code: 'ORDER_STATUS_ERROR' })
    expect(await requestsOf(ann)).toHaveLength(1)
    expect(
      await shop.db
        .select()
        .from(sandboxRefund)
        .where(eq(sandboxRefund.chargeId, (await lastPayment(ann)).ref)),
    ).toHaveLength(1)
    await decideRequest(ann, 'succeeded')
    await shop.pass(2 * MINUTE_MS)
    expect(await press()).toEqual({ state: 'refunded' })
    expect(await readRefundedCents(ann)).toBe(499)
    expect(await refundMails(ann)).toHaveLength(1)
  })

  it('of two devices at the same instant', async () => {
    const ann = await buyPack()
    await holdRefunds(ann)
    const agreedRequest = await buildRequest(ann)
    const answers = await Promise.all([1, 2, 3].map(() => ann.client.call(requestRefund, agreedRequest, key())))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.error.code]))).toEqual(['ORDER_STATUS_ERROR', 'ORDER_STATUS_ERROR'])
  })
})

describe('while the payment service has not decided', () => {
  it('is away: the request waits, its points are withdrawn, and the rounds send it', async () => {
    const ann = await buyPack()
    const pointsBefore = await pointsOf(ann)
    shop.failCalls('refund')
    expect(await sendRequest(ann)).toEqual({ state: 'requested' })
    expect(await pointsOf(ann)).toBe(pointsBefore - 100)
    expect((await receiptOf(ann)).refunds).toMatchObject({ offer: null, requests: [{ state: 'requested', settledAt: null }] })
    await shop.pass(2 * MINUTE_MS)
    expect(await requestsOf(ann)).toMatchObject([{ state: 'requested', ref: null }])
    vi.restoreAllMocks()
    await shop.pass(5 * MINUTE_MS)
    expect(await requestsOf(ann)).toMatchObject([{ state: 'refunded' }])
    expect(await readRefundedCents(ann)).toBe(499)
    expect(await pointsOf(ann)).toBe(pointsBefore - 100)
  })

  it.each(['refund', 'readOrder'] as const)('a process that dies at %s refunds once', async (call) => {
    const ann = await buyPack()
    const agreedRequest = await buildRequest(ann)
    const realCall = shop.provider[call].bind(shop.provider) as (...args: unknown[]) => Promise<unknown>
    vi.spyOn(shop.provider, call).mockImplementation(async (...args: unknown[]) => {
      await realCall(...args)
      throw new Error('killed')
    })
    expect(await ann.client.refusal(requestRefund, agreedRequest, key())).toMatchObject({ code: 'H5000' })
    vi.restoreAllMocks()
    expect(await requestsOf(ann)).toMatchObject([{ state: 'requested' }])
    await shop.pass(2 * MINUTE_MS)
    expect(await requestsOf(ann)).toMatchObject([{ state: 'refunded' }])
    expect(await readRefundedCents(ann)).toBe(499)
    expect(await creditNotesOf(ann)).toHaveLength(1)
    expect(await refundMails(ann)).toHaveLength(1)
  })

  it('waits, and reports the refund once the service has made it', async () => {
    const ann = await buyPack()
    await holdRefunds(ann)
    expect(await sendRequest(ann)).toEqual({ state: 'requested' })
    await shop.pass(3 * MINUTE_MS)
    expect(await requestsOf(ann)).toMatchObject([{ state: 'requested' }])
    expect([await refundMails(ann), await creditNotesOf(ann)]).toEqual([[], []])
    await decideRequest(ann, 'succeeded')
    await shop.pass(DAY_MS)
    expect(await requestsOf(ann)).toMatchObject([{ state: 'refunded' }])
    expect(await creditNotesOf(ann)).toHaveLength(1)
  })

  it('refuses: the points return, nothing is credited, and a mail reports it', async () => {
    const ann = await buyPack()
    const pointsBefore = await pointsOf(ann)
    await holdRefunds(ann)
    await sendRequest(ann)
    await decideRequest(ann, 'failed')
    await shop.pass(DAY_MS)
    expect(await requestsOf(ann)).toMatchObject([{ state: 'refused' }])
    expect(await pointsOf(ann)).toBe(pointsBefore)
    expect((await movementsOf(ann)).slice(-2)).toEqual(['purchase -100', 'return 100'])
    expect(await lastPayment(ann)).toMatchObject({ refundedCents: 0, pointsTakenBack: 0 })
    expect(await creditNotesOf(ann)).toEqual([])
    expect(await refundMails(ann)).toEqual(['Your Kinora refund of $4.99 was declined'])
    expect(await offerOf(ann)).toMatchObject({ amount: 499, points: 100 })
  })

  it('money that was refunded elsewhere meanwhile settles it, and is booked once', async () => {
    const ann = await buyPack()
    shop.failCalls('refund')
    await sendRequest(ann)
    const { ref } = await lastPayment(ann)
    await shop.db.update(sandboxCharge).set({ refundedCents: 499 }).where(eq(sandboxCharge.id, ref))
    vi.restoreAllMocks()
    await shop.pass(2 * MINUTE_MS)
    expect(await requestsOf(ann)).toMatchObject([{ state: 'refunded' }])
    expect(await lastPayment(ann)).toMatchObject({ refundedCents: 499, pointsTakenBack: 100 })
    expect(await creditNotesOf(ann)).toMatchObject([{ grossCents: 499 }])
  })

  it('a part that was refunded elsewhere retains its points when the rest is refused', async () => {
    const ann = await buyPack()
    const pointsBefore = await pointsOf(ann)
    await holdRefunds(ann)
    await sendRequest(ann)
    const { ref } = await lastPayment(ann)
    await shop.db.update(sandboxCharge).set({ refundedCents: 250 }).where(eq(sandboxCharge.id, ref))
    await decideRequest(ann, 'failed')
    await shop.pass(2 * MINUTE_MS)
    expect(await requestsOf(ann)).toMatchObject([{ state: 'refused' }])
    expect(await lastPayment(ann)).toMatchObject({ refundedCents: 250, pointsTakenBack: 50 })
    expect(await pointsOf(ann)).toBe(pointsBefore - 50)
  })
})

describe('an operator', () => {
  const sentSubjects: string[] = []
  const refundByOperator = async (buyer: Buyer, id: string, amountCents: number, endsPlan = false) => {
    const mailer = { send: async (_: unknown, { subject }: { readonly subject: string }) => void sentSubjects.push(subject) }
    const { db, nowMs, provider } = shop
    const deps = { db, nowMs, payment: provider, mailer, secret: 'secret', log: pino({ level: 'silent' }), config: readConfig({}) }
    const refundInput = {
      id,
      paymentId: (await lastPayment(buyer)).id,
      by: 'operator',
      reason: 'other',
      amountCents,
      endsPlan,
      record: async () => undefined,
    } as const
    return requestRefundBy(deps, refundInput)
  }

  it('refunds any part of the rest, at any age and repeatedly, once per press', async () => {
    const ann = await buyPack()
    await spendPoints(ann, await pointsOf(ann))
    shop.world.sleepUntil(shop.nowMs() + REFUND_WINDOW_MS)
    expect(await refundByOperator(ann, 'first', 500)).toMatchObject({ ok: false, error: { code: 'ORDER_CAN_NOT_REFUND' } })
    for (let count = 0; count < 2; count += 1)
      expect(await refundByOperator(ann, 'first', 200)).toEqual({ ok: true, value: { state: 'refunded' } })
    expect(await readRefundedCents(ann)).toBe(200)
    for (const id of ['second', 'third', 'fourth']) await refundByOperator(ann, id, 99)
    expect(await readRefundedCents(ann)).toBe(497)
    expect(await refundByOperator(ann, 'fourth', 2)).toMatchObject({ ok: false, error: { code: 'H3000' } })
    expect(sentSubjects).toContain('Your Kinora refund: $2.00 for 100 points')
    expect(await lastPayment(ann)).toMatchObject({ pointsTakenBack: 0 })
  })

  it('withdraws points in proportion, and ends a plan on request', async () => {
    const ann = await shop.member()
    expect(await refundByOperator(ann, 'part of a plan', 500)).toMatchObject({ ok: true })
    expect(await lastPayment(ann)).toMatchObject({ refundedCents: 500, pointsTakenBack: 200 })
    expect(await shop.sandboxPlan(ann)).toMatchObject({ state: 'active', cancelledAtMs: null })
    expect(await refundByOperator(ann, 'rest of a plan', 499, true)).toMatchObject({ ok: true })
    expect(await shop.sandboxPlan(ann)).toMatchObject({ state: 'canceled' })
  })

  it('finds no unknown payment, and no second request beside an open one', async () => {
    const ann = await buyPack()
    await holdRefunds(ann)
    await sendRequest(ann)
    expect(await refundByOperator(ann, 'beside', 10)).toMatchObject({ ok: false, error: { code: 'ORDER_STATUS_ERROR' } })
  })
})

describe('a refund of a plan', () => {
  const planInfo = ({ client }: Buyer) => client.get(getSubscription, {})

  it('ends it at once, with one mail, and it is not charged again', async () => {
    const ann = await shop.member()
    expect(await offerOf(ann)).toEqual({ amount: 999, points: 400, spentPoints: 0, endsPlan: true })
    expect(await sendRequest(ann)).toEqual({ state: 'refunded' })
    expect(await ann.client.refusal(getSubscription, {})).toEqual({ code: 'H4040' })
    expect(await shop.sandboxPlan(ann)).toMatchObject({ state: 'canceled' })
    await shop.pass(8 * DAY_MS)
    expect(await shop.chargedCycles(ann)).toEqual([1])
    const subjects = await shop.mailSubjects(ann)
    expect(subjects.filter((subject) => /canceled|ended/.test(subject))).toEqual([])
    expect(await mailText(ann, 'Your Kinora refund')).toContain('Your plan ends with the refund')
  })

  it('cancels it while it is requested, so that nothing more is charged, and ends it later', async () => {
    const ann = await shop.member()
    shop.failCalls('refund', 'cancelSubscription')
    expect(await sendRequest(ann)).toEqual({ state: 'requested' })
    expect(await planInfo(ann)).toMatchObject({ state: 'CANCELLED', renewsAt: null, can: { resume: false } })
    expect(await ann.client.refusal(resumePlan, { orderId: ann.orderId }, key())).toEqual({ code: 'H4021' })
    vi.restoreAllMocks()
    await shop.pass(2 * MINUTE_MS)
    await shop.pass(2 * MINUTE_MS)
    expect(await shop.sandboxPlan(ann)).toMatchObject({ state: 'canceled' })
    expect(await ann.client.refusal(getSubscription, {})).toEqual({ code: 'H4040' })
  })

  it('that is refused leaves the plan cancelled until its end, and it can be resumed', async () => {
    const ann = await shop.member()
    await holdRefunds(ann)
    await sendRequest(ann)
    await decideRequest(ann, 'failed')
    await shop.pass(2 * MINUTE_MS)
    expect(await planInfo(ann)).toMatchObject({ state: 'CANCELLED', can: { resume: true } })
    expect(await mailText(ann, 'Your Kinora refund')).toContain('You can resume it in your settings.')
    await ann.client.get(resumePlan, { orderId: ann.orderId }, key())
    expect(await planInfo(ann)).toMatchObject({ state: 'ACTIVE' })
  })

  it('that was cancelled already ends too, when the payment service refuses to end it at first', async () => {
    const ann = await shop.member()
    await shop.cancelPlan(ann)
    const cancelSubscription = shop.provider.cancelSubscription.bind(shop.provider)
    const cancelSpy = vi.spyOn(shop.provider, 'cancelSubscription').mockResolvedValue({ ok: false, error: 'refused' })
    expect(await sendRequest(ann)).toEqual({ state: 'refunded' })
    expect(await shop.plan(ann)).toMatchObject({ state: 'active', requestedStop: 'now' })
    cancelSpy.mockImplementation(cancelSubscription)
    await shop.pass(2 * MINUTE_MS)
    expect(await shop.sandboxPlan(ann)).toMatchObject({ state: 'canceled' })
  })

  it('is for the running cycle alone', async () => {
    const ann = await shop.member()
    const firstPayment = await lastPayment(ann)
    await shop.passTo((await shop.plan(ann)).periodEndMs + 2 * MINUTE_MS)
    const oldRequest = { id: firstPayment.id, reason: 'other', amount: 999, points: 400 } as const
    expect(await ann.client.refusal(requestRefund, oldRequest, key())).toEqual({ code: 'ORDER_CAN_NOT_REFUND' })
    expect(await offerOf(ann)).toMatchObject({ amount: 999, points: 400 })
  })

  it('waits for packs that were bought at its half price', async () => {
    const ann = await shop.member()
    const halfPricePack = { ...ann, orderId: await shop.buy(ann, 'points_100') }
    expect(await offerOf(halfPricePack)).toMatchObject({ amount: 249 })
    expect(await offerOf(ann)).toBeNull()
    expect(await requestRefusal(ann)).toEqual({ code: 'ORDER_CAN_NOT_REFUND' })
    await sendRequest(halfPricePack)
    expect(await offerOf(ann)).toMatchObject({ amount: 999 })
  })
})
