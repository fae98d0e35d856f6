import type { ReactElement } from 'react'
import { useSyncExternalStore } from 'react'
import { useAfterPaint } from '#src/lib/use-after-paint.ts'
import { ViewerItemView } from './viewer-item-view.tsx'
import type { ViewerPlace } from './viewer-place.ts'

/** The items of a list, one at a time. */
export function ViewerWalk(place: ViewerPlace): ReactElement | null {
  const state = useAfterPaint(useSyncExternalStore(place.walk.subscribe, place.walk.state))
  const item = state.items[state.index]
  return item === undefined ? null : <ViewerItemView {...place} state={state} known={item} />
}
