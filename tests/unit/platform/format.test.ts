import { expect, test } from 'vitest'
import { formatShare, formatNumber } from '#src/i18n/i18n.ts'
import { formatDate } from '#src/i18n/format-date.ts'

test('a share is shown in whole percents, and a number with separated thousands', () => {
  expect([formatShare(0.5), formatShare(0.05), formatShare(1), formatNumber(2500)]).toEqual(['50%', '5%', '100%', '2,500'])
})

test('whole numbers and dates are written as the formatters of the browser write them', () => {
  const wholeFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
  const numbers = [0, -0, 7, 999, 1000, -1000, -999, 123_456, 1_234_567, -98_765_432, Number.MAX_SAFE_INTEGER, 1e21, 1234.5, Number.NaN]
  expect(numbers.map(formatNumber)).toEqual(numbers.map((number) => wholeFormat.format(number)))
  const percentFormat = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })
  const shares = Array.from({ length: 101 }, (_, index) => index / 20)
  expect(shares.map(formatShare)).toEqual(shares.map((share) => percentFormat.format(share)))
  const dateFormat = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric' })
  const days = Array.from({ length: 12 }, (_, month) => Date.UTC(2024 + (month % 3), month, 1 + month * 2, month * 2))
  expect(days.map(formatDate)).toEqual(days.map((dayMs) => dateFormat.format(dayMs)))
})
