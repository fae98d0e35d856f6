import { useEffect, useState } from 'react'
import { relativeTime } from '#shared/domain/relative-time.ts'
import type { Text } from './i18n.ts'

const TICK_MS = 1000

/** The current time, updated at an interval (by default each second) while the component is mounted. */
export function useNow(everyMs: number = TICK_MS): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowMs
}

const MINUTE_MS = 60_000

/** The current time, updated each minute. */
export function useMinute(): number {
  return useNow(MINUTE_MS)
}

/** A time as text: just now, some minutes ago, else its date. */
export function relativeWords(atMs: number, nowMs: number, text: Text): string {
  const time = relativeTime(atMs, nowMs)
  if (time.kind === 'now') return text('time.justNow')
  return time.kind === 'minutes' ? text('time.minutes', { n: time.minutes }) : time.date
}
