import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { durationLabel } from '#shared/domain/duration-label.ts'
import { PAYMENT_METHODS, paymentMethodName } from '#shared/domain/payment-methods.ts'
import { defaultPlan } from '#shared/domain/default-plan.ts'
import {
  BASE_CURRENCY,
  chargedCents,
  FALLBACK_WEEKLY_CENTS,
  FALLBACK_YEARLY_CENTS,
  FALLBACK_YEARLY_PER_WEEK_CENTS,
  packFor,
  packName,
  planOfSku,
  planPriceCents,
  weeklyEquivalentCents,
} from '#shared/domain/sku-rules.ts'

const cents = fc.integer({ min: 0, max: 10_000_000 })

describe('a price', () => {
  it('is the discounted one where there is one, even if that is nothing', () => {
    expect(chargedCents({ price: 999 })).toBe(999)
    expect(chargedCents({ price: 999, discountPrice: null })).toBe(999)
    expect(chargedCents({ price: 999, discountPrice: 499 })).toBe(499)
    expect(chargedCents({ price: 999, discountPrice: 0 })).toBe(0)
  })

  it('of the yearly plan is shown per week, unless the full price is asked for', () => {
    const sku = { price: 4999 }
    expect(planPriceCents('yearly', sku)).toBe(96)
    expect(planPriceCents('yearly', sku, { isFull: true })).toBe(4999)
    expect(planPriceCents('yearly', { price: 4999, discountPrice: 2600 })).toBe(50)
  })

  it('of the weekly plan is the same either way', () => {
    expect(planPriceCents('weekly', { price: 999 })).toBe(999)
    expect(planPriceCents('weekly', { price: 999 }, { isFull: true })).toBe(999)
  })

  it('per week is never more than half a cent away from a 52nd', () => {
    fc.assert(fc.property(cents, (amount) => Math.abs(weeklyEquivalentCents(amount) - amount / 52) <= 0.5))
  })
})

it('BASE_CURRENCY is what the catalogue and its fallbacks are in', () => {
  expect(BASE_CURRENCY).toBe('USD')
})

describe('without a catalogue', () => {
  it('FALLBACK_WEEKLY_CENTS is shown for the weekly plan', () => {
    expect([FALLBACK_WEEKLY_CENTS, planPriceCents('weekly', undefined)]).toEqual([999, 999])
  })

  it('FALLBACK_YEARLY_CENTS is shown for the yearly plan in full', () => {
    expect([FALLBACK_YEARLY_CENTS, planPriceCents('yearly', undefined, { isFull: true })]).toEqual([4999, 4999])
  })

  it('FALLBACK_YEARLY_PER_WEEK_CENTS is shown for the yearly plan by week', () => {
    expect([FALLBACK_YEARLY_PER_WEEK_CENTS, planPriceCents('yearly', undefined)]).toEqual([96, 96])
  })
})

describe('a SKU', () => {
  it('is weekly or yearly by its duration, and a pack is neither', () => {
    expect([
      planOfSku({ durationUnit: 'WEEK' }),
      planOfSku({ durationUnit: 'YEAR' }),
      planOfSku({ durationUnit: null }),
      planOfSku({}),
    ]).toEqual(['weekly', 'yearly', null, null])
  })

  it('of points is named by them and their unit', () => {
    expect([packName(100, 'credits'), packName(2000, 'points')]).toEqual(['100 credits', '2,000 points'])
  })
})

describe('the plan chosen at first', () => {
  it('is the yearly one without a trial for a former subscriber', () => {
    expect(defaultPlan(true)).toEqual({ plan: 'yearly', hasTrialOffer: false })
  })

  it('is the weekly one with the trial for everybody else', () => {
    expect(defaultPlan(false)).toEqual({ plan: 'weekly', hasTrialOffer: true })
  })
})

describe('the pack for missing points', () => {
  const packs = [
    { points: 800, price: 2499 },
    { points: 100, price: 499 },
    { points: 300, price: 1199 },
  ]

  it('is the smallest that suffices, whatever the order of the packs', () => {
    expect([1, 100, 101, 300, 800].map((missingPoints) => packFor(packs, missingPoints)?.points)).toEqual([100, 100, 300, 300, 800])
  })

  it('is none where none suffices or there is none', () => {
    expect([packFor(packs, 801), packFor([], 1), packFor([{ price: 999 }], 0)]).toEqual([undefined, undefined, undefined])
  })

  it('is the cheaper of two equal ones, at the price that is charged', () => {
    const [dearPack, cheapPack] = [
      { points: 100, price: 400 },
      { points: 100, price: 500, discountPrice: 250 },
    ]
    expect(packFor([dearPack, cheapPack], 50)).toBe(cheapPack)
  })

  it('suffices, and no smaller one does', () => {
    const pack = fc.record({ points: fc.integer({ min: 1, max: 5000 }), price: cents })
    fc.assert(
      fc.property(fc.array(pack), fc.integer({ min: 0, max: 6000 }), (list, missingPoints) => {
        const chosenPack = packFor(list, missingPoints)
        const sufficientPoints = list.filter(({ points }) => points >= missingPoints).map(({ points }) => points)
        expect(chosenPack?.points).toBe(sufficientPoints.length === 0 ? undefined : Math.min(...sufficientPoints))
      }),
    )
  })
})

describe('a payment method', () => {
  it('has a name for each code from 0 to 14, each its own', () => {
    expect(PAYMENT_METHODS).toHaveLength(15)
    expect(new Set(PAYMENT_METHODS).size).toBe(15)
  })

  it('is Alipay at 1, Google at 2, Apple at 3, and a card at 13 and 14', () => {
    expect([1, 2, 3, 13, 14].map(paymentMethodName)).toEqual(['Alipay', 'Google Pay', 'Apple Pay', 'Card (Subotiz)', 'Card (Stripe)'])
  })

  it('that is not known shows its number', () => {
    expect([15, -1, 99].map(paymentMethodName)).toEqual(['15', '-1', '99'])
  })
})

describe('a duration in a history', () => {
  it('has a label for each code from 0 to 6', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map(durationLabel)).toEqual([
      'Yearly',
      'Quarterly',
      'Monthly',
      'Daily',
      'Lifetime',
      'Weekly',
      'Consumable',
    ])
  })

  it('that is not known shows its number', () => {
    expect(durationLabel(7)).toBe('7')
  })
})
