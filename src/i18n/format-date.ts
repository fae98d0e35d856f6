import { NO_DATE } from '#shared/domain/relative-time.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/**
 * A date such as 'Nov 21, 2026'. It is formatted without `Intl`, because creating a formatter is slow and many pages start with a
 * date.
 */
export function formatDate(atMs: number): string {
  const date = new Date(atMs)
  if (Number.isNaN(date.getTime())) return NO_DATE
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`
}
