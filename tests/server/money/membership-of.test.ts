import { describe, expect, it } from 'vitest'
import { type SubscriptionRow, doesRenew, featuresUntilMs, membershipOf } from '#server/billing/membership.ts'
import { PAYMENT_GRACE_MS } from '#shared/domain/membership-terms.ts'
import { DAY_MS, WEEK_MS } from './books.ts'

const NOW_MS = 1_800_000_000_000
const END_MS = NOW_MS + DAY_MS
const AFTER_END_MS = END_MS + 1

function plan(changes: Partial<SubscriptionRow> = {}): SubscriptionRow {
  const order = { orderId: 'order', ownerId: 'owner', ref: 'ref', skuId: 'premium_weekly', plan: 'weekly' } as const
  const period = { periodStartMs: END_MS - WEEK_MS, periodEndMs: END_MS, createdAtMs: END_MS - WEEK_MS }
  const stateFields = {
    state: 'active',
    cancelledAtMs: null,
    endedAtMs: null,
    requestedStop: null,
    remindedOfMs: null,
    syncAtMs: null,
  } as const
  return { ...order, ...period, ...stateFields, nextPlan: null, wantedPlan: null, changeId: null, ...changes }
}

describe('a plan', () => {
  it.each([
    ['that runs gives its features to the end of what is paid', {}, NOW_MS, END_MS],
    ['whose next payment nobody has told of yet keeps them for the days of grace', {}, END_MS, END_MS + PAYMENT_GRACE_MS],
    ['that was called off ends with what is paid', { cancelledAtMs: NOW_MS }, AFTER_END_MS, END_MS],
    ['whose payment fails keeps them for the days of grace', { state: 'past_due' }, NOW_MS, END_MS + PAYMENT_GRACE_MS],
    [
      'whose payment fails ends at once when it is called off, as it does at the provider',
      { state: 'past_due', cancelledAtMs: END_MS + DAY_MS },
      END_MS + DAY_MS,
      END_MS + DAY_MS,
    ],
    [
      'whose payment failed though it had been called off before ends with what is paid',
      { state: 'past_due', cancelledAtMs: NOW_MS, requestedStop: 'period_end' },
      AFTER_END_MS,
      END_MS,
    ],
    ['that has ended early has ended then', { state: 'ended', endedAtMs: NOW_MS }, NOW_MS, NOW_MS],
    [
      'that has ended within the days of grace kept its features till then',
      { state: 'ended', endedAtMs: END_MS + DAY_MS },
      AFTER_END_MS,
      END_MS + DAY_MS,
    ],
    [
      'that is said to have ended late gave no more than the grace',
      { state: 'ended', endedAtMs: END_MS + WEEK_MS },
      AFTER_END_MS,
      END_MS + PAYMENT_GRACE_MS,
    ],
    ['whose end has no moment has ended with what was paid', { state: 'ended' }, NOW_MS, END_MS],
  ] as const)('%s', (_, changes, nowMs, untilMs) => {
    expect(featuresUntilMs(plan(changes), nowMs)).toBe(untilMs)
  })

  it.each([
    ['active', {}, true],
    ['in its trial', { state: 'trial' }, true],
    ['past due', { state: 'past_due' }, true],
    ['ended', { state: 'ended' }, false],
    ['called off', { cancelledAtMs: NOW_MS }, false],
    ['wished to stop', { requestedStop: 'period_end' }, false],
    ['taken back, which nobody has confirmed', { cancelledAtMs: NOW_MS, requestedStop: 'withdrawn' }, false],
  ] as const)('%s renews: %s', (_, changes, renews) => {
    expect(doesRenew(plan(changes))).toBe(renews)
  })
})

describe('the membership', () => {
  const membershipFrom = (rows: readonly SubscriptionRow[], { paidOrderIds = [] as string[], nowMs = NOW_MS } = {}) =>
    membershipOf(rows, new Set(paidOrderIds), nowMs)

  it('of an account without any plan so far is none', () => {
    const noMembership = { isActive: false, hasPackDiscount: false, endsAtMs: null, everSubscribed: false, currentPlan: null }
    expect(membershipFrom([])).toEqual(noMembership)
  })

  it('runs up to the end and not at it', () => {
    const row = plan({ cancelledAtMs: NOW_MS })
    expect(membershipFrom([row], { nowMs: END_MS - 1 })).toEqual({
      isActive: true,
      hasPackDiscount: true,
      endsAtMs: END_MS,
      everSubscribed: true,
      currentPlan: row,
    })
    expect(membershipFrom([row], { nowMs: END_MS })).toEqual({
      isActive: false,
      hasPackDiscount: false,
      endsAtMs: END_MS,
      everSubscribed: true,
      currentPlan: null,
    })
  })

  it('ends with the last of several plans, in any order', () => {
    const [longPlan, shortPlan] = [plan({ periodEndMs: END_MS + WEEK_MS }), plan()]
    expect(membershipFrom([shortPlan, longPlan]).endsAtMs).toBe(END_MS + WEEK_MS)
    expect(membershipFrom([longPlan, shortPlan]).endsAtMs).toBe(END_MS + WEEK_MS)
  })

  it('is that of the renewing plan, else of the longest one', () => {
    const longPlan = plan({ orderId: 'long', periodEndMs: END_MS + WEEK_MS, cancelledAtMs: NOW_MS })
    const renewingPlan = plan({ orderId: 'renewing' })
    const cancelledPlan = plan({ orderId: 'called off', cancelledAtMs: NOW_MS })
    const endedPlan = plan({ orderId: 'over', periodEndMs: NOW_MS, cancelledAtMs: NOW_MS })
    expect(membershipFrom([longPlan, renewingPlan]).currentPlan).toEqual(renewingPlan)
    expect(membershipFrom([cancelledPlan, longPlan]).currentPlan).toEqual(longPlan)
    expect(membershipFrom([endedPlan]).currentPlan).toBeNull()
  })

  it('halves packs for a running paid plan', () => {
    expect(membershipFrom([plan()]).hasPackDiscount).toBe(true)
    expect(membershipFrom([plan({ state: 'trial' })], { paidOrderIds: ['order'] }).hasPackDiscount).toBe(false)
    expect(membershipFrom([plan({ state: 'past_due' })], { paidOrderIds: ['order'] }).hasPackDiscount).toBe(true)
    expect(membershipFrom([plan({ state: 'past_due' })], { paidOrderIds: ['another'] }).hasPackDiscount).toBe(false)
    expect(membershipFrom([plan({ state: 'ended' })], { paidOrderIds: ['order'] }).hasPackDiscount).toBe(false)
    expect(membershipFrom([plan({ state: 'trial' }), plan({ orderId: 'paid' })]).hasPackDiscount).toBe(true)
  })
})
