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
])('%s is %s', (typedCode, code, isCode) => {
  expect(rules.normalizePromotionCode(typedCode)).toBe(code)
  expect(rules.isPromotionCode(code)).toBe(isCode)
})

const percentDiscount = (percentOff: number) => ({ percentOff, amountsOff: null })
const amountDiscount = (amountsOff: Record<string, number>) => ({ percentOff: null, amountsOff })

test.each([
  [percentDiscount(20), 999, 'USD', 200],
  [percentDiscount(15), 1199, 'USD', 180],
  [percentDiscount(50), 999, 'USD', 500],
  [percentDiscount(50), 100, 'EUR', 50],
  [percentDiscount(51), 100, 'EUR', null],
  [percentDiscount(1), 49, 'USD', null],
  [amountDiscount({ USD: 200 }), 999, 'USD', 200],
  [amountDiscount({ USD: 949 }), 999, 'USD', 949],
  [amountDiscount({ USD: 950 }), 999, 'USD', null],
  [amountDiscount({ USD: 200 }), 999, 'EUR', null],
])('%j applied to %s %s discounts %s', (value, price, currency, discountCents) => {
  expect(rules.promotionDiscount(value, price, currency)).toBe(discountCents)
})

test('never leaves less than the smallest charge, nor adds to a price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.nat(1_000_000), (percent, price) => {
      const discountCents = rules.promotionDiscount(percentDiscount(percent), price, 'USD')
      if (discountCents !== null) expect([discountCents > 0, price - discountCents >= rules.SMALLEST_CHARGE_CENTS]).toEqual([true, true])
    }),
  )
})
