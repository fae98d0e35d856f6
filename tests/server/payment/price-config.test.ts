import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { currenciesOf, readPrices, skuIn, SKUS, memberCents } from '#server/billing/catalogue/skus.ts'
import { EXAMPLE_PRICES, examplePrices } from '../../fixtures/payment/example-prices.ts'

type PriceList = Record<string, Record<string, { price?: unknown; discountPrice?: unknown }>>

/** The example prices of docs/configuration.md, with a change. */
function changedPrices(change: (priceList: PriceList) => void): string {
  const priceList = JSON.parse(EXAMPLE_PRICES) as PriceList
  change(priceList)
  return JSON.stringify(priceList)
}

const readError = (text: string): string => {
  try {
    readPrices(text)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return 'nothing'
}

describe('prices in other currencies', () => {
  it('are read from the example of the documents, for every product', () => {
    const prices = examplePrices()
    expect(currenciesOf(prices)).toEqual(['USD', 'EUR', 'JPY'])
    for (const code of currenciesOf(prices)) for (const { skuId } of SKUS) expect(skuIn(prices, skuId, code)?.cents).toBeGreaterThan(0)
    expect(skuIn(prices, 'premium_weekly', 'EUR')).toMatchObject({ cents: 1099, points: 400, plan: 'weekly' })
    expect(skuIn(prices, 'basic_free_trial', 'JPY')?.cents).toBe(1500)
    expect([skuIn(prices, 'points_100', 'GBP'), skuIn(prices, 'nothing', 'EUR'), skuIn(prices, 'points_100', 'USD')?.cents]).toEqual([
      undefined,
      undefined,
      499,
    ])
  })

  it('halve a pack for a member, rounded down, unless the configuration has a lower price', () => {
    const memberPrice = (skuId: string, code: string) => {
      const sku = skuIn(examplePrices(), skuId, code)
      return sku && memberCents(sku)
    }
    expect([
      memberPrice('points_100', 'EUR'),
      memberPrice('points_5000', 'EUR'),
      memberPrice('points_800', 'JPY'),
      memberPrice('points_100', 'JPY'),
    ]).toEqual([274, 4999, 1800, 375])
  })

  it('can be in a file too, and without any the catalogue alone applies', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kinora-prices-'))
    await writeFile(path.join(folder, 'prices.json'), EXAMPLE_PRICES)
    const config = readConfig({ PRICES: path.join(folder, 'prices.json') })
    expect(currenciesOf(config.prices)).toEqual(['USD', 'EUR', 'JPY'])
    await rm(folder, { recursive: true })
    expect(currenciesOf(readConfig({}).prices)).toEqual(['USD'])
  })

  it.each([
    [
      'a currency without a price of each product',
      (list: PriceList) => delete list['JPY']?.['points_800'],
      'PRICES: JPY has no price for points_800.',
    ],
    [
      'a product that is not sold',
      (list: PriceList) => (list['EUR'] = { ...list['EUR'], points_7: { price: 1 } }),
      'PRICES: EUR has a price for unknown products: points_7.',
    ],
    [
      'the free week',
      (list: PriceList) => (list['EUR'] = { ...list['EUR'], basic_free_trial: { price: 1 } }),
      "PRICES: EUR.basic_free_trial uses the price of premium_weekly and can't have its own.",
    ],
    [
      'dollars',
      (list: PriceList) => (list['USD'] = list['EUR'] ?? {}),
      "PRICES: USD prices are in the built-in catalog and can't be changed here.",
    ],
    ['no currency', (list: PriceList) => (list['QQQ'] = list['EUR'] ?? {}), 'PRICES: QQQ is not an ISO 4217 currency.'],
    [
      'a decimal point',
      (list: PriceList) => (list['JPY'] = { ...list['JPY'], points_100: { price: 7.5 } }),
      'PRICES: JPY.points_100.price: must be a whole number of minor units from 1 to 1,000,000,000.',
    ],
    [
      'a price of nothing',
      (list: PriceList) => (list['EUR'] = { ...list['EUR'], points_100: { price: 0 } }),
      'PRICES: EUR.points_100.price: must be a whole number of minor units from 1 to 1,000,000,000.',
    ],
    [
      'a plan at a discount',
      (list: PriceList) => (list['EUR'] = { ...list['EUR'], premium_weekly: { price: 9, discountPrice: 1 } }),
      "PRICES: EUR.premium_weekly is a plan and can't have a discountPrice.",
    ],
    [
      'a discount of less than half',
      (list: PriceList) => (list['EUR'] = { ...list['EUR'], points_100: { price: 9, discountPrice: 5 } }),
      'PRICES: EUR.points_100.discountPrice is more than half of the price.',
    ],
    [
      'a code in small letters',
      (list: PriceList) => (list['eur'] = list['EUR'] ?? {}),
      'PRICES: eur: must be a currency code of 3 capital letters.',
    ],
  ] as const)('refuse %s, and name its position', (_, change, sentence) => {
    expect(readError(changedPrices(change))).toMatch(sentence)
  })

  it('refuse invalid JSON and a missing file', () => {
    expect(readError('{"EUR": ')).toMatch(/^PRICES: the value is not valid JSON: /)
    expect(readError('/nowhere/prices.json')).toBe(
      "PRICES: can't read the file /nowhere/prices.json. Set PRICES to JSON or to the path of a JSON file.",
    )
  })

  it('are rejected where the payment service can not charge them', () => {
    const keys = { STRIPE_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec' }
    const subotiz = { SUBOTIZ_ACCESS_NO: 'a', SUBOTIZ_SECRET: 'b', SUBOTIZ_MERCHANT_ID: 'c', PAYMENT_PROVIDER: 'subotiz' }
    const pricesWithKwd = changedPrices((list) => (list['KWD'] = list['EUR'] ?? {}))
    expect(() => readConfig({ ...keys, PAYMENT_PROVIDER: 'stripe', PRICES: pricesWithKwd })).toThrow(
      'PRICES: PAYMENT_PROVIDER=stripe does not support KWD',
    )
    expect(currenciesOf(readConfig({ ...keys, PAYMENT_PROVIDER: 'stripe', PRICES: EXAMPLE_PRICES }).prices)).toHaveLength(3)
    expect(currenciesOf(readConfig({ PRICES: pricesWithKwd }).prices)).toHaveLength(4)
    expect(() => readConfig({ ...subotiz, PRICES: EXAMPLE_PRICES })).toThrow('Add premium_weekly:EUR, premium_weekly:JPY')
    const planPrices = ['premium_weekly', 'premium_yearly', 'basic_free_trial'].flatMap((id) => [`${id}:EUR=1`, `${id}:JPY=2`])
    expect(currenciesOf(readConfig({ ...subotiz, PRICES: EXAMPLE_PRICES, SUBOTIZ_PRICES: planPrices.join(',') }).prices)).toHaveLength(3)
  })
})
