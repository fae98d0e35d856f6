const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats the day of a time in UTC, such as 'November 21, 2026'. */
export function formatWhichDay(atMs: number): string {
  return DAY.format(atMs)
}
