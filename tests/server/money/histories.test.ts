import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_REFUNDS } from '#shared/api/refunds.ts'
import { getPayment, getReceipt, getTransactions, HISTORY_PAGE_SIZE } from '#shared/api/payments.ts'
import { createTestClient, createVisitor } from '../client.ts'
import { addCycle, addOrder, addPack, addPlan, WEEK_MS } from './books.ts'
import { type MoneyHarness, DAY_MS, openHarness } from './money-harness.ts'
import { type QuickAccount, quickAccount } from './quick-account.ts'

let harness: MoneyHarness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const db = () => harness.server.database.db
const planHistory = ({ client }: QuickAccount) => client.get(getTransactions, { type: 'SUBSCRIPTION' })
const packHistory = ({ client }: QuickAccount, start?: string) =>
  client.get(getTransactions, { type: 'PURCHASE', ...(start === undefined ? {} : { start }) })

describe('the history of packs', () => {
  it('has a row for each payment, newest first, with its points and its price', async () => {
    const ann = await quickAccount(harness)
    const olderPayment = await addPack(db(), ann.id, 1000)
    const newerPayment = await addPack(db(), ann.id, 2000, { points: 800, amountCents: 2499, paymentMethod: 2, refundedCents: 99 })
    const commonFields = { currencyCode: 'USD' } as const
    expect(await packHistory(ann)).toEqual({
      data: [
        {
          ...commonFields,
          id: newerPayment.id,
          orderId: newerPayment.orderId,
          pointAmount: 800,
          occurredAt: 2000,
          paymentMethod: 2,
          paidAmount: 2499,
          refundedAmount: 99,
        },
        {
          ...commonFields,
          id: olderPayment.id,
          orderId: olderPayment.orderId,
          pointAmount: 100,
          occurredAt: 1000,
          paymentMethod: 13,
          paidAmount: 499,
        },
      ],
      hasNext: false,
    })
    expect((await planHistory(ann)).data).toEqual([])
  })

  it('is paged by HISTORY_PAGE_SIZE, which is 20, by the id of the last one, and none is lost of parallel ones', async () => {
    expect(HISTORY_PAGE_SIZE).toBe(20)
    const ann = await quickAccount(harness)
    for (let n = 0; n < 45; n += 1) await addPack(db(), ann.id, Math.floor(n / 15))
    const firstPage = await packHistory(ann)
    const secondPage = await packHistory(ann, firstPage.data.at(-1)?.id)
    const thirdPage = await packHistory(ann, secondPage.data.at(-1)?.id)
    expect([firstPage, secondPage, thirdPage].map(({ data, hasNext }) => [data.length, hasNext])).toEqual([
      [20, true],
      [20, true],
      [5, false],
    ])
    const rows = [firstPage, secondPage, thirdPage].flatMap(({ data }) => data)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(45)
    expect(rows).toEqual(rows.toSorted((a, b) => b.occurredAt - a.occurredAt || (a.id < b.id ? -1 : 1)))
  })

  it('has no next page when the last one is just full', async () => {
    const ann = await quickAccount(harness)
    for (let n = 0; n < HISTORY_PAGE_SIZE; n += 1) await addPack(db(), ann.id, n)
    expect((await packHistory(ann)).hasNext).toBe(false)
  })

  it('continues at its cursor when a payment arrives between two pages', async () => {
    const ann = await quickAccount(harness)
    for (let n = 0; n < 3; n += 1) await addPack(db(), ann.id, n)
    const firstPage = await ann.client.get(getTransactions, { type: 'PURCHASE', limit: 2 })
    await addPack(db(), ann.id, 99)
    expect((await packHistory(ann, firstPage.data.at(-1)?.id)).data.map(({ occurredAt }) => occurredAt)).toEqual([0])
  })

  it('rejects a foreign cursor: made up, of the other history, or of another account', async () => {
    const [ann, bob] = [await quickAccount(harness), await quickAccount(harness)]
    const foreignPack = await addPack(db(), bob.id, 0)
    const cycle = await addCycle(db(), await addPlan(db(), ann.id, harness.nowMs()), 1)
    for (const start of ['nowhere', foreignPack.id, cycle.id]) {
      expect(await ann.client.refusal(getTransactions, { type: 'PURCHASE', start })).toEqual({ code: 'H3000', fields: ['start'] })
    }
  })
})

