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
async function paid({ orderId }: Buyer) {
  const [row] = await shop.db.select().from(payment).where(eq(payment.orderId, orderId)).orderBy(desc(payment.cycle)).limit(1)
  if (row === undefined) throw new Error('nothing was paid')
  return row
}

const receipt = async (buyer: Buyer) => buyer.client.get(getReceipt, { id: (await paid(buyer)).id })
const offer = async (buyer: Buyer) => (await receipt(buyer)).refunds.offer

/** The input of a refund request: the receipt's offer, with the given changes. */
async function buildRequest(buyer: Buyer, changes: { readonly amount?: number; readonly points?: number } = {}) {
  const { amount = 1, points = 1 } = (await offer(buyer)) ?? {}
  return { id: (await paid(buyer)).id, reason: 'not_needed', amount, points, ...changes } as const
}
const ask = async (buyer: Buyer, options = key()) => buyer.client.get(requestRefund, await buildRequest(buyer), options)
const refusal = async (buyer: Buyer, changes = {}) => buyer.client.refusal(requestRefund, await buildRequest(buyer, changes), key())

const requestsOf = async ({ id }: QuickAccount) => shop.db.select().from(refundRequest).where(eq(refundRequest.ownerId, id))

async function spend({ id }: QuickAccount, points: number) {
  const movement = { kind: 'expiry', amount: -points, note: '' } as const
  await inTransaction(shop.db, (tx) => appendEntries(tx, id, [movement], shop.nowMs()))
}

async function pack(skuId = 'points_100'): Promise<Buyer> {
  const person = await shop.person()
  return { ...person, orderId: await shop.buy(person, skuId) }
}

async function holdRefunds(buyer: Buyer) {
  const { ref } = await paid(buyer)
  await shop.db.update(sandboxCharge).set({ holdsRefunds: true }).where(eq(sandboxCharge.id, ref))
}

/** The cents that the sandbox has refunded. */
async function given(buyer: Buyer): Promise<number | undefined> {
  const [charge] = await shop.db
    .select()
    .from(sandboxCharge)
    .where(eq(sandboxCharge.id, (await paid(buyer)).ref))
  return charge?.refundedCents
}

async function decide(buyer: Buyer, state: 'succeeded' | 'failed') {
  const [request] = await requestsOf(buyer)
  await decideRefund(shop.db, request?.ref ?? '', state, shop.nowMs())
}

const refundMails = async (buyer: QuickAccount) =>
  (await shop.mailSubjects(buyer)).filter((subject) => subject.startsWith('Your Kinora refund'))

const textOf = async ({ email }: QuickAccount, start: string) => {
  const rows = await shop.db.select().from(mail).where(eq(mail.recipient, email))
  return rows.find(({ subject }) => subject.startsWith(start))?.body ?? ''
}

const creditNotes = async (buyer: Buyer) =>
  shop.db
    .select()
    .from(invoice)
    .where(and(eq(invoice.paymentId, (await paid(buyer)).id), eq(invoice.kind, 'credit_note')))

const movements = async ({ id }: QuickAccount) =>
  (await shop.db.select().from(ledger).where(eq(ledger.ownerId, id)).orderBy(ledger.seq)).map(({ kind, amount }) => `${kind} ${amount}`)

