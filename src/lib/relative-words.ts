import type { Text } from './i18n.ts'
import { relativeTime } from '#shared/domain/relative-time.ts'

export function relativeWords(at: number, nowMs: number, text: Text): string {
  const time = relativeTime(at, nowMs)
  if (time.kind === 'now') return text('time.justNow')
  return time.kind === 'minutes' ? text('time.minutes', { n: time.minutes }) : time.date
}
