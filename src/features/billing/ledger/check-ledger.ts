import type { LedgerEntry } from '#shared/api/user.ts'

export interface LedgerCheck {
  readonly lines: number
  /** The balance before the oldest line that is loaded: 0 once all are. */
  readonly before: number
  readonly sum: number
  readonly balance: number
  /** What the balance has beyond what the lines tell; 0 is as it should be. */
  readonly difference: number
  /** The newest line that does not follow from the one before it; null where each does. */
  readonly brokenId: string | null
}

/** Adds up the lines, newest first, and holds them against the balance. The first line of all has the number 1. */
export function checkLedger(entries: readonly LedgerEntry[], hasNext: boolean, balance: number): LedgerCheck {
  const oldest = entries.at(-1)
  const before = hasNext && oldest !== undefined ? oldest.balance - oldest.amount : 0
  const sum = entries.reduce((total, { amount }) => total + amount, 0)
  const broken = entries.find((entry, index) => !follows(entry, entries[index + 1], hasNext))
  return { lines: entries.length, before, sum, balance, difference: balance - (before + sum), brokenId: broken?.id ?? null }
}

function follows(entry: LedgerEntry, older: LedgerEntry | undefined, hasNext: boolean): boolean {
  if (older !== undefined) return entry.balance === older.balance + entry.amount && Number(entry.id) === Number(older.id) + 1
  return hasNext || (entry.balance === entry.amount && Number(entry.id) === 1)
}