describe('a refund', () => {
  it('refunds an unused pack in full, withdraws its points, issues a credit note, and sends a mail', async () => {
    const ann = await pack()
    await shop.buy(ann, 'points_300')
    const before = await pointsOf(ann)
    expect(await offer(ann)).toEqual({ amount: 499, points: 100, spentPoints: 0, endsPlan: false })
    expect(await ask(ann)).toEqual({ state: 'refunded' })
    expect(await given(ann)).toBe(499)
    expect(await pointsOf(ann)).toBe(before - 100)
    expect(await paid(ann)).toMatchObject({ refundedCents: 499, pointsTakenBack: 100 })
    expect(await creditNotes(ann)).toMatchObject([{ grossCents: 499 }])
    expect((await movements(ann)).at(-1)).toBe('purchase -100')
    expect(await refundMails(ann)).toEqual(['Your Kinora refund: $4.99 for 100 points'])
    expect(await textOf(ann, 'Your Kinora refund')).toContain('We removed 100 points from your balance.')
    expect((await receipt(ann)).refunds).toMatchObject({ offer: null, requests: [{ state: 'refunded', amount: 499, points: 100 }] })
    expect(await refusal(ann)).toEqual({ code: 'ORDER_CAN_NOT_REFUND' })
  })

  it('subtracts spent points: the rest is refunded in proportion, to the cent', async () => {
    const ann = await pack()
    await spend(ann, (await pointsOf(ann)) - 37)
    expect(await offer(ann)).toEqual({ amount: 184, points: 37, spentPoints: 63, endsPlan: false })
    expect(await ask(ann)).toEqual({ state: 'refunded' })
    expect(await given(ann)).toBe(184)
    expect(await pointsOf(ann)).toBe(0)
    expect(await paid(ann)).toMatchObject({ refundedCents: 184, pointsTakenBack: 37 })
  })

  it('is nothing where all points are spent, nor for a trial', async () => {
    const ann = await pack()
    await spend(ann, await pointsOf(ann))
    expect(await offer(ann)).toBeNull()
    expect(await refusal(ann)).toEqual({ code: 'ORDER_CAN_NOT_REFUND' })
    const ben = await shop.member(FREE_TRIAL_SKU)
    expect(await offer(ben)).toBeNull()
    expect(await refusal(ben)).toEqual({ code: 'ORDER_CAN_NOT_REFUND' })
  })

  it('counts points once, also where two payments added them', async () => {
    const ann = await pack()
    const two = { ...ann, orderId: await shop.buy(ann, 'points_300') }
    await spend(ann, (await pointsOf(ann)) - 250)
    await ask(two)
    expect(await pointsOf(ann)).toBe(0)
    expect(await offer(ann)).toBeNull()
  })

  it('is possible for 14 days, and not a moment later', async () => {
    const ann = await pack()
    const { paidAtMs } = await paid(ann)
    shop.world.sleepUntil(paidAtMs + REFUND_WINDOW_MS - 1)
    expect(await offer(ann)).not.toBeNull()
    shop.world.sleepUntil(paidAtMs + REFUND_WINDOW_MS)
    expect(await offer(ann)).toBeNull()
    expect(await refusal(ann)).toEqual({ code: 'ORDER_CAN_NOT_REFUND' })
  })

  it('reaches its limit with the last one of a year, without those that were refused', async () => {
    const ann = await shop.person()
    const buy = async (): Promise<Buyer> => ({ ...ann, orderId: await shop.buy(ann, 'points_100') })
    const refused = await buy()
    vi.spyOn(shop.provider, 'refund').mockResolvedValue({ ok: false, error: 'refused' })
    expect(await ask(refused)).toEqual({ state: 'refused' })
    vi.restoreAllMocks()
    for (let time = 0; time < MOST_REFUNDS; time += 1) expect(await ask(await buy())).toEqual({ state: 'refunded' })
    const last = await buy()
    expect((await receipt(last)).refunds).toMatchObject({ offer: null, isLimited: true })
    expect(await refusal(last)).toEqual({ code: 'H4041' })
    const aYearAgo = { requestedAtMs: shop.nowMs() - REFUND_LIMIT_PERIOD_MS }
    await shop.db.update(refundRequest).set(aYearAgo).where(eq(refundRequest.ownerId, ann.id))
    expect((await receipt(last)).refunds).toMatchObject({ isLimited: false })
    expect(await ask(last)).toEqual({ state: 'refunded' })
  })

  it('is only for the agreed amounts', async () => {
    const ann = await pack()
    expect(await refusal(ann, { amount: 498 })).toEqual({ code: 'H4021' })
    expect(await refusal(ann, { points: 99 })).toEqual({ code: 'H4021' })
    const agreed = await buildRequest(ann)
    await spend(ann, (await pointsOf(ann)) - 50)
    expect(await ann.client.refusal(requestRefund, agreed, key())).toEqual({ code: 'H4021' })
    expect(await given(ann)).toBe(0)
    expect(await requestsOf(ann)).toEqual([])
  })

  it('is requested by its payer alone, where the payment service supports it', async () => {
    const ann = await pack()
    const ben = await shop.person()
    const none = { code: 'ORDER_PARAM_ERROR', fields: ['id'] }
    expect(await ben.client.refusal(requestRefund, await buildRequest(ann), key())).toEqual(none)
    expect(await ann.client.refusal(requestRefund, { ...(await buildRequest(ann)), id: 'nothing' }, key())).toEqual(none)
    const visitor = await createVisitor(shop.server, { nowMs: shop.nowMs })
    expect(await visitor.refusal(requestRefund, await buildRequest(ann), key())).toEqual({ code: 'H3009' })
    Object.assign(shop.provider, { can: new Set() })
    expect(await offer(ann)).toBeNull()
    expect(await refusal(ann)).toEqual({ code: 'ORDER_CAN_NOT_REFUND' })
  })
})

