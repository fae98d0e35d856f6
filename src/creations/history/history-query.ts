import type { CallInput } from '#shared/api/define-call.ts'
import type { Creation, getHistory } from '#shared/api/generation.ts'
import type { BizType } from '#shared/domain/task.ts'
import { dropEmpty } from '#shared/domain/drop-empty.ts'

/** What a list asks for; an empty field does not narrow it. */
export interface HistoryQuery {
  readonly taskStatus: '' | 'SUCCESS' | 'FAILED'
  readonly isCollect: '' | '1'
  readonly bizType: '' | BizType
  readonly search: string
}

export const ALL_QUERY: HistoryQuery = { taskStatus: '', isCollect: '', bizType: '', search: '' }
export const READY_QUERY: HistoryQuery = { ...ALL_QUERY, taskStatus: 'SUCCESS' }
export const COLLECTED_QUERY: HistoryQuery = { ...ALL_QUERY, isCollect: '1' }

/** The call's payload: no status means ALL, and whatever else is empty is left out. */
export function historyPayload({ taskStatus, ...rest }: HistoryQuery, curPage: number, pageSize: number): CallInput<typeof getHistory> {
  const narrowing = dropEmpty({ ...rest, search: rest.search.trim() }) as Partial<CallInput<typeof getHistory>>
  return { curPage, pageSize, taskStatus: taskStatus === '' ? 'ALL' : taskStatus, ...narrowing }
}

/** The same for queries that ask for the same. */
export function queryKey(query: HistoryQuery): string {
  return JSON.stringify(historyPayload(query, 1, 1))
}

/** Whether a creation belongs to a list, as far as this device can tell. */
export function matchesQuery(creation: Creation, { taskStatus, isCollect, bizType, search }: HistoryQuery): boolean {
  if (taskStatus !== '' && creation.status !== taskStatus) return false
  if (isCollect !== '' && !creation.isCollect) return false
  if (bizType !== '' && creation.bizType !== bizType) return false
  return matchesSearch(creation, search)
}

function matchesSearch({ prompt, templateName }: Creation, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return wanted === '' || [prompt, templateName ?? ''].some((words) => words.toLowerCase().includes(wanted))
}
