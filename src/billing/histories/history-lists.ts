import { type BillingKey, keepInStore, onForgetBilling } from '../billing-store.ts'
import { type Transaction, type TransactionType, getTransactions, HISTORY_PAGE_SIZE } from '#shared/api/payments.ts'
import { storedTransactionsRecord } from '#shared/storage/billing-lists.ts'
import { type PagedList, type PagedState, createPagedList, emptyPagedState } from './paged-list.ts'
import { api } from '#src/platform/api.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { proxy } from '#src/platform/state.ts'

const MOST_PER_PAGE = 100

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
    ...keepInStore(key, storedTransactionsRecord),
    isOnline: () => hubState.connection.isOnline,
    nowMs: Date.now,
    pageSize: HISTORY_PAGE_SIZE,
    mostPerPage: MOST_PER_PAGE,
  })
  onForgetBilling(() => list.forget())
  return { state, list }
}