describe('a request is one', () => {
  it('for a double press and a lost answer, and shows as requested on another device', async () => {
    const ann = await pack()
    await holdRefunds(ann)
    const [agreed, once] = [await buildRequest(ann), key()]
    const press = (options = once) => ann.client.get(requestRefund, agreed, options)
    expect(await Promise.all([press(), press(), press()])).toEqual(Array.from({ length: 3 }, () => ({ state: 'requested' })))
    expect(await ann.client.refusal(requestRefund, agreed, key())).toEqual({ code: 'ORDER_STATUS_ERROR' })
    expect(await requestsOf(ann)).toHaveLength(1)
    expect(
      await shop.db
        .select()
        .from(sandboxRefund)
        .where(eq(sandboxRefund.chargeId, (await paid(ann)).ref)),
    ).toHaveLength(1)
    await decide(ann, 'succeeded')
    await shop.pass(2 * MINUTE_MS)
    expect(await press()).toEqual({ state: 'refunded' })
    expect(await given(ann)).toBe(499)
    expect(await refundMails(ann)).toHaveLength(1)
  })

  it('of two devices at the same instant', async () => {
    const ann = await pack()
    await holdRefunds(ann)
    const agreed = await buildRequest(ann)
    const answers = await Promise.all([1, 2, 3].map(() => ann.client.call(requestRefund, agreed, key())))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.error.code]))).toEqual(['ORDER_STATUS_ERROR', 'ORDER_STATUS_ERROR'])
  })
})

