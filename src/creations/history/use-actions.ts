import { useMemo } from 'react'
import { useLocation } from '#src/routing/routes.ts'
import { ask } from '#src/design/ask.ts'
import { showToast } from '#src/design/toast.ts'
import type { Creation } from '#shared/api/generation.ts'
import type { ViewerItem } from '#src/routing/viewer-adapter.ts'
import { openViewer } from '#src/routing/open-viewer.ts'
import { type Actions, createActions } from '../actions.ts'
import { pageDeps } from '../page-deps.ts'
import { currentMutations, withLocalChanges } from '../creation-mutations.ts'
import type { HistoryList } from '../history-list.ts'

export function useActions(): Actions {
  const [, go] = useLocation()
  return useMemo(() => createActions(pageDeps({ notify: showToast, ask, go })), [go])
}

/** Opens a creation in the viewer. The viewer steps through the shown list and loads more of it. */
export function openInViewer(creation: Creation, shownCreations: readonly Creation[], list: HistoryList | null, open = openViewer): void {
  const playableCreations = playable(shownCreations.some(({ id }) => id === creation.id) ? shownCreations : [creation, ...shownCreations])
  const openedIds = new Set(playableCreations.map(({ id }) => id))
  const loadMore = async (): Promise<readonly ViewerItem[] | null> => {
    if (list === null) return []
    // A page may contain nothing playable. Then the next page is loaded, up to the last one.
    while (list.state.hasMore) {
      if (list.state.isLoadingMore) return null
      await list.loadMore()
      if (list.state.problem !== null) return null
      const newCreations = playable(withLocalChanges(list.state.creations, currentMutations())).filter(({ id }) => !openedIds.has(id))
      for (const { id } of newCreations) openedIds.add(id)
      if (newCreations.length > 0) return newCreations.map(toViewerItem)
    }
    return []
  }
  open({ items: playableCreations.map(toViewerItem), index: playableCreations.findIndex(({ id }) => id === creation.id), loadMore })
}

function playable(creations: readonly Creation[]): readonly Creation[] {
  return creations.filter(({ videoUrl }) => videoUrl !== null)
}

function toViewerItem(creation: Creation): ViewerItem {
  return { kind: 'media', creation }
}
