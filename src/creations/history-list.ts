import type { CallInput } from '#shared/api/define-call.ts'
import type { Creation, getHistory, History } from '#shared/api/generation.ts'
import type { AppErrorCode, Result } from '#shared/result.ts'
import { createListCache } from '#src/store/list-cache.ts'
import { proxy, ref } from '#src/store/state.ts'
import { type HistoryQuery, historyPayload, matchesQuery } from './history-query.ts'
import { noteRequestTime } from './creation-mutations.ts'

export const HISTORY_PAGE_SIZE = 20

export interface HistoryListState {
  creations: readonly Creation[]
  totalSize: number
  hasMore: boolean
  /** `stored`: the list shows the copy on this device, and the server has not answered yet. */
  status: 'loading' | 'stored' | 'ready'
  /** The error of the last load. The loaded items stay. */
  problem: AppErrorCode | null
  isLoadingMore: boolean
}

export interface StoredCreations {
  readonly creations: readonly Creation[]
  readonly totalSize: number
}

export interface HistoryListDeps {
  readonly query: HistoryQuery
  readonly call: (payload: CallInput<typeof getHistory>) => Promise<Result<History>>
  readonly nowMs: () => number
  readonly readStored: () => Promise<StoredCreations | undefined>
  readonly store: (stored: StoredCreations) => Promise<void>
  /** Counts the creations that the server's pages contain: without those that the user has removed. */
  readonly countOnServer: (creations: readonly Creation[]) => number
}

export interface HistoryList {
  readonly query: HistoryQuery
  readonly state: HistoryListState
  /** Shows the copy on this device, then the server's answer. Concurrent calls share one request. */
  load(): Promise<void>
  /** Like `load`, but always sends a new request, because the answer to an earlier one may be outdated. */
  reload(): Promise<void>
  /** Shows the copy on this device without a request to the server. */
  showStored(): Promise<void>
  loadMore(): Promise<void>
  /** Adds a creation that was fetched on its own, if it belongs to this list. */
  put(creation: Creation): Promise<void>
  /** Updates the copy on this device after a change was applied. */
  updateCopy(): Promise<void>
  /** Empties the list and ignores answers to earlier requests. */
  forget(): void
}

const emptyState = (): HistoryListState => ({
  creations: [],
  totalSize: 0,
  hasMore: false,
  status: 'loading',
  problem: null,
  isLoadingMore: false,
})