describe('while the payment service has not decided', () => {
  it('is away: the request waits, its points are withdrawn, and the rounds send it', async () => {
    const ann = await pack()
    const before = await pointsOf(ann)
    shop.failCalls('refund')
    expect(await ask(ann)).toEqual({ state: 'requested' })
    expect(await pointsOf(ann)).toBe(before - 100)
    expect((await receipt(ann)).refunds).toMatchObject({ offer: null, requests: [{ state: 'requested', settledAt: null }] })
    await shop.pass(2 * MINUTE_MS)
    expect(await requestsOf(ann)).toMatchObject([{ state: 'requested', ref: null }])
    vi.restoreAllMocks()
    await shop.pass(5 * MINUTE_MS)
    expect(await requestsOf(ann)).toMatchObject([{ state: 'refunded' }])
    expect(await given(ann)).toBe(499)
    expect(await pointsOf(ann)).toBe(before - 100)
  })

  it.each(['refund', 'readOrder'] as const)('a process that dies at %s refunds once', async (call) => {
    const ann = await pack()
    const agreed = await buildRequest(ann)
    const done = shop.provider[call].bind(shop.provider) as (...args: unknown[]) => Promise<unknown>
    vi.spyOn(shop.provider, call).mockImplementation(async (...args: unknown[]) => {
      await done(...args)
      throw new Error('killed')
    })
    expect(await ann.client.refusal(requestRefund, agreed, key())).toMatchObject({ code: 'H5000' })
    vi.restoreAllMocks()
    expect(await requestsOf(ann)).toMatchObject([{ state: 'requested' }])
    await shop.pass(2 * MINUTE_MS)
    expect(await requestsOf(ann)).toMatchObject([{ state: 'refunded' }])
    expect(await given(ann)).toBe(499)
    expect(await creditNotes(ann)).toHaveLength(1)
    expect(await refundMails(ann)).toHaveLength(1)
  })

  it('waits, and reports the refund once the service has made it', async () => {
    const ann = await pack()
    await holdRefunds(ann)
    expect(await ask(ann)).toEqual({ state: 'requested' })
    await shop.pass(3 * MINUTE_MS)
    expect(await requestsOf(ann)).toMatchObject([{ state: 'requested' }])
    expect([await refundMails(ann), await creditNotes(ann)]).toEqual([[], []])
    await decide(ann, 'succeeded')
    await shop.pass(DAY_MS)
    expect(await requestsOf(ann)).toMatchObject([{ state: 'refunded' }])
    expect(await creditNotes(ann)).toHaveLength(1)
  })

  it('refuses: the points return, nothing is credited, and a mail reports it', async () => {
    const ann = await pack()
    const before = await pointsOf(ann)
    await holdRefunds(ann)
    await ask(ann)
    await decide(ann, 'failed')
    await shop.pass(DAY_MS)
    expect(await requestsOf(ann)).toMatchObject([{ state: 'refused' }])
    expect(await pointsOf(ann)).toBe(before)
    expect((await movements(ann)).slice(-2)).toEqual(['purchase -100', 'return 100'])
    expect(await paid(ann)).toMatchObject({ refundedCents: 0, pointsTakenBack: 0 })
    expect(await creditNotes(ann)).toEqual([])
    expect(await refundMails(ann)).toEqual(['Your Kinora refund of $4.99 was declined'])
    expect(await offer(ann)).toMatchObject({ amount: 499, points: 100 })
  })

  it('money that was refunded elsewhere meanwhile settles it, and is booked once', async () => {
    const ann = await pack()
    shop.failCalls('refund')
    await ask(ann)
    const { ref } = await paid(ann)
    await shop.db.update(sandboxCharge).set({ refundedCents: 499 }).where(eq(sandboxCharge.id, ref))
    vi.restoreAllMocks()
    await shop.pass(2 * MINUTE_MS)
    expect(await requestsOf(ann)).toMatchObject([{ state: 'refunded' }])
    expect(await paid(ann)).toMatchObject({ refundedCents: 499, pointsTakenBack: 100 })
    expect(await creditNotes(ann)).toMatchObject([{ grossCents: 499 }])
  })

  it('a part that was refunded elsewhere retains its points when the rest is refused', async () => {
    const ann = await pack()
    const before = await pointsOf(ann)
    await holdRefunds(ann)
    await ask(ann)
    const { ref } = await paid(ann)
    await shop.db.update(sandboxCharge).set({ refundedCents: 250 }).where(eq(sandboxCharge.id, ref))
    await decide(ann, 'failed')
    await shop.pass(2 * MINUTE_MS)
    expect(await requestsOf(ann)).toMatchObject([{ state: 'refused' }])
    expect(await paid(ann)).toMatchObject({ refundedCents: 250, pointsTakenBack: 50 })
    expect(await pointsOf(ann)).toBe(before - 50)
  })
})

describe('an operator', () => {
  const sent: string[] = []
  const give = async (buyer: Buyer, id: string, amountCents: number, endsPlan = false) => {
    const mailer = { send: async (_: unknown, { subject }: { readonly subject: string }) => void sent.push(subject) }
    const { db, nowMs, provider } = shop
    const deps = { db, nowMs, payment: provider, mailer, secret: 'secret', log: pino({ level: 'silent' }), config: readConfig({}) }
    const order = {
      id,
      paymentId: (await paid(buyer)).id,
      by: 'operator',
      reason: 'other',
      amountCents,
      endsPlan,
      record: async () => undefined,
    } as const
    return requestRefundBy(deps, order)
  }

  it('refunds any part of the rest, at any age and repeatedly, once per press', async () => {
    const ann = await pack()
    await spend(ann, await pointsOf(ann))
    shop.world.sleepUntil(shop.nowMs() + REFUND_WINDOW_MS)
    expect(await give(ann, 'first', 500)).toMatchObject({ ok: false, error: { code: 'ORDER_CAN_NOT_REFUND' } })
    for (let time = 0; time < 2; time += 1) expect(await give(ann, 'first', 200)).toEqual({ ok: true, value: { state: 'refunded' } })
    expect(await given(ann)).toBe(200)
    for (const id of ['second', 'third', 'fourth']) await give(ann, id, 99)
    expect(await given(ann)).toBe(497)
    expect(await give(ann, 'fourth', 2)).toMatchObject({ ok: false, error: { code: 'H3000' } })
    expect(sent).toContain('Your Kinora refund: $2.00 for 100 points')
    expect(await paid(ann)).toMatchObject({ pointsTakenBack: 0 })
  })

  it('withdraws points in proportion, and ends a plan on request', async () => {
    const ann = await shop.member()
    expect(await give(ann, 'part of a plan', 500)).toMatchObject({ ok: true })
    expect(await paid(ann)).toMatchObject({ refundedCents: 500, pointsTakenBack: 200 })
    expect(await shop.sandboxPlan(ann)).toMatchObject({ state: 'active', cancelledAtMs: null })
    expect(await give(ann, 'rest of a plan', 499, true)).toMatchObject({ ok: true })
    expect(await shop.sandboxPlan(ann)).toMatchObject({ state: 'canceled' })
  })

  it('finds no unknown payment, and no second request beside an open one', async () => {
    const ann = await pack()
    await holdRefunds(ann)
    await ask(ann)
    expect(await give(ann, 'beside', 10)).toMatchObject({ ok: false, error: { code: 'ORDER_STATUS_ERROR' } })
  })
})

