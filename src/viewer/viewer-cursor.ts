import type { ViewerItem, ViewerOpening } from '#src/platform/viewer-adapter.ts'
import type { ViewerList } from './viewer-list.ts'
import { appended, isNearEnd, renewed, stepped, surrounded, without } from './viewer-list.ts'

export interface ViewerCursorState extends ViewerList {
  /** The list may have more items. */
  readonly hasMore: boolean
  readonly isLoading: boolean
}

export interface ViewerCursor {
  readonly state: () => ViewerCursorState
  readonly subscribe: (listener: () => void) => () => void
  readonly step: (by: number) => void
  /** Shows the first matching item; false when none matches. */
  readonly show: (fits: (item: ViewerItem) => boolean) => boolean
  /** Removes items; false when nothing is left to show. */
  readonly drop: (isGone: (item: ViewerItem) => boolean) => boolean
  /** Replaces an item with its current state. */
  readonly renew: (item: ViewerItem) => void
  /** Replaces the list around the current item. */
  readonly surround: (opening: Omit<ViewerOpening, 'index'>) => void
}

/**
 * A cursor over a growing list: loads more near its end. Concurrent loads are shared, a failed one is retried with the next step, and a page
 * without new items is followed by the next, so that no item is repeated or missed.
 */
export function createViewerCursor({ items, index, loadMore }: ViewerOpening): ViewerCursor {
  let load = loadMore
  let state: ViewerCursorState = { items, index, hasMore: load !== undefined, isLoading: false }
  const listeners = new Set<() => void>()

  function set(change: Partial<ViewerCursorState> | ViewerList): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  async function fill(): Promise<void> {
    const asked = load
    if (asked === undefined || !state.hasMore || state.isLoading || !isNearEnd(state)) return
    set({ isLoading: true })
    let repeats = 0
    for (;;) {
      const more = await asked(state.items.length + repeats)
      if (asked !== load) return
      const next = appended(state, more ?? [])
      const isNew = next !== state && next.items.length > state.items.length
      if (more !== null && more.length > 0 && !isNew) {
        repeats += more.length
        continue
      }
      set({ ...next, isLoading: false, hasMore: more === null || more.length > 0 })
      return
    }
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      void fill()
      return () => listeners.delete(listener)
    },
    step(by) {
      set(stepped(state, by))
      if (by > 0) void fill()
    },
    show(fits) {
      const at = state.items.findIndex(fits)
      if (at !== -1 && at !== state.index) set({ index: at })
      return at !== -1
    },
    drop(isGone) {
      const left = without(state, isGone)
      if (left !== null && left !== state) set(left)
      return left !== null
    },
    renew(item) {
      set(renewed(state, item))
    },
    surround(opening) {
      load = opening.loadMore
      set({ ...surrounded(state, opening.items), hasMore: load !== undefined, isLoading: false })
      void fill()
    },
  }
}