/** One list of the history. Each load replaces the first page; older loaded pages stay. */
export function createHistoryList({ query, call, nowMs, readStored, store, countOnServer }: HistoryListDeps): HistoryList {
  const state = proxy<HistoryListState>(emptyState())
  /** Creations that were added while the first page was loading, because its answer may not contain them yet. */
  let addedWhileLoading: readonly Creation[] = []

  async function requestPage(curPage: number): Promise<Result<History>> {
    const askedAtMs = nowMs()
    const answer = await call(historyPayload(query, curPage, HISTORY_PAGE_SIZE))
    if (answer.ok) noteRequestTime(answer.value.data, askedAtMs)
    return answer
  }

  function setCreations(creations: readonly Creation[], otherState: Partial<HistoryListState>): void {
    Object.assign(state, { ...otherState, creations: ref([...creations]) })
  }

  async function showAndStore(creations: readonly Creation[], totalSize: number, hasMore: boolean): Promise<void> {
    setCreations(creations, { totalSize, hasMore, status: 'ready' })
    await store({ creations, totalSize })
  }

  const cache = createListCache({
    nowMs,
    async showCopy({ isCurrent }) {
      const storedList = state.status === 'loading' ? await readStored() : undefined
      if (storedList === undefined || !isCurrent() || state.status !== 'loading') return undefined
      const creations = mergeCreations(state.creations, storedList.creations)
      setCreations(creations, { totalSize: storedList.totalSize, hasMore: creations.length < storedList.totalSize, status: 'stored' })
      return undefined
    },
    async ask({ isCurrent }) {
      state.problem = null
      addedWhileLoading = []
      const answer = await requestPage(1)
      if (!isCurrent()) return true
      if (!answer.ok) {
        state.problem = answer.error.code
        return false
      }
      const { data, totalSize: reportedSize } = answer.value
      const creations = mergeCreations(mergeFirstPage(data, state.creations, reportedSize), addedWhileLoading)
      const totalSize = Math.max(reportedSize, creations.length)
      await showAndStore(creations, totalSize, creations.length < totalSize)
      return true
    },
  })

  async function loadMore(): Promise<void> {
    const { isCurrent } = cache.newQuestion()
    Object.assign(state, { isLoadingMore: true, problem: null })
    let curPage = Math.floor(countOnServer(state.creations) / HISTORY_PAGE_SIZE) + 1
    let isDone = false
    while (!isDone) {
      const answer = await requestPage(curPage)
      if (!isCurrent()) return
      if (!answer.ok) {
        state.problem = answer.error.code
        break
      }
      const { data, totalSize } = answer.value
      const creations = mergeCreations(data, state.creations)
      const hasMore = curPage * HISTORY_PAGE_SIZE < totalSize
      isDone = !hasMore || creations.length > state.creations.length
      await showAndStore(creations, totalSize, hasMore)
      curPage += 1
    }
    if (isCurrent()) state.isLoadingMore = false
  }

  return {
    query,
    state,
    showStored: cache.showCopyOnce,
    load: cache.load,
    reload: cache.reload,
    async loadMore() {
      if (!state.isLoadingMore && state.hasMore) await loadMore()
    },
    async put(creation) {
      if (!matchesQuery(creation, query)) return
      addedWhileLoading = [...addedWhileLoading, creation]
      const isNew = !state.creations.some(({ id }) => id === creation.id)
      const creations = mergeCreations([creation], state.creations)
      const totalSize = state.totalSize + (isNew ? 1 : 0)
      setCreations(creations, { totalSize })
      if (state.status === 'ready') await store({ creations, totalSize })
    },
    async updateCopy() {
      const { isCurrent } = cache.newQuestion()
      const currentList = state.status === 'ready' ? state : await readStored()
      if (currentList !== undefined && isCurrent()) await store({ creations: currentList.creations, totalSize: currentList.totalSize })
    },
    forget() {
      cache.forget()
      setCreations([], emptyState())
    },
  }
}

/**
 * Merges two lists by id, newest creation first. For a creation in both lists, the new one is used. A batch's videos have the order of
 * the new list.
 */
export function mergeCreations(newCreations: readonly Creation[], loadedCreations: readonly Creation[]): Creation[] {
  const byId = new Map(newCreations.map((creation) => [creation.id, creation]))
  for (const creation of loadedCreations) if (!byId.has(creation.id)) byId.set(creation.id, creation)
  return [...byId.values()].sort((a, b) => b.createdAt - a.createdAt || compareTexts(a.batchId, b.batchId))
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/**
 * Merges the server's first page with the older creations that were loaded before. Loaded creations in the page's time range are removed
 * if the page lacks them. If the page and the loaded creations share none, there may be a gap, so only the page stays.
 */
export function mergeFirstPage(page: readonly Creation[], loadedCreations: readonly Creation[], totalSize: number): Creation[] {
  if (page.length >= totalSize) return mergeCreations(page, [])
  const pageIds = new Set(page.map(({ id }) => id))
  const lastSharedIndex = loadedCreations.findLastIndex(({ id }) => pageIds.has(id))
  if (lastSharedIndex < 0) return mergeCreations(page, [])
  const oldestMs = Math.min(...page.map(({ createdAt }) => createdAt))
  // A batch's videos have the same time, and a page may end between them.
  const isOlder = ({ createdAt }: Creation, index: number) => createdAt < oldestMs || (createdAt === oldestMs && index > lastSharedIndex)
  return mergeCreations(page, loadedCreations.filter(isOlder))
}
