import type { Subscription } from '#shared/api/subscription.ts'
import { describe, expect, it } from 'vitest'
import { planFacts } from '#src/billing/plan/plan-facts.ts'
import { renewalLine } from '#src/billing/histories/credits-panel.tsx'

const WEEKLY_PLAN: Subscription = {
  orderId: 'o1',
  skuId: 'premium_weekly',
  plan: 'weekly',
  state: 'ACTIVE',
  priceCents: 999,
  currencyCode: 'USD',
  pointsPerCycle: 400,
  periodEndsAt: 70,
  renewsAt: 70,
  endsAt: 70,
  graceEndsAt: null,
  hasPackDiscount: true,
  can: { resume: false, payNow: false, updateCard: false },
  isResuming: false,
  changeTo: null,
  nextChange: null,
  isChanging: false,
}

describe('the possible actions of a plan', () => {
  it('allow to cancel a weekly plan or make it yearly, and have its next charge', () => {
    expect(planFacts(WEEKLY_PLAN)).toEqual({
      nameKey: 'billing.plan.name.weekly',
      status: 'active',
      nextChargeMs: 70,
      graceEndsMs: null,
      endsMs: null,
      canCancel: true,
      actions: [],
      resumingUntilMs: null,
      yearlyPurchaseKey: 'billing.plan.toYearly.weekly',
    })
  })

  it('show for a trial that it does not become the weekly plan when yearly begins', () => {
    expect(planFacts({ ...WEEKLY_PLAN, state: 'TRIAL' })).toMatchObject({
      nameKey: 'billing.plan.name.trial',
      yearlyPurchaseKey: 'billing.plan.toYearly.trial',
    })
  })

  it('sell no second plan where this one can be changed, is being changed, or is yearly', () => {
    expect(planFacts({ ...WEEKLY_PLAN, changeTo: 'yearly' }).yearlyPurchaseKey).toBeNull()
    expect(planFacts({ ...WEEKLY_PLAN, isChanging: true }).yearlyPurchaseKey).toBeNull()
    expect(planFacts({ ...WEEKLY_PLAN, plan: 'yearly' }).yearlyPurchaseKey).toBeNull()
  })

  it('show until when the plan stays active while a payment fails', () => {
    const failingFacts = planFacts({ ...WEEKLY_PLAN, state: 'PAST_DUE', graceEndsAt: 90 })
    expect(failingFacts).toMatchObject({ status: 'pastDue', graceEndsMs: 90, nextChargeMs: null, canCancel: true, yearlyPurchaseKey: null })
  })

  it('show when a cancelled plan ends, and do not cancel it a second time', () => {
    const cancelledFacts = planFacts({ ...WEEKLY_PLAN, state: 'CANCELLED', renewsAt: null, endsAt: 80 })
    expect(cancelledFacts).toMatchObject({ status: 'cancelled', endsMs: 80, nextChargeMs: null, canCancel: false, yearlyPurchaseKey: null })
  })
})

describe('pending actions of a plan', () => {
  const CANCELLED_PLAN = { ...WEEKLY_PLAN, state: 'CANCELLED', renewsAt: null, endsAt: 80 } as const
  const FAILING_PLAN = { ...WEEKLY_PLAN, state: 'PAST_DUE', graceEndsAt: 90 } as const

  it('show where the server offers them, and only those', () => {
    expect(planFacts({ ...CANCELLED_PLAN, can: { resume: true, payNow: false, updateCard: false } }).actions).toEqual(['resume'])
    expect(planFacts({ ...FAILING_PLAN, can: { resume: false, payNow: true, updateCard: true } }).actions).toEqual(['payNow', 'updateCard'])
    expect(planFacts({ ...FAILING_PLAN, can: { resume: false, payNow: false, updateCard: true } }).actions).toEqual(['updateCard'])
    expect(planFacts(FAILING_PLAN).actions).toEqual([])
  })

  it('waits for the payment service while a plan is resumed, shows its end, and allows the cancellation after all', () => {
    expect(planFacts({ ...CANCELLED_PLAN, isResuming: true })).toMatchObject({ status: 'cancelled', resumingUntilMs: 80, canCancel: true })
    expect(planFacts(CANCELLED_PLAN)).toMatchObject({ resumingUntilMs: null, canCancel: false })
  })
})

describe('the line of the renewal', () => {
  it.each([
    ['ACTIVE', {}, { key: 'billing.renewal.renews', atMs: 70 }],
    ['TRIAL', {}, { key: 'billing.renewal.trial', atMs: 70 }],
    ['PAST_DUE', { graceEndsAt: 90 }, { key: 'billing.renewal.pastDue', atMs: 90 }],
    ['CANCELLED', { renewsAt: null, endsAt: 80 }, { key: 'billing.renewal.ends', atMs: 80 }],
  ] as const)('%s', (state, changes, line) => {
    expect(renewalLine({ ...WEEKLY_PLAN, ...changes, state }, null, 0)).toEqual(line)
  })

  it('uses the membership while the plan is not known, and shows nothing for an expired one', () => {
    expect(renewalLine(null, 100, 50)).toEqual({ key: 'billing.renewal.member', atMs: 100 })
    expect(renewalLine(null, 100, 100)).toBeNull()
    expect(renewalLine(null, null, 0)).toBeNull()
  })
})
