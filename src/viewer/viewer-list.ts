import type { ViewerItem } from '#src/platform/viewer-adapter.ts'
import { LOAD_MORE_AT_REMAINING } from '#shared/domain/gallery-rules.ts'
import { viewerItemKey } from '#src/platform/open-viewer.ts'

export interface ViewerList {
  readonly items: readonly ViewerItem[]
  readonly index: number
}

/** The item that many places on; at an end nothing moves. */
export function stepped(list: ViewerList, by: number): ViewerList {
  const index = Math.max(0, Math.min(list.items.length - 1, list.index + by))
  return index === list.index ? list : { ...list, index }
}

/** More items behind those that are known, each once. */
export function appended(list: ViewerList, more: readonly ViewerItem[]): ViewerList {
  const items = new Map([...list.items, ...more].map((item) => [viewerItemKey(item), item]))
  for (const item of list.items) items.set(viewerItemKey(item), item)
  return items.size === list.items.length ? list : { ...list, items: [...items.values()] }
}

/** Without what is gone. In the place of the item that is shown comes the one behind it, else the one before; null when none is left. */
export function without(list: ViewerList, isGone: (item: ViewerItem) => boolean): ViewerList | null {
  const items = list.items.filter((item) => !isGone(item))
  if (items.length === list.items.length) return list
  if (items.length === 0) return null
  const before = list.items.slice(0, list.index).filter((item) => !isGone(item)).length
  return { items, index: Math.min(before, items.length - 1) }
}

/** The same list, with this item as it is by now in the place of what it was. */
export function renewed(list: ViewerList, item: ViewerItem): ViewerList {
  const key = viewerItemKey(item)
  return { ...list, items: list.items.map((known) => (viewerItemKey(known) === key ? item : known)) }
}

/** The list around an item that was shown alone; an item that is not in it stays in front. */
export function surrounded(list: ViewerList, items: readonly ViewerItem[]): ViewerList {
  const current = list.items[list.index]
  if (current === undefined) return { items, index: 0 }
  const key = viewerItemKey(current)
  const index = items.findIndex((item) => viewerItemKey(item) === key)
  return index === -1 ? { items: [current, ...items], index: 0 } : { items, index }
}

/** LOAD_MORE_AT_REMAINING items or fewer are left behind the one that is shown. */
export function isNearEnd({ items, index }: ViewerList): boolean {
  return items.length - 1 - index <= LOAD_MORE_AT_REMAINING
}
