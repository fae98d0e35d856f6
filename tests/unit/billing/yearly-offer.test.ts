import { expect, test } from 'vitest'
import { FALLBACK_YEARLY_CENTS } from '#shared/domain/sku-rules.ts'
import { yearlyOffer } from '#src/billing/plan/yearly-offer.ts'
import { pages, yearlySku } from './catalogue-builders.ts'

const withoutYearly = { ...pages(), page1: { ...pages().page1, skus: [] } }
const dearer = { ...pages(), page1: { ...pages().page1, skus: [{ ...yearlySku, price: 5999 }] } }

test('a price from the server is stated, and can be paid', () => {
  const sku = { ...yearlySku, price: 5999 }
  const stated = { priceCents: 5999, currencyCode: 'USD', introKey: 'billing.plan.yearlyStarts', buttonKey: 'billing.plan.yearlyBuy' }
  expect(yearlyOffer({ status: 'there', pages: dearer })).toEqual({ sku, ...stated })
})

test.each([
  ['loading', null, FALLBACK_YEARLY_CENTS, 'billing.plan.yearlyWaits'],
  ['failed', null, FALLBACK_YEARLY_CENTS, 'billing.plan.yearlyUnknown'],
  ['stored', dearer, 5999, 'billing.plan.yearlyWaits'],
  ['there', withoutYearly, FALLBACK_YEARLY_CENTS, 'billing.plan.yearlyUnknown'],
] as const)(
  'while the catalogue is %s and it has not, it shows "from" that price, and can not be bought',
  (status, known, cents, buttonKey) => {
    const offer = { sku: null, priceCents: cents, currencyCode: 'USD', introKey: 'billing.plan.yearlyFrom', buttonKey }
    expect(yearlyOffer({ status, pages: known })).toEqual(offer)
  },
)
