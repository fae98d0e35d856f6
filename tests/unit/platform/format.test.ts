import { expect, test } from 'vitest'
import { formatMoney } from '#src/billing/format-money.ts'
import { formatShare } from '#src/platform/format.ts'
import { formatNumber } from '#src/platform/format-number.ts'

test('money given back has the real minus that points have', () => {
  expect([formatMoney(999, 'USD'), formatMoney(-499, 'USD'), formatMoney(-499, 'no currency')]).toEqual([
    '$9.99',
    '−$4.99',
    '−4.99 no currency',
  ])
})

test('a share is told in whole percents, and a number with its thousands apart', () => {
  expect([formatShare(0.5), formatShare(0.05), formatShare(1), formatNumber(2500)]).toEqual(['50%', '5%', '100%', '2,500'])
})
