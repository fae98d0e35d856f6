import { useEffect, useState } from 'react'
import { type Transaction, type TransactionType, getTransactions, HISTORY_PAGE_SIZE } from '#shared/api/payments.ts'
import { storedTransactionsRecord, storedLedgerRecord } from '#shared/storage/billing-records.ts'
import { type LedgerEntry, getLedger, getPoints } from '#shared/api/user.ts'
import { api } from '#src/hub-client/api.ts'
import { hubState, proxy, useSnapshot } from '#src/store/state.ts'
import { type BillingKey, createListStore, onForgetBilling } from './billing-store.ts'
import { type PagedList, type PagedState, createPagedList, emptyPagedState, useLoaded } from './paged-list.ts'

const MAX_PAGE_SIZE = 100

interface History {
  readonly state: PagedState<Transaction>
  readonly list: PagedList<Transaction>
}

export const HISTORIES: Readonly<Record<TransactionType, History>> = {
  SUBSCRIPTION: createHistory('SUBSCRIPTION', 'subscription'),
  PURCHASE: createHistory('PURCHASE', 'purchase'),
}

function createHistory(type: TransactionType, key: BillingKey): History {
  const state = proxy<PagedState<Transaction>>(emptyPagedState())
  const list = createPagedList<Transaction>({
    state,
    load: (start, limit) => api.call(getTransactions, { start, limit, type }),
    ...createListStore(key, storedTransactionsRecord),
    isOnline: () => hubState.connection.isOnline,
    nowMs: Date.now,
    pageSize: HISTORY_PAGE_SIZE,
    maxPageSize: MAX_PAGE_SIZE,
  })
  onForgetBilling(() => list.forget())
  return { state, list }
}

const LEDGER_PAGE_SIZE = 20

/** The ledger of points, shared by the credits popover and the ledger page. */
export const ledgerState = proxy<PagedState<LedgerEntry>>(emptyPagedState())

export const ledgerList = createPagedList<LedgerEntry>({
  state: ledgerState,
  load: (start, limit) => api.call(getLedger, { start, limit }),
  ...createListStore('ledger', storedLedgerRecord),
  isOnline: () => hubState.connection.isOnline,
  nowMs: Date.now,
  pageSize: LEDGER_PAGE_SIZE,
  maxPageSize: MAX_PAGE_SIZE,
})

onForgetBilling(() => ledgerList.forget())

export type Ledger = Readonly<PagedState<LedgerEntry>>

/** The ledger. It is loaded again when the balance, the account or the connection changes. */
export function useLedger(): Ledger {
  const { credits, identity, connection } = useSnapshot(hubState)
  const ledger = useSnapshot(ledgerState) as Ledger
  useLoaded(ledgerList, ledger, [identity?.businessUserId, connection.isOnline, credits?.points, credits?.held].join('/'))
  return ledger
}

export function useLedgerCheck({ items, hasNext, status, loading, answeredAtMs }: Ledger): LedgerCheck | null {
  const [balance, setBalance] = useState<{ readonly ledgerAnsweredAtMs: number | null; readonly points: number } | null>(null)
  const isReady = status === 'ready' && loading === null
  useEffect(() => {
    let isOutdated = false
    if (isReady)
      void api
        .call(getPoints, {})
        .then((answer) => answer.ok && !isOutdated && setBalance({ ledgerAnsweredAtMs: answeredAtMs, points: answer.value.points }))
    return () => {
      isOutdated = true
    }
  }, [isReady, answeredAtMs])
  if (status === 'stored') return checkLedger(items, hasNext, items[0]?.balance ?? 0)
  return isReady && balance?.ledgerAnsweredAtMs === answeredAtMs ? checkLedger(items, hasNext, balance.points) : null
}

export interface LedgerCheck {
  /** The number of loaded lines. */
  readonly lines: number
  /** The balance before the oldest loaded line; 0 if all lines are loaded. */
  readonly before: number
  /** The points of all loaded lines together. */
  readonly sum: number
  readonly balance: number
  /** `balance` minus `before` and `sum`; 0 if the ledger is correct. */
  readonly difference: number
  /** The id of the newest line whose balance or id does not follow from the line before it; null if there is no such line. */
  readonly brokenId: string | null
}

/** Adds up the loaded lines (newest first) and compares the sum with the balance. */
export function checkLedger(entries: readonly LedgerEntry[], hasNext: boolean, balance: number): LedgerCheck {
  const oldestEntry = entries.at(-1)
  const balanceBefore = hasNext && oldestEntry !== undefined ? oldestEntry.balance - oldestEntry.amount : 0
  const sum = entries.reduce((total, { amount }) => total + amount, 0)
  const brokenEntry = entries.find((entry, index) => !followsFrom(entry, entries[index + 1], hasNext))
  return {
    lines: entries.length,
    before: balanceBefore,
    sum,
    balance,
    difference: balance - (balanceBefore + sum),
    brokenId: brokenEntry?.id ?? null,
  }
}

function followsFrom(entry: LedgerEntry, olderEntry: LedgerEntry | undefined, hasNext: boolean): boolean {
  if (olderEntry !== undefined) return entry.balance === olderEntry.balance + entry.amount && Number(entry.id) === Number(olderEntry.id) + 1
  return hasNext || (entry.balance === entry.amount && Number(entry.id) === 1)
}
