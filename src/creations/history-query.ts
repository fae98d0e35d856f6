import type { CallInput } from '#shared/api/define-call.ts'
import type { Creation, getHistory } from '#shared/api/generation.ts'
import { type BizType, BIZ_TYPES, HISTORY_SEARCH_MAX_LENGTH } from '#shared/domain/task.ts'
import { cutText } from '#shared/domain/cut-text.ts'
import { toSearchForm } from '#shared/domain/comparable-text.ts'
import { dropEmpty } from '#shared/domain/drop-empty.ts'

/** The filters of a list. An empty field does not filter. */
export interface HistoryQuery {
  readonly taskStatus: '' | 'SUCCESS' | 'FAILED'
  readonly isCollect: '' | '1'
  readonly bizType: '' | BizType
  readonly search: string
}

export const ALL_QUERY: HistoryQuery = { taskStatus: '', isCollect: '', bizType: '', search: '' }
export const READY_QUERY: HistoryQuery = { ...ALL_QUERY, taskStatus: 'SUCCESS' }
export const COLLECTED_QUERY: HistoryQuery = { ...ALL_QUERY, isCollect: '1' }

/** The body of a history request. Without a status it asks for ALL; other empty fields are omitted. */
export function historyPayload({ taskStatus, ...rest }: HistoryQuery, curPage: number, pageSize: number): CallInput<typeof getHistory> {
  const filters = dropEmpty({ ...rest, search: rest.search.trim() }) as Partial<CallInput<typeof getHistory>>
  return { curPage, pageSize, taskStatus: taskStatus === '' ? 'ALL' : taskStatus, ...filters }
}

/** A key that is the same for queries with the same answer. */
export function queryKey(query: HistoryQuery): string {
  return JSON.stringify(historyPayload(query, 1, 1))
}

/** Whether a creation matches a query, as far as this device can decide. */
export function matchesQuery(creation: Creation, { taskStatus, isCollect, bizType, search }: HistoryQuery): boolean {
  if (taskStatus !== '' && creation.status !== taskStatus) return false
  if (isCollect !== '' && !creation.isCollect) return false
  if (bizType !== '' && creation.bizType !== bizType) return false
  return matchesSearch(creation, search)
}

function matchesSearch({ prompt, templateName }: Creation, search: string): boolean {
  const searchText = toSearchForm(search.trim())
  return searchText === '' || [prompt, templateName ?? ''].some((words) => toSearchForm(words).includes(searchText))
}

export const STATUS_FILTERS = ['all', 'ready', 'failed', 'waiting', 'collected'] as const
export type StatusFilter = (typeof STATUS_FILTERS)[number]

const LAYOUTS = ['tiles', 'rows'] as const
export type Layout = (typeof LAYOUTS)[number]

/** The filters and the layout of a list that are stored in the address. */
export interface HistoryAddress {
  readonly filter: StatusFilter
  readonly kind: '' | BizType
  readonly words: string
  readonly layout: Layout
}

const DEFAULT_ADDRESS: HistoryAddress = { filter: 'all', kind: '', words: '', layout: 'tiles' }

/** Reads the filters from an address. Invalid values become defaults. */
export function readAddress(search: string): HistoryAddress {
  const fields = new URLSearchParams(search)
  const oneOf = <Value extends string>(values: readonly Value[], name: string) => values.find((value) => value === fields.get(name))
  return {
    filter: oneOf(STATUS_FILTERS, 'show') ?? DEFAULT_ADDRESS.filter,
    kind: oneOf(BIZ_TYPES, 'kind') ?? DEFAULT_ADDRESS.kind,
    words: cutText((fields.get('q') ?? DEFAULT_ADDRESS.words).replaceAll(/\p{Cc}/gu, ' '), HISTORY_SEARCH_MAX_LENGTH),
    layout: oneOf(LAYOUTS, 'view') ?? DEFAULT_ADDRESS.layout,
  }
}

/** Writes the filters into an address. Default values are omitted. */
export function writeAddress(path: string, { filter, kind, words, layout }: HistoryAddress): string {
  const fields = new URLSearchParams()
  if (filter !== DEFAULT_ADDRESS.filter) fields.set('show', filter)
  if (kind !== DEFAULT_ADDRESS.kind) fields.set('kind', kind)
  if (words.trim() !== '') fields.set('q', words.trim())
  if (layout !== DEFAULT_ADDRESS.layout) fields.set('view', layout)
  const query = fields.toString()
  return query === '' ? path : `${path}?${query}`
}

/** The query for the server. A screen without filters shows the finished videos. */
export function queryOf({ filter, kind, words }: HistoryAddress, hasFilters: boolean): HistoryQuery {
  const status = { all: '', waiting: '', collected: '', ready: 'SUCCESS', failed: 'FAILED' } as const
  return {
    taskStatus: hasFilters ? status[filter] : 'SUCCESS',
    isCollect: hasFilters && filter === 'collected' ? '1' : '',
    bizType: kind,
    search: words.trim(),
  }
}

/** Whether the kind or the search text filters the list. */
export function hasFilter({ kind, words }: HistoryAddress): boolean {
  return kind !== '' || words.trim() !== ''
}
