import type { AppErrorCode } from '#shared/app-error.ts'
import type { HistoryListState } from './create-history-list.ts'

export type HistoryView = 'list' | 'failed' | 'loading' | 'empty'

/** What the history shows. Nothing here is only called empty when the server has said so. */
export function historyView(shown: number, status: HistoryListState['status'], problem: AppErrorCode | null): HistoryView {
  if (shown > 0) return 'list'
  if (problem !== null) return 'failed'
  return status === 'ready' ? 'empty' : 'loading'
}
