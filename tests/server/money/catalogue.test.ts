import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subscription } from '#server/database/payment-schema.ts'
import { memberCents, SKUS } from '#server/billing/catalogue/skus.ts'
import { getSkus, SKU_PAGES } from '#shared/api/catalogue.ts'
import { type TestClient, createTestClient, createVisitor } from '../client.ts'
import { addCycle, addPlan } from './books.ts'
import { type MoneyHarness, DAY_MS, openHarness } from './money-harness.ts'
import { quickAccount } from './quick-account.ts'

const catalogueInput = (page: (typeof SKU_PAGES)[number]) => ({ clientCountryCode: 'US', iosCountryCode: 'USA', page }) as const
const packs = SKUS.filter(({ plan }) => plan === null)

let harness: MoneyHarness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const visitor = () => createVisitor(harness.server, { nowMs: harness.nowMs })

async function packsFor(client: TestClient) {
  const pages = [await client.get(getSkus, catalogueInput('page2')), await client.get(getSkus, catalogueInput('page3'))]
  return pages.flatMap(({ skus }) => skus)
}

const discountsFor = async (client: TestClient) => (await packsFor(client)).map(({ discountPrice }) => discountPrice)
const noDiscounts = packs.map(() => undefined)
const memberPrices = packs.map(memberCents)

describe('the page of plans', () => {
  it('has the weekly and the yearly plan and the free trial, with their points and prices', async () => {
    const { skus } = await (await visitor()).get(getSkus, catalogueInput('page1'))
    expect(skus).toEqual([
      expect.objectContaining({ skuId: 'premium_weekly', price: 999, durationUnit: 'WEEK', skuType: 2, currencyCode: 'USD', points: 400 }),
      expect.objectContaining({
        skuId: 'premium_yearly',
        price: 4999,
        durationUnit: 'YEAR',
        skuType: 2,
        currencyCode: 'USD',
        points: 2500,
      }),
      expect.objectContaining({ skuId: 'basic_free_trial', price: 0, durationUnit: 'WEEK', skuType: 3, currencyCode: 'USD' }),
    ])
    expect(skus[2]).not.toHaveProperty('points')
  })

  it('compares Basic and Premium, and answers questions', async () => {
    const { features, qaList } = await (await visitor()).get(getSkus, catalogueInput('page1'))
    const findFeature = (title: string) => features.find((feature) => feature.title === title)
    expect(findFeature('Points')).toEqual({ title: 'Points', icon: 'lucide:coins', basic: '', premium: '400 per week, or 2,500 per year' })
    expect(findFeature('Point packs')).toMatchObject({ basic: 'Full price', premium: '50% off' })
    expect(findFeature('Support')).toMatchObject({ basic: 'Standard', premium: 'Priority' })
    for (const title of ['Image to video', 'Start and end frame', 'All templates', 'Ongoing updates', 'High-quality resources']) {
      expect(findFeature(title)?.premium).toBe('Included')
    }
    expect(qaList.map(({ answer }) => answer).join('\n')).toContain('starting at 50 points per video')
  })
})

describe('the free page', () => {
  it('has the free trial alone, in the format of the page of plans', async () => {
    const client = await visitor()
    const [planPage, freePage] = [await client.get(getSkus, catalogueInput('page1')), await client.get(getSkus, catalogueInput('free'))]
    expect(freePage).toEqual({ ...planPage, skus: planPage.skus.filter(({ skuId }) => skuId === 'basic_free_trial') })
    expect(freePage.skus).toHaveLength(1)
  })
})

describe('the pages of packs', () => {
  it('have packs alone, each with its points and the price for members', async () => {
    const skus = await packsFor(await visitor())
    expect(skus.map(({ skuId }) => skuId)).toEqual(packs.map(({ skuId }) => skuId))
    expect(skus.map(({ points, memberPrice, price, skuType }) => [points, memberPrice, price, skuType])).toEqual(
      packs.map((sku) => [sku.points, memberCents(sku), sku.cents, 6]),
    )
  })

  it('contain those two in the extension, a JSON text', async () => {
    const client = await visitor()
    await client.get(getSkus, catalogueInput('page2'))
    const response = await client.request('/api/pay/sku/ios/skuAll?clientCountryCode=US&iosCountryCode=USA&page=page2')
    const { data } = (await response.json()) as { data: { skus: { extension: string; points?: number }[] } }
    expect(data.skus[0]).not.toHaveProperty('points')
    expect(JSON.parse(data.skus[0]?.extension ?? '')).toEqual({ points: 100, memberPrice: 249 })
  })
})

describe('the discounted price', () => {
  it('is shown to neither a visitor, nor a caller without an owner yet, nor an account without a plan', async () => {
    expect(await discountsFor(await visitor())).toEqual(noDiscounts)
    expect(await discountsFor(createTestClient(harness.server, { nowMs: harness.nowMs }))).toEqual(noDiscounts)
    expect(await discountsFor((await quickAccount(harness)).client)).toEqual(noDiscounts)
  })

  it('is half for a member, during retries of a payment, too, and to the end of the paid time after a cancellation', async () => {
    const states = [{}, { state: 'past_due', periodEndMs: harness.nowMs() - DAY_MS }, { cancelledAtMs: harness.nowMs() }] as const
    for (const state of states) {
      const { client, id } = await quickAccount(harness)
      const plan = await addPlan(harness.server.database.db, id, harness.nowMs(), state)
      await addCycle(harness.server.database.db, plan, 1)
      expect(await discountsFor(client)).toEqual(memberPrices)
    }
  })

  it('starts with the first payment after a trial, not before', async () => {
    const { client, id } = await quickAccount(harness)
    const { db } = harness.server.database
    const plan = await addPlan(db, id, harness.nowMs(), { skuId: 'basic_free_trial', state: 'trial' })
    await addCycle(db, plan, 0)
    expect(await discountsFor(client)).toEqual(noDiscounts)
    const paidPeriod = { state: 'active', periodStartMs: plan.periodEndMs, periodEndMs: plan.periodEndMs + 7 * DAY_MS } as const
    await db.update(subscription).set(paidPeriod).where(eq(subscription.orderId, plan.orderId))
    expect(await discountsFor(client)).toEqual(memberPrices)
  })

  it('ends with the plan', async () => {
    const { client, id } = await quickAccount(harness)
    await addPlan(harness.server.database.db, id, harness.nowMs(), { state: 'ended', endedAtMs: harness.nowMs() - 1 })
    expect(await discountsFor(client)).toEqual(noDiscounts)
  })

  it('is the charge of an order', async () => {
    const { client, id } = await quickAccount(harness)
    await addPlan(harness.server.database.db, id, harness.nowMs())
    const [pack] = await packsFor(client)
    const orderId = await harness.order(client, pack?.skuId ?? '')
    expect(harness.fakeProvider.checkouts.get(orderId)?.request.amountCents).toBe(pack?.discountPrice)
  })
})

describe('an argument of the catalogue', () => {
  it('must be one of its pages', async () => {
    expect(SKU_PAGES).toEqual(['page1', 'page2', 'page3', 'free'])
    const client = await visitor()
    expect(await client.refusal(getSkus, { ...catalogueInput('page1'), page: 'page4' as 'page1' })).toEqual({
      code: 'H3000',
      fields: ['page'],
    })
  })
})
