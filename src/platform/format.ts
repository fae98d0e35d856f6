import { relativeTime } from '#shared/domain/relative-time.ts'
import { formatNumber } from './format-number.ts'
import type { Text } from './i18n.ts'

const LOCALE = 'en-US'
const MINUTE_MS = 60_000
const BYTES_PER_UNIT = 1024
const BYTE_UNITS = ['B', 'kB', 'MB', 'GB'] as const

// Created on first use, because creation slows the start of a page; what many pages begin with is written without a formatter.
let dayName: Intl.DateTimeFormat | undefined

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** 0.5 as '50%'. */
export function formatShare(share: number): string {
  return `${formatNumber(Math.round(share * 100))}%`
}

export function formatBytes(bytes: number): string {
  const power = Math.min(BYTE_UNITS.length - 1, Math.max(0, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(BYTES_PER_UNIT))))
  const value = bytes / BYTES_PER_UNIT ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : formatNumber(value)} ${BYTE_UNITS[power]}`
}

/** 65000 as '1:05'. */
export function formatElapsed(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function formatDay(atMs: number): string {
  dayName ??= new Intl.DateTimeFormat(LOCALE, { weekday: 'long', month: 'long', day: 'numeric' })
  return dayName.format(atMs)
}

export function formatDate(atMs: number): string {
  const date = new Date(atMs)
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`
}

/** Whole days between two moments in this device's calendar: 0 is today, 1 yesterday. */
export function calendarDaysAgo(atMs: number, nowMs: number): number {
  const midnight = (ms: number) => new Date(ms).setHours(0, 0, 0, 0)
  return Math.round((midnight(nowMs) - midnight(atMs)) / (24 * 60 * MINUTE_MS))
}

export function relativeWords(at: number, nowMs: number, text: Text): string {
  const time = relativeTime(at, nowMs)
  if (time.kind === 'now') return text('time.justNow')
  return time.kind === 'minutes' ? text('time.minutes', { n: time.minutes }) : time.date
}
