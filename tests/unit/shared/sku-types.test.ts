import { expect, it } from 'vitest'
import { CONSUMABLE_SKU, changesMembership, DURATION_TYPES, SUBSCRIPTION_SKU, TRIAL_SKU } from '#shared/domain/sku-rules.ts'

it('has the codes of the wire', () => {
  expect([SUBSCRIPTION_SKU, TRIAL_SKU, CONSUMABLE_SKU]).toEqual([2, 3, 6])
  expect(DURATION_TYPES).toEqual({ yearly: 0, quarterly: 1, monthly: 2, daily: 3, lifetime: 4, weekly: 5, consumable: 6 })
})

it('changes the membership by a subscription and a trial, not by a pack of credits', () => {
  expect([0, 1, 2, 3, 4, 5, 6].filter(changesMembership)).toEqual([SUBSCRIPTION_SKU, TRIAL_SKU])
})
