const DAY_MS = 24 * 60 * 60 * 1000

/** A time in ms in words of days: '7 days', '1 day'. Rule: docs/content.md, "Legal texts". */
export function daysOf(durationMs: number): string {
  const days = Math.round(durationMs / DAY_MS)
  return days === 1 ? '1 day' : `${days} days`
}
