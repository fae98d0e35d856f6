import { useEffect, useState } from 'react'
import { getHistory, queryTask } from '#shared/api/generation.ts'
import { viewerTarget, viewerSegments } from '#shared/domain/viewer-address.ts'
import type { AppErrorCode } from '#shared/result.ts'
import { storedCreations } from '#src/creations/stored-creations.ts'
import { findTemplate, loadTemplates, templateLists } from '#src/gallery/template-lists.ts'
import { api } from '#src/hub-client/api.ts'
import { viewerItemPath } from '#src/routing/open-viewer.ts'
import { linkTo } from '#src/routing/routes.ts'
import type { ViewerOpening } from '#src/routing/viewer-adapter.ts'
import { createDeepLinkResolver } from './deep-link-resolver.ts'
import { type ViewerCursor, createViewerCursor } from './viewer-cursor.ts'

/** Finds the item of an address in the galleries, in the user's creations, or on this device. */
const deepLinkResolver = createDeepLinkResolver({
  findTemplate,
  findCreation: (taskId) => api.call(queryTask, { taskId }),
  async readList(listName) {
    await loadTemplates(listName)
    return templateLists[listName].items
  },
  readHistory: (taskStatus, curPage, pageSize) => api.call(getHistory, { taskStatus, curPage, pageSize }),
  storedCreations,
  nowMs: () => performance.now(),
})

/** Where the address of a video redirects to: the video's detail, or a screen that shows why it can't be found. */
export async function findVideoAddress(id: string): Promise<string> {
  const answer = await deepLinkResolver.prefetch(viewerTarget([id]))
  return answer.ok ? viewerItemPath(answer.value) : `${linkTo('explore')}/${encodeURIComponent(id)}`
}

export type SearchState =
  | { readonly phase: 'finding' | 'missing' }
  | { readonly phase: 'failed'; readonly code: AppErrorCode }
  | { readonly phase: 'open'; readonly cursor: ViewerCursor }

/** The cursor of each opened list. When the browser navigates back to a viewer, the viewer continues with its cursor. */
const cursors = new WeakMap<ViewerOpening, ViewerCursor>()

/** The item of the address: from the list that opened the viewer, else from a search. The returned function repeats a failed search. */
export function useFoundItem(opening: ViewerOpening | null, base: string): readonly [SearchState, () => void] {
  const [openedCursor] = useState(() => cursorOf(opening, base))
  const [searchState, setSearchState] = useState<SearchState>({ phase: 'finding' })
  useEffect(() => {
    if (openedCursor !== null) return undefined
    let isUnmounted = false
    void resolveItem((next) => {
      if (!isUnmounted) setSearchState(next)
    })
    return () => {
      isUnmounted = true
    }
  }, [openedCursor])
  const repeatSearch = () => {
    setSearchState({ phase: 'finding' })
    void resolveItem(setSearchState)
  }
  return [openedCursor === null ? searchState : { phase: 'open', cursor: openedCursor }, repeatSearch]
}

function cursorOf(opening: ViewerOpening | null, base: string): ViewerCursor | null {
  if (opening === null) return null
  const cursor = cursors.get(opening) ?? createViewerCursor(opening)
  cursors.set(opening, cursor)
  return cursor.show((item) => base + viewerItemPath(item) === location.pathname) ? cursor : null
}

async function resolveItem(setSearchState: (state: SearchState) => void): Promise<void> {
  const answer = await deepLinkResolver.find(viewerTarget(viewerSegments(location.pathname)))
  if (!answer.ok) return setSearchState(answer.error.code === 'H4001' ? { phase: 'missing' } : { phase: 'failed', code: answer.error.code })
  const cursor = createViewerCursor({ items: [answer.value], index: 0 })
  setSearchState({ phase: 'open', cursor })
  cursor.surround(await deepLinkResolver.findSurroundings(answer.value))
}
