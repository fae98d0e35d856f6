import type { Text } from '#src/lib/i18n.ts'
import { relativeTime } from '#shared/domain/relative-time.ts'

export function relativeWords(at: number, nowMs: number, text: Text): string {
  const time = relativeTime(at, nowMs)
  if (time.kind === 'now') return text('history.justNow')
  return time.kind === 'minutes' ? text('history.minutes', { n: time.minutes }) : time.date
}