describe('a refund of a plan', () => {
  const info = ({ client }: Buyer) => client.get(getSubscription, {})

  it('ends it at once, with one mail, and it is not charged again', async () => {
    const ann = await shop.member()
    expect(await offer(ann)).toEqual({ amount: 999, points: 400, spentPoints: 0, endsPlan: true })
    expect(await ask(ann)).toEqual({ state: 'refunded' })
    expect(await ann.client.refusal(getSubscription, {})).toEqual({ code: 'H4040' })
    expect(await shop.sandboxPlan(ann)).toMatchObject({ state: 'canceled' })
    await shop.pass(8 * DAY_MS)
    expect(await shop.chargedCycles(ann)).toEqual([1])
    const subjects = await shop.mailSubjects(ann)
    expect(subjects.filter((subject) => /canceled|ended/.test(subject))).toEqual([])
    expect(await textOf(ann, 'Your Kinora refund')).toContain('Your plan ends with the refund')
  })

  it('cancels it while it is requested, so that nothing more is charged, and ends it later', async () => {
    const ann = await shop.member()
    shop.failCalls('refund', 'cancelSubscription')
    expect(await ask(ann)).toEqual({ state: 'requested' })
    expect(await info(ann)).toMatchObject({ state: 'CANCELLED', renewsAt: null, can: { resume: false } })
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
    await ask(ann)
    await decide(ann, 'failed')
    await shop.pass(2 * MINUTE_MS)
    expect(await info(ann)).toMatchObject({ state: 'CANCELLED', can: { resume: true } })
    expect(await textOf(ann, 'Your Kinora refund')).toContain('You can resume it in your settings.')
    await ann.client.get(resumePlan, { orderId: ann.orderId }, key())
    expect(await info(ann)).toMatchObject({ state: 'ACTIVE' })
  })

  it('that was cancelled already ends too, when the payment service refuses to end it at first', async () => {
    const ann = await shop.member()
    await shop.cancelPlan(ann)
    const cancelSubscription = shop.provider.cancelSubscription.bind(shop.provider)
    const end = vi.spyOn(shop.provider, 'cancelSubscription').mockResolvedValue({ ok: false, error: 'refused' })
    expect(await ask(ann)).toEqual({ state: 'refunded' })
    expect(await shop.plan(ann)).toMatchObject({ state: 'active', requestedStop: 'now' })
    end.mockImplementation(cancelSubscription)
    await shop.pass(2 * MINUTE_MS)
    expect(await shop.sandboxPlan(ann)).toMatchObject({ state: 'canceled' })
  })

  it('is for the running cycle alone', async () => {
    const ann = await shop.member()
    const first = await paid(ann)
    await shop.passTo((await shop.plan(ann)).periodEndMs + 2 * MINUTE_MS)
    const old = { id: first.id, reason: 'other', amount: 999, points: 400 } as const
    expect(await ann.client.refusal(requestRefund, old, key())).toEqual({ code: 'ORDER_CAN_NOT_REFUND' })
    expect(await offer(ann)).toMatchObject({ amount: 999, points: 400 })
  })

  it('waits for packs that were bought at its half price', async () => {
    const ann = await shop.member()
    const half = { ...ann, orderId: await shop.buy(ann, 'points_100') }
    expect(await offer(half)).toMatchObject({ amount: 249 })
    expect(await offer(ann)).toBeNull()
    expect(await refusal(ann)).toEqual({ code: 'ORDER_CAN_NOT_REFUND' })
    await ask(half)
    expect(await offer(ann)).toMatchObject({ amount: 999 })
  })
})
