import type { ReactElement, RefObject } from 'react'
import { useSyncExternalStore } from 'react'
import type { Walk } from './create-walk.ts'
import { ViewerItemView } from './viewer-item-view.tsx'

export interface ViewerPlace {
  readonly walk: Walk
  /** What stands in front of every path. */
  readonly base: string
  readonly titleId: string
  readonly layer: RefObject<HTMLDialogElement | null>
  readonly onClose: () => void
}

/** The items of a list, one at a time. */
export function ViewerWalk(place: ViewerPlace): ReactElement | null {
  const state = useSyncExternalStore(place.walk.subscribe, place.walk.state)
  const item = state.items[state.index]
  return item === undefined ? null : <ViewerItemView {...place} state={state} known={item} />
}
