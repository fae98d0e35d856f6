import type { LedgerEntry } from '#shared/api/user.ts'

const HEAD = ['line', 'time', 'kind', 'amount', 'balance', 'note', 'task', 'payment'] as const
/** A spreadsheet takes a cell that begins so for a formula. */
const FORMULA = /^[=+@\t\r-]/

/** The ledger as a table for spreadsheets, newest first, times in UTC. */
export function ledgerCsv(entries: readonly LedgerEntry[]): string {
  const rows = entries.map(({ id, occurredAt, kind, amount, balance, note, taskId = '', orderId = '' }) => [
    id,
    new Date(occurredAt).toISOString(),
    kind,
    String(amount),
    String(balance),
    asText(note),
    asText(taskId),
    asText(orderId),
  ])
  return [HEAD, ...rows].map((cells) => `${cells.map(quote).join(',')}\r\n`).join('')
}

function asText(value: string): string {
  return FORMULA.test(value) ? `'${value}` : value
}

function quote(value: string): string {
  return `"${value.replaceAll('"', '""')}"`
}
