import { expect, test } from 'vitest'
import { FALLBACK_YEARLY_CENTS } from '#shared/domain/sku-rules.ts'
import { yearlyOffer } from '#src/billing/plan/yearly-offer.ts'
import { pages, yearlySku } from './catalogue-builders.ts'

const pagesWithoutYearly = { ...pages(), page1: { ...pages().page1, skus: [] } }
const dearerPages = { ...pages(), page1: { ...pages().page1, skus: [{ ...yearlySku, price: 5999 }] } }

test('a price from the server is stated, and can be paid', () => {
  const sku = { ...yearlySku, price: 5999 }
  const statedOffer = { priceCents: 5999, currencyCode: 'USD', introKey: 'billing.plan.yearlyStarts', buttonKey: 'billing.plan.yearlyBuy' }
  expect(yearlyOffer({ status: 'there', pages: dearerPages })).toEqual({ sku, ...statedOffer })
})

test.each([
  ['loading', null, FALLBACK_YEARLY_CENTS, 'billing.plan.yearlyWaits'],
  ['failed', null, FALLBACK_YEARLY_CENTS, 'billing.plan.yearlyUnknown'],
  ['stored', dearerPages, 5999, 'billing.plan.yearlyWaits'],
  ['there', pagesWithoutYearly, FALLBACK_YEARLY_CENTS, 'billing.plan.yearlyUnknown'],
] as const)(
  'while the catalogue is %s and it has not, it shows "from" that price, and can not be bought',
  (status, cataloguePages, cents, buttonKey) => {
    const offer = { sku: null, priceCents: cents, currencyCode: 'USD', introKey: 'billing.plan.yearlyFrom', buttonKey }
    expect(yearlyOffer({ status, pages: cataloguePages })).toEqual(offer)
  },
)
