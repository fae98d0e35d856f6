import type { ViewerItem, ViewerOpening } from '#src/routing/viewer-adapter.ts'
import { LOAD_MORE_AT_REMAINING } from '#shared/domain/gallery-rules.ts'
import { viewerItemKey } from '#src/routing/open-viewer.ts'

export interface ViewerCursorState extends ViewerList {
  /** Whether the list may have more items that are not loaded. */
  readonly hasMore: boolean
  readonly isLoading: boolean
}

export interface ViewerCursor {
  readonly state: () => ViewerCursorState
  readonly subscribe: (listener: () => void) => () => void
  /** Moves by `by` items, at most to the first or last item. */
  readonly step: (by: number) => void
  /** Moves to the first item for which `fits` is true; false if there is none. */
  readonly show: (fits: (item: ViewerItem) => boolean) => boolean
  /** Removes the items for which `isGone` is true; false if no item is left. */
  readonly drop: (isGone: (item: ViewerItem) => boolean) => boolean
  /** Replaces an item by its newer state. */
  readonly renew: (item: ViewerItem) => void
  /** Replaces the list around the current item. The current item stays. */
  readonly surround: (opening: Omit<ViewerOpening, 'index'>) => void
}

/**
 * A position in a list of items that loads more items near its end. Concurrent loads share one request; the next step repeats a
 * failed one. If a page has no new items, the next page is loaded, so that no item is repeated or missed.
 */
export function createViewerCursor({ items, index, loadMore }: ViewerOpening): ViewerCursor {
  let loadPage = loadMore
  let state: ViewerCursorState = { items, index, hasMore: loadPage !== undefined, isLoading: false }
  const listeners = new Set<() => void>()

  function changeState(change: Partial<ViewerCursorState> | ViewerList): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  async function loadNearEnd(): Promise<void> {
    const currentLoad = loadPage
    if (currentLoad === undefined || !state.hasMore || state.isLoading || !isNearEnd(state)) return
    changeState({ isLoading: true })
    let repeatedCount = 0
    for (;;) {
      const newItems = await currentLoad(state.items.length + repeatedCount)
      if (currentLoad !== loadPage) return
      const nextList = appendItems(state, newItems ?? [])
      const hasGrown = nextList !== state && nextList.items.length > state.items.length
      if (newItems !== null && newItems.length > 0 && !hasGrown) {
        repeatedCount += newItems.length
        continue
      }
      changeState({ ...nextList, isLoading: false, hasMore: newItems === null || newItems.length > 0 })
      return
    }
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      void loadNearEnd()
      return () => listeners.delete(listener)
    },
    step(by) {
      changeState(moveInList(state, by))
      if (by > 0) void loadNearEnd()
    },
    show(isMatch) {
      const matchIndex = state.items.findIndex(isMatch)
      if (matchIndex !== -1 && matchIndex !== state.index) changeState({ index: matchIndex })
      return matchIndex !== -1
    },
    drop(isGone) {
      const remainingList = without(state, isGone)
      if (remainingList !== null && remainingList !== state) changeState(remainingList)
      return remainingList !== null
    },
    renew(item) {
      changeState(replaceItem(state, item))
    },
    surround(opening) {
      loadPage = opening.loadMore
      changeState({ ...surroundItem(state, opening.items), hasMore: loadPage !== undefined, isLoading: false })
      void loadNearEnd()
    },
  }
}

interface ViewerList {
  readonly items: readonly ViewerItem[]
  readonly index: number
}

/** Moves by `by` items, at most to the first or last item. */
function moveInList(list: ViewerList, by: number): ViewerList {
  const index = Math.max(0, Math.min(list.items.length - 1, list.index + by))
  return index === list.index ? list : { ...list, index }
}

/** Appends the items that the list does not have yet. */
function appendItems(list: ViewerList, newItems: readonly ViewerItem[]): ViewerList {
  const items = new Map([...list.items, ...newItems].map((item) => [viewerItemKey(item), item]))
  for (const item of list.items) items.set(viewerItemKey(item), item)
  return items.size === list.items.length ? list : { ...list, items: [...items.values()] }
}

/** Removes items. If the current item is removed, the next item replaces it, else the previous one. Null if no item is left. */
export function without(list: ViewerList, isGone: (item: ViewerItem) => boolean): ViewerList | null {
  const items = list.items.filter((item) => !isGone(item))
  if (items.length === list.items.length) return list
  if (items.length === 0) return null
  const countBefore = list.items.slice(0, list.index).filter((item) => !isGone(item)).length
  return { items, index: Math.min(countBefore, items.length - 1) }
}

function replaceItem(list: ViewerList, item: ViewerItem): ViewerList {
  const key = viewerItemKey(item)
  return { ...list, items: list.items.map((listItem) => (viewerItemKey(listItem) === key ? item : listItem)) }
}

/** Replaces the list around its current item. If the new items do not contain it, it is put in front of them. */
export function surroundItem(list: ViewerList, items: readonly ViewerItem[]): ViewerList {
  const currentItem = list.items[list.index]
  if (currentItem === undefined) return { items, index: 0 }
  const key = viewerItemKey(currentItem)
  const index = items.findIndex((item) => viewerItemKey(item) === key)
  return index === -1 ? { items: [currentItem, ...items], index: 0 } : { items, index }
}

function isNearEnd({ items, index }: ViewerList): boolean {
  return items.length - 1 - index <= LOAD_MORE_AT_REMAINING
}
