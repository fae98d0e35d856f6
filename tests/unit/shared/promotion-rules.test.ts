import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as rules from '#shared/domain/promotion-rules.ts'

test('the numbers', () => {
  expect(rules.PROMOTION_CODE_MIN_LENGTH).toBe(3)
  expect(rules.PROMOTION_CODE_MAX_LENGTH).toBe(40)
  expect(rules.PROMOTION_PERCENT_MAX).toBe(99)
  expect(rules.SMALLEST_CHARGE_CENTS).toBe(50)
  expect(rules.PROMOTION_LIMIT_MAX).toBe(1_000_000)
  expect(rules.PROMOTION_NAMED_MAX).toBe(500)
  expect(rules.PROMOTION_TRIES_PER_HOUR).toBe(20)
  expect(rules.PROMOTION_TRIES_BY_ADDRESS_PER_HOUR).toBe(60)
})

test.each([
  [' spring 26 ', 'SPRING26', true],
  ['ｓｐｒｉｎｇ', 'SPRING', true],
  ['\u2066spring\u200B\u00AD26\u2069', 'SPRING26', true],
  ['a-b_c', 'A-B_C', true],
  ['ab', 'AB', false],
  ['-abc', '-ABC', false],
  ['abc-', 'ABC-', false],
  ['frühling', 'FRÜHLING', false],
  ['x'.repeat(41), 'X'.repeat(41), false],
])('%s is %s', (typed, code, isCode) => {
  expect(rules.normalizePromotionCode(typed)).toBe(code)
  expect(rules.isPromotionCode(code)).toBe(isCode)
})

const share = (percentOff: number) => ({ percentOff, amountsOff: null })
const amounts = (amountsOff: Record<string, number>) => ({ percentOff: null, amountsOff })

test.each([
  [share(20), 999, 'USD', 200],
  [share(15), 1199, 'USD', 180],
  [share(50), 999, 'USD', 500],
  [share(50), 100, 'EUR', 50],
  [share(51), 100, 'EUR', null],
  [share(1), 49, 'USD', null],
  [amounts({ USD: 200 }), 999, 'USD', 200],
  [amounts({ USD: 949 }), 999, 'USD', 949],
  [amounts({ USD: 950 }), 999, 'USD', null],
  [amounts({ USD: 200 }), 999, 'EUR', null],
])('%j applied to %s %s discounts %s', (value, price, currency, off) => {
  expect(rules.promotionDiscount(value, price, currency)).toBe(off)
})

test('never leaves less than the smallest charge, nor adds to a price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.nat(1_000_000), (percent, price) => {
      const off = rules.promotionDiscount(share(percent), price, 'USD')
      if (off !== null) expect([off > 0, price - off >= rules.SMALLEST_CHARGE_CENTS]).toEqual([true, true])
    }),
  )
})
