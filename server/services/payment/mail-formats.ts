/** Nobody's clock is known here, so times are told in UTC and say so. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const TIME = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' })
const CENTS_PER_UNIT = 100

/** 999 of USD as '$9.99'. */
export function formatMoney(cents: number, currencyCode: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currencyCode }).format(cents / CENTS_PER_UNIT)
}

/** 'November 21, 2026 at 12:00 UTC'. */
export function formatWhen(atMs: number): string {
  return `${DAY.format(atMs)} at ${TIME.format(atMs)} UTC`
}

/** 'November 21, 2026'. */
export function formatWhichDay(atMs: number): string {
  return DAY.format(atMs)
}
