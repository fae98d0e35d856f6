import type { LedgerEntry } from '#shared/api/user.ts'
import { getLedger } from '#shared/api/user.ts'
import { storedLedgerRecord } from '#shared/storage/billing-lists.ts'
import { api } from '#src/lib/api.ts'
import { onForgetBilling } from '#src/lib/billing-store.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { proxy } from '#src/lib/state.ts'
import type { PagedState } from '#src/features/billing/paging/create-paged-list.ts'
import { createPagedList, emptyPagedState } from '#src/features/billing/paging/create-paged-list.ts'
import { keepInStore } from '#src/features/billing/paging/keep-in-store.ts'

const PAGE_SIZE = 20
const MOST_PER_PAGE = 100

/** The movements of points, shared by the popover and the page. */
export const ledgerState = proxy<PagedState<LedgerEntry>>(emptyPagedState())

export const ledgerList = createPagedList<LedgerEntry>({
  state: ledgerState,
  load: (start, limit) => api.call(getLedger, { start, limit }),
  ...keepInStore('ledger', storedLedgerRecord),
  isOnline: () => hubState.connection.isOnline,
  nowMs: Date.now,
  pageSize: PAGE_SIZE,
  mostPerPage: MOST_PER_PAGE,
})

onForgetBilling(() => ledgerList.forget())
