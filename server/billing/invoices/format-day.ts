const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A day in UTC: 'November 21, 2026'. */
export function formatWhichDay(atMs: number): string {
  return DAY.format(atMs)
}
