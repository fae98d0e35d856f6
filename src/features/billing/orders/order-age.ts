const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** How long ago something was, in minutes, then in hours; a clock that was set back makes it now. */
export function orderAge(createdAtMs: number, nowMs: number): string {
  const ageMs = Math.max(0, nowMs - createdAtMs)
  return ageMs < HOUR_MS ? words.format(-Math.floor(ageMs / MINUTE_MS), 'minute') : words.format(-Math.floor(ageMs / HOUR_MS), 'hour')
}
