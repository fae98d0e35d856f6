import { useEffect, useRef } from 'react'
import type { AppErrorCode, Result } from '#shared/result.ts'
import { NO_ANSWER_CODE } from '#shared/error-codes.ts'
import { type Question, createListCache } from '#src/store/list-cache.ts'

/** `stored`: the list is a copy on this device, because the server is unreachable. */
type PagedStatus = 'waiting' | 'stored' | 'ready' | 'failed'

export interface PagedState<T> {
  items: readonly T[]
  hasNext: boolean
  status: PagedStatus
  loading: 'first' | 'more' | null
  /** The error of the last load. If items are shown, it is the error of loading more. */
  problem: AppErrorCode | null
  /** When the server returned the items, in ms since 1970; null while there are no items from the server. */
  answeredAtMs: number | null
}

interface Page<T> {
  readonly data: readonly T[]
  readonly hasNext: boolean
}

interface StoredItems<T> {
  readonly items: readonly T[]
  readonly hasNext: boolean
  readonly storedAtMs: number
}

interface PagedListDeps<T> {
  readonly state: PagedState<T>
  readonly load: (start: string | undefined, limit: number) => Promise<Result<Page<T>>>
  readonly readStored: () => Promise<StoredItems<T> | undefined>
  readonly store: (stored: StoredItems<T>) => Promise<void>
  readonly isOnline: () => boolean
  readonly nowMs: () => number
  readonly pageSize: number
  /** The largest page that the server returns. A reload requests as many items as are shown, up to this number. */
  readonly maxPageSize: number
}

export interface PagedList<T> {
  /** Loads the list from the start, after a load in flight. Concurrent calls share one reload. */
  load(): Promise<void>
  /** Loads the next page, after a reload in flight. Does nothing if there is no next page or another page is loading. */
  more(): Promise<void>
  /** Replaces each shown item by the result of `update`. The next load overrides this. */
  change(update: (item: T) => T): void
  forget(): void
}

export function emptyPagedState<T>(): PagedState<T> {
  return { items: [], hasNext: false, status: 'waiting', loading: null, problem: null, answeredAtMs: null }
}

/**
 * A list that is loaded in pages; the cursor is the id of the last item. One load runs at a time. A failed load empties the list
 * when online, because the items may be wrong; offline, the copy on this device is shown. If the next page fails, the items stay.
 */
export function createPagedList<T extends { readonly id: string }>(deps: PagedListDeps<T>): PagedList<T> {
  const { state, pageSize, maxPageSize } = deps
  /** The items as plain data. The state can't be used for this, because it wraps values in proxies. */
  let shownItems: readonly T[] = []
  const cache = createListCache({ ask: loadFirst, nowMs: deps.nowMs })

  async function loadFirst({ isCurrent }: Question): Promise<boolean> {
    Object.assign(state, { loading: 'first', problem: null })
    if (!deps.isOnline() && state.status !== 'ready') await showStored(isCurrent)
    const answer = await deps.load(undefined, Math.min(Math.max(shownItems.length, pageSize), maxPageSize))
    if (!isCurrent()) return false
    if (answer.ok) await showAndStore(answer.value.data, answer.value.hasNext)
    else await handleFailure(answer.error.code, isCurrent)
    if (isCurrent()) state.loading = null
    return answer.ok
  }

  async function handleFailure(problem: AppErrorCode, isCurrent: () => boolean): Promise<void> {
    const isOffline = problem === NO_ANSWER_CODE && !deps.isOnline()
    if (isOffline && state.status !== 'ready') await showStored(isCurrent)
    if (!isCurrent()) return
    if (isOffline && (state.status === 'ready' || state.status === 'stored')) state.status = 'stored'
    else setItems([], { hasNext: false, status: 'failed', problem, answeredAtMs: null })
  }

  async function showStored(isCurrent: () => boolean): Promise<void> {
    const storedItems = await deps.readStored()
    if (storedItems === undefined || !isCurrent()) return
    setItems(storedItems.items, { hasNext: storedItems.hasNext, status: 'stored', answeredAtMs: storedItems.storedAtMs })
  }

  function setItems(items: readonly T[], otherFields: Partial<PagedState<T>>): void {
    shownItems = items
    Object.assign(state, { ...otherFields, items: structuredClone(items) })
  }

  async function showAndStore(items: readonly T[], hasNext: boolean): Promise<void> {
    const storedAtMs = deps.nowMs()
    setItems(items, { hasNext, status: 'ready', answeredAtMs: storedAtMs })
    await deps.store({ items: items.slice(0, maxPageSize), hasNext: hasNext || items.length > maxPageSize, storedAtMs })
  }

  async function loadMore({ isCurrent }: Question): Promise<void> {
    Object.assign(state, { loading: 'more', problem: null })
    const answer = await deps.load(shownItems.at(-1)?.id, pageSize)
    if (!isCurrent()) return
    if (answer.ok) await showAndStore([...shownItems, ...answer.value.data], answer.value.hasNext)
    else state.problem = answer.error.code
    if (isCurrent()) state.loading = null
  }

  const canLoadMore = () => state.hasNext && state.status === 'ready'

  return {
    load: cache.reload,
    async more() {
      // The list is shown before it is stored on this device. A press of "more" in between waits for the end of the load.
      if (state.loading === 'first' && canLoadMore()) await cache.runningWork()
      if (cache.runningWork() === undefined && canLoadMore()) await cache.run(loadMore)
    },
    change(update) {
      setItems(shownItems.map(update), {})
    },
    forget() {
      cache.forget()
      setItems([], emptyPagedState())
    },
  }
}

/** Loads a list when it is first shown, when `key` changes, and after a change of account has emptied it. */
export function useLoaded(
  list: Pick<PagedList<never>, 'load'>,
  { status, loading }: Readonly<Pick<PagedState<unknown>, 'status' | 'loading'>>,
  key: string,
): void {
  const loadedKey = useRef<string | null>(null)
  const isUnloaded = status === 'waiting' && loading === null
  useEffect(() => {
    if (!isUnloaded && loadedKey.current === key) return
    loadedKey.current = key
    void list.load()
  }, [list, isUnloaded, key])
}
