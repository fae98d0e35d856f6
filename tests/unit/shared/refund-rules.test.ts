import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as rules from '#shared/domain/refund-rules.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PACK = { amountCents: 499, refundedCents: 0, points: 100, pointsTakenBack: 0 }

it('has the numbers of the rule', () => {
  expect(rules.REFUND_WINDOW_MS).toBe(14 * DAY_MS)
  expect(rules.MOST_REFUNDS).toBe(3)
  expect(rules.REFUND_LIMIT_PERIOD_MS).toBe(365 * DAY_MS)
  expect(rules.REFUND_PROMISE_MS).toBe(DAY_MS)
})

describe('the refund', () => {
  it('is worked out by hand', () => {
    const table = [
      [PACK, 100, { cents: 499, points: 100 }],
      [PACK, 5000, { cents: 499, points: 100 }],
      [PACK, 37, { cents: 184, points: 37 }],
      [PACK, 1, { cents: 4, points: 1 }],
      [PACK, 0, null],
      [{ ...PACK, amountCents: 50 }, 1, null],
      [{ ...PACK, points: 0 }, 10, null],
      [{ ...PACK, refundedCents: 499 }, 100, null],
      [{ ...PACK, refundedCents: 250, pointsTakenBack: 50 }, 100, { cents: 249, points: 50 }],
      [{ ...PACK, refundedCents: 400 }, 100, { cents: 99, points: 100 }],
      [{ amountCents: 4999, refundedCents: 0, points: 2500, pointsTakenBack: 0 }, 1234, { cents: 2467, points: 1234 }],
    ] as const
    for (const [payment, balance, refund] of table) expect(rules.refundOf(payment, balance)).toEqual(refund)
  })

  it('never withdraws more points than shown, nor refunds more than paid, for any split of a payment', () => {
    const prices = fc.record({ amountCents: fc.integer({ min: 1, max: 10_000 }), points: fc.integer({ min: 1, max: 5000 }) })
    const balances = fc.array(fc.nat(3000), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(prices, balances, (price, steps) => {
        const payment = { ...price, refundedCents: 0, pointsTakenBack: 0 }
        for (const balance of steps) {
          const refund = rules.refundOf(payment, balance)
          if (refund === null) continue
          payment.refundedCents += refund.cents
          payment.pointsTakenBack += refund.points
          expect(rules.pointsOfRefunded(payment, payment.refundedCents)).toBeLessThanOrEqual(payment.pointsTakenBack)
          expect(payment.refundedCents).toBeLessThanOrEqual(payment.amountCents)
          expect(payment.pointsTakenBack).toBeLessThanOrEqual(payment.points)
        }
      }),
    )
  })
})

it('points are withdrawn in proportion to the money, rounded down', () => {
  expect([0, 4, 5, 250, 499, 900].map((cents) => rules.pointsOfRefunded(PACK, cents))).toEqual([0, 0, 1, 50, 100, 100])
  expect(rules.pointsOfRefunded({ ...PACK, amountCents: 0 }, 10)).toBe(0)
})
