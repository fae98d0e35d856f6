import type { Creation } from '#shared/api/generation.ts'
import type { AppErrorCode } from '#shared/app-error.ts'
import { proxy } from '#src/lib/state.ts'

export interface HistoryState {
  creations: readonly Creation[]
  totalSize: number
  /** `stored`: shown from this device, the server has not been heard yet. */
  status: 'loading' | 'stored' | 'ready'
  /** Why the last load failed; what is shown stays. */
  problem: AppErrorCode | null
  isLoadingMore: boolean
}

export const historyState = proxy<HistoryState>({ creations: [], totalSize: 0, status: 'loading', problem: null, isLoadingMore: false })
