const MINUTE_MS = 60_000
const MINUTES_PER_HOUR = 60
const SECONDS_DIGITS = 10

/** A time: just now, some minutes ago, or a date. */
type RelativeTime =
  | { readonly kind: 'now' }
  | { readonly kind: 'minutes'; readonly minutes: number }
  | { readonly kind: 'date'; readonly date: string }

/** A timestamp in ms since 1970; 10 digits are seconds. Rule: docs/platform.md, "Dates". */
export function timestampMs(timestamp: number): number {
  return String(Math.trunc(timestamp)).length === SECONDS_DIGITS ? timestamp * 1000 : timestamp
}

/** Just now below a minute, minutes below an hour, otherwise the date. Both times in ms or seconds. */
export function relativeTime(timestamp: number, nowTimestamp: number): RelativeTime {
  const minutes = Math.floor((timestampMs(nowTimestamp) - timestampMs(timestamp)) / MINUTE_MS)
  if (minutes <= 0) return { kind: 'now' }
  return minutes < MINUTES_PER_HOUR ? { kind: 'minutes', minutes } : { kind: 'date', date: dateAndTime(timestamp) }
}

/** The text for a time that is outside the range of dates. */
export const NO_DATE = '–'

/** A time in ms as ISO 8601 in UTC; '' if the time is outside the range of dates. */
export function isoTime(atMs: number): string {
  const date = new Date(atMs)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

/** The day of a time in ms as `YYYY-MM-DD` in UTC; '' if the time is outside the range of dates. */
export function isoDay(atMs: number): string {
  return isoTime(atMs).slice(0, 'yyyy-mm-dd'.length)
}

/** `YYYY-MM-DD HH:mm` in this device's time zone, of a time in ms or seconds; `NO_DATE` if the time is outside the range of dates. */
export function dateAndTime(timestamp: number): string {
  const date = new Date(timestampMs(timestamp))
  if (Number.isNaN(date.getTime())) return NO_DATE
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  const day = [String(date.getFullYear()).padStart(4, '0'), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
  return `${day} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}
