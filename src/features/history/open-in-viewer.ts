import type { Creation } from '#shared/api/generation.ts'
import type { ViewerItem } from '#src/lib/viewer-item.ts'
import { currentMarks } from '#src/lib/creation-marks.ts'
import { openViewer } from '#src/lib/open-viewer.ts'
import type { HistoryList } from './create-history-list.ts'
import { markedCreations } from './marked-creations.ts'

/** Opens a creation in the viewer, which walks through the list as it is shown and has it load more. */
export function openInViewer(creation: Creation, shown: readonly Creation[], list: HistoryList | null, open = openViewer): void {
  const media = playable(shown.some(({ id }) => id === creation.id) ? shown : [creation, ...shown])
  const given = new Set(media.map(({ id }) => id))
  const loadMore = async (): Promise<readonly ViewerItem[] | null> => {
    if (list === null) return []
    // A page may hold nothing that can be played; only one that is not followed by another is the end.
    while (list.state.hasMore) {
      if (list.state.isLoadingMore) return null
      await list.more()
      if (list.state.problem !== null) return null
      const more = playable(markedCreations(list.state.creations, currentMarks())).filter(({ id }) => !given.has(id))
      for (const { id } of more) given.add(id)
      if (more.length > 0) return more.map(asItem)
    }
    return []
  }
  open({ items: media.map(asItem), index: media.findIndex(({ id }) => id === creation.id), loadMore })
}

function playable(creations: readonly Creation[]): readonly Creation[] {
  return creations.filter(({ videoUrl }) => videoUrl !== null)
}

function asItem(creation: Creation): ViewerItem {
  return { kind: 'media', creation }
}
