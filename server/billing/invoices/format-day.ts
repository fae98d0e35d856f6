const DAY_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats the day of a time in UTC, such as 'November 21, 2026'. */
export function formatDay(atMs: number): string {
  return DAY_FORMAT.format(atMs)
}
