import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EMPTY_CATALOGUE, groupCatalogue } from '#src/billing/catalogue-groups.ts'
import { createDiscountSwitch } from '#src/billing/shop/credits-dialog.tsx'
import { firstPack, hasDiscount, paysAsMember } from '#src/billing/shop/pack-price.tsx'
import { firstPlan, planOffers } from '#src/billing/shop/plan-offers.ts'
import { differentPlanCurrency } from '#src/billing/shop/plan-picker.tsx'
import { pack, pages, trialSku, weeklySku, yearlySku } from './catalogue-builders.ts'

const groups = groupCatalogue(pages())
const newcomer = { everSubscribed: false, ownPlan: null } as const
const returningUser = { everSubscribed: true, ownPlan: null } as const

describe('the plans', () => {
  test('offer a newcomer the free week, chosen at first, with its later price', () => {
    const [weeklyOffer, yearlyOffer] = planOffers(groups, newcomer)
    expect(weeklyOffer).toMatchObject({ isTrial: true, sku: trialSku, cycleCents: 999, points: 400 })
    expect(yearlyOffer).toMatchObject({ isTrial: false, sku: yearlySku, cycleCents: 4999, points: 2500 })
    expect(firstPlan([weeklyOffer, yearlyOffer], newcomer)).toBe('weekly')
  })

  test('offer no free week to a former subscriber, and choose yearly', () => {
    const offers = planOffers(groups, returningUser)
    expect(offers[0]).toMatchObject({ isTrial: false, sku: weeklySku })
    expect(firstPlan(offers, returningUser)).toBe('yearly')
  })

  test('promise no free week that the catalogue does not have', () => {
    const [weeklyOffer] = planOffers({ ...groups, trial: null }, newcomer)
    expect(weeklyOffer).toMatchObject({ isTrial: false, sku: weeklySku })
  })

  test('have no price of their own and can not be bought before the catalogue is there', () => {
    for (const offer of planOffers(EMPTY_CATALOGUE, newcomer))
      expect(offer).toMatchObject({ sku: null, cycleCents: null, points: null, isTrial: false })
  })

  test('let a weekly member become yearly, and nothing else', () => {
    const person = { everSubscribed: true, ownPlan: 'weekly' } as const
    const offers = planOffers(groups, person)
    expect(offers.map(({ sku, isCurrentPlan }) => [sku?.skuId, isCurrentPlan])).toEqual([
      [undefined, true],
      ['premium_yearly', false],
    ])
    expect(firstPlan(offers, person)).toBe('yearly')
  })

  test('leave a yearly member nothing to choose', () => {
    const person = { everSubscribed: true, ownPlan: 'yearly' } as const
    const offers = planOffers(groups, person)
    expect(offers.map(({ sku }) => sku)).toEqual([null, null])
    expect(firstPlan(offers, person)).toBeNull()
  })
})

describe('the packs', () => {
  const packs = groups.packs

  test('begin with the smallest sufficient one, and with the largest where none suffices', () => {
    expect(firstPack(packs, 40, null)?.points).toBe(100)
    expect(firstPack(packs, 100, null)?.points).toBe(100)
    expect(firstPack(packs, 101, null)?.points).toBe(300)
    expect(firstPack(packs, 9000, null)?.points).toBe(2000)
    expect(firstPack(packs, null, null)?.points).toBe(100)
    expect(firstPack([], 40, null)).toBeUndefined()
  })

  test('begin without a need with the last chosen one, where it is still sold', () => {
    const lastSkuId = packs[1]?.skuId ?? ''
    expect(firstPack(packs, null, lastSkuId)?.skuId).toBe(lastSkuId)
    expect(firstPack(packs, 40, lastSkuId)?.points).toBe(100)
    expect(firstPack(packs, null, 'premium_weekly')?.points).toBe(100)
  })

  test('cost half where the server says so, and not by membership alone', () => {
    const halvedPacks = groupCatalogue(pages([pack(100, 499, { discountPrice: 249 })])).packs
    expect([paysAsMember(halvedPacks), paysAsMember(packs)]).toEqual([true, false])
    expect([hasDiscount({ price: 499, discountPrice: 499 }), hasDiscount({ price: 499, discountPrice: null })]).toEqual([false, false])
  })
})

describe('the switch for the members’ prices', () => {
  const notify = vi.fn()
  const openPlans = vi.fn()
  beforeEach(() => {
    vi.useFakeTimers()
    vi.clearAllMocks()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('is answered at once, and the plans open 2 seconds later', () => {
    createDiscountSwitch({ notify, openPlans }).turn(true)
    expect(notify).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(1999)
    expect(openPlans).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(openPlans).toHaveBeenCalledOnce()
  })

  test.each(['taken back', 'closed'] as const)('opens no plans when it is %s before', (how) => {
    const discountSwitch = createDiscountSwitch({ notify, openPlans })
    discountSwitch.turn(true)
    vi.advanceTimersByTime(1900)
    if (how === 'closed') discountSwitch.stop()
    else discountSwitch.turn(false)
    vi.advanceTimersByTime(10_000)
    expect(openPlans).not.toHaveBeenCalled()
  })

  test('counts its 2 seconds from the last time it was turned on, and opens once', () => {
    const discountSwitch = createDiscountSwitch({ notify, openPlans })
    discountSwitch.turn(true)
    vi.advanceTimersByTime(1500)
    discountSwitch.turn(false)
    discountSwitch.turn(true)
    vi.advanceTimersByTime(1999)
    expect(openPlans).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    vi.advanceTimersByTime(10_000)
    expect(openPlans).toHaveBeenCalledOnce()
  })
})

test('plans in another currency than packs belong to a renewing plan, with a message', () => {
  const plansInEuros = { ...groupCatalogue(pages()), weekly: { ...weeklySku, currencyCode: 'EUR' } }
  expect([
    differentPlanCurrency(plansInEuros),
    differentPlanCurrency(groupCatalogue(pages())),
    differentPlanCurrency(EMPTY_CATALOGUE),
  ]).toEqual(['EUR', null, null])
})
