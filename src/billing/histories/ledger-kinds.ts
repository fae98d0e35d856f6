import { isoTime } from '#shared/domain/relative-time.ts'
import type { LedgerEntry, LedgerKind } from '#shared/api/user.ts'

/**
 * The text key of a ledger line. A purchase with a negative amount is a refund. A return with an order returns the points of a rejected
 * refund. A grant with an order belongs to a billing cycle of a plan.
 */
export function lineKey({ kind, amount, orderId }: Pick<LedgerEntry, 'kind' | 'amount' | 'orderId'>): string {
  if (kind === 'purchase' && amount < 0) return 'billing.line.refund'
  if (kind === 'return' && orderId !== undefined) return 'billing.line.refundReturn'
  if (kind === 'grant' && orderId !== undefined) return 'billing.line.cycle'
  return `billing.line.${kind}`
}

/** The points with '+' or '−' in front. The minus is U+2212. */
export function signedPoints(amount: number, format: (points: number) => string): string {
  if (amount === 0) return format(0)
  return `${amount > 0 ? '+' : '−'}${format(Math.abs(amount))}`
}

export const LEDGER_FILTERS = ['all', 'videos', 'bought', 'given', 'expired'] as const

export type LedgerFilter = (typeof LEDGER_FILTERS)[number]

const FILTER_OF: Record<LedgerKind, LedgerFilter> = {
  hold: 'videos',
  settle: 'videos',
  return: 'videos',
  purchase: 'bought',
  grant: 'given',
  expiry: 'expired',
}

export function matchesFilter({ kind, orderId }: Pick<LedgerEntry, 'kind' | 'orderId'>, filter: LedgerFilter): boolean {
  // Points that return after a rejected refund are listed with their purchase.
  const entryFilter = kind === 'return' && orderId !== undefined ? 'bought' : FILTER_OF[kind]
  return filter === 'all' || entryFilter === filter
}

const CSV_HEADER = ['line', 'time', 'kind', 'amount', 'balance', 'note', 'task', 'payment'] as const

/** Matches texts that spreadsheets would run as a formula. */
const FORMULA_START = /^[=+@\t\r-]/

/** The ledger as CSV, newest line first, with times in UTC. */
export function ledgerCsv(entries: readonly LedgerEntry[]): string {
  const rows = entries.map(({ id, occurredAt, kind, amount, balance, note, taskId = '', orderId = '' }) => [
    id,
    isoTime(occurredAt),
    kind,
    String(amount),
    String(balance),
    asText(note),
    asText(taskId),
    asText(orderId),
  ])
  return [CSV_HEADER, ...rows].map((cells) => `${cells.map(quote).join(',')}\r\n`).join('')
}

function asText(value: string): string {
  return FORMULA_START.test(value) ? `'${value}` : value
}

function quote(value: string): string {
  return `"${value.replaceAll('"', '""')}"`
}
