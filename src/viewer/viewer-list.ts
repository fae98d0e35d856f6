import type { ViewerItem } from '#src/platform/viewer-adapter.ts'
import { LOAD_MORE_AT_REMAINING } from '#shared/domain/gallery-rules.ts'
import { viewerItemKey } from '#src/platform/open-viewer.ts'

export interface ViewerList {
  readonly items: readonly ViewerItem[]
  readonly index: number
}

/** Moves by that many items; does not move at an end. */
export function stepped(list: ViewerList, by: number): ViewerList {
  const index = Math.max(0, Math.min(list.items.length - 1, list.index + by))
  return index === list.index ? list : { ...list, index }
}

/** Appends unknown items. */
export function appended(list: ViewerList, more: readonly ViewerItem[]): ViewerList {
  const items = new Map([...list.items, ...more].map((item) => [viewerItemKey(item), item]))
  for (const item of list.items) items.set(viewerItemKey(item), item)
  return items.size === list.items.length ? list : { ...list, items: [...items.values()] }
}

/** Removes items. The next item, else the previous one, replaces a removed current item; null when none is left. */
export function without(list: ViewerList, isGone: (item: ViewerItem) => boolean): ViewerList | null {
  const items = list.items.filter((item) => !isGone(item))
  if (items.length === list.items.length) return list
  if (items.length === 0) return null
  const before = list.items.slice(0, list.index).filter((item) => !isGone(item)).length
  return { items, index: Math.min(before, items.length - 1) }
}

/** Replaces an item with its current state. */
export function renewed(list: ViewerList, item: ViewerItem): ViewerList {
  const key = viewerItemKey(item)
  return { ...list, items: list.items.map((known) => (viewerItemKey(known) === key ? item : known)) }
}

/** Puts a list around a single item; an item that is not in the list stays in front. */
export function surrounded(list: ViewerList, items: readonly ViewerItem[]): ViewerList {
  const current = list.items[list.index]
  if (current === undefined) return { items, index: 0 }
  const key = viewerItemKey(current)
  const index = items.findIndex((item) => viewerItemKey(item) === key)
  return index === -1 ? { items: [current, ...items], index: 0 } : { items, index }
}

/** Whether LOAD_MORE_AT_REMAINING items or fewer follow the current one. */
export function isNearEnd({ items, index }: ViewerList): boolean {
  return items.length - 1 - index <= LOAD_MORE_AT_REMAINING
}