describe('the history of subscriptions', () => {
  it('has a row for the trial and each paid cycle, which share their order and its duration', async () => {
    const ann = await quickAccount(harness)
    const plan = await addPlan(db(), ann.id, harness.nowMs(), { skuId: 'basic_free_trial' })
    await addCycle(db(), plan, 0, { paidAtMs: 0 })
    await addCycle(db(), plan, 1, { paidAtMs: WEEK_MS })
    const { data } = await planHistory(ann)
    expect(data.map(({ occurredAt, paidAmount }) => [occurredAt, paidAmount])).toEqual([
      [WEEK_MS, 999],
      [0, 0],
    ])
    for (const row of data) {
      expect(row).toMatchObject({ orderId: plan.orderId, status: 1, skuType: 5 })
      expect(row).not.toHaveProperty('pointAmount')
    }
    expect((await packHistory(ann)).data).toEqual([])
  })

  it('calls a yearly plan 0 and a weekly one 5', async () => {
    const ann = await quickAccount(harness)
    await addCycle(db(), await addPlan(db(), ann.id, harness.nowMs(), { skuId: 'premium_yearly' }), 1)
    expect((await planHistory(ann)).data[0]?.skuType).toBe(0)
  })

  it.each([
    ['renewed', {}, 1],
    ['tried again after a failed payment', { state: 'past_due' }, 1],
    ['on trial', { state: 'trial' }, 1],
    ['cancelled, though it still runs', { cancelledAtMs: 1 }, 2],
    ['about to be stopped', { requestedStop: 'now' }, 2],
    ['over', { state: 'ended', endedAtMs: 1 }, 2],
  ] as const)('gives a plan that is %s its status', async (_, planChanges, status) => {
    const ann = await quickAccount(harness)
    await addCycle(db(), await addPlan(db(), ann.id, harness.nowMs(), planChanges), 1)
    expect((await planHistory(ann)).data[0]?.status).toBe(status)
  })
})

describe('a payment by its order', () => {
  it('has the state of the order', async () => {
    const ann = await quickAccount(harness)
    const orderId = await harness.order(ann.client, 'points_100')
    expect(await ann.client.get(getPayment, { orderId })).toEqual({ orderId, status: 'PENDING' })
    harness.fakeProvider.pay(orderId)
    await harness.deliverEvent(orderId)
    expect(await ann.client.get(getPayment, { orderId })).toEqual({ orderId, status: 'SUCCESS' })
  })

  it('is not found for anybody else', async () => {
    const [ann, bob] = [await quickAccount(harness), await quickAccount(harness)]
    const orderId = await addOrder(db(), ann.id, 'points_100')
    for (const id of [orderId, 'nowhere']) expect(await bob.client.refusal(getPayment, { orderId: id })).toEqual({ code: 'H4023' })
  })
})

describe('a receipt', () => {
  it('of a pack has payer, pack and amount, and no period', async () => {
    const ann = await quickAccount(harness)
    const pack = await addPack(db(), ann.id, 1000, { refundedCents: 499, pointsTakenBack: 0 })
    expect(await ann.client.get(getReceipt, { id: pack.id })).toEqual({
      id: pack.id,
      discount: null,
      orderId: pack.orderId,
      name: 'Ann Onymous',
      email: ann.email,
      itemName: '100 points',
      occurredAt: 1000,
      paymentMethod: 13,
      currencyCode: 'USD',
      paidAmount: 499,
      refundedAmount: 499,
      points: 100,
      period: null,
      credit: null,
      documents: [],
      refunds: NO_REFUNDS,
    })
  })

  it('of a cycle has the plan and its period; that of a trial shows that it was one', async () => {
    const ann = await quickAccount(harness)
    const plan = await addPlan(db(), ann.id, harness.nowMs(), { skuId: 'basic_free_trial' })
    const [trial, cycle] = [await addCycle(db(), plan, 0), await addCycle(db(), plan, 1)]
    const period = { startsAt: harness.nowMs() - DAY_MS, endsAt: harness.nowMs() - DAY_MS + WEEK_MS }
    const receiptOf = (id: string) => ann.client.get(getReceipt, { id })
    expect(await receiptOf(cycle.id)).toMatchObject({ itemName: 'Premium weekly', paidAmount: 999, points: 400, period })
    expect(await receiptOf(trial.id)).toMatchObject({ itemName: 'Premium weekly, free trial', paidAmount: 0, points: 0 })
  })

  it('exists for a purchase by the checkout, under the id of its row', async () => {
    const ann = await quickAccount(harness)
    const orderId = await harness.order(ann.client, 'premium_yearly')
    harness.fakeProvider.pay(orderId)
    await harness.deliverEvent(orderId)
    const [row] = (await planHistory(ann)).data
    expect(row).toMatchObject({ orderId, skuType: 0, status: 1, paidAmount: 4999 })
    expect(await ann.client.get(getReceipt, { id: row?.id ?? '' })).toMatchObject({ itemName: 'Premium yearly', points: 2500 })
  })

  it('is not found for anybody else, nor by its order', async () => {
    const [ann, bob] = [await quickAccount(harness), await quickAccount(harness)]
    const pack = await addPack(db(), ann.id, 0)
    for (const id of [pack.id, pack.orderId, 'nowhere']) expect(await bob.client.refusal(getReceipt, { id })).toEqual({ code: 'H4001' })
    expect(await ann.client.refusal(getReceipt, { id: pack.orderId })).toEqual({ code: 'H4001' })
  })
})

it('histories, payments and receipts need an account', async () => {
  const clients = [
    await createVisitor(harness.server, { nowMs: harness.nowMs }),
    createTestClient(harness.server, { nowMs: harness.nowMs }),
  ]
  for (const client of clients) {
    expect(await client.refusal(getTransactions, { type: 'PURCHASE' })).toEqual({ code: 'H3009' })
    expect(await client.refusal(getPayment, { orderId: 'x' })).toEqual({ code: 'H3009' })
    expect(await client.refusal(getReceipt, { id: 'x' })).toEqual({ code: 'H3009' })
  }
})
