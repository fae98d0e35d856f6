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
export async function videoTarget(id: string): Promise<string> {
  const found = await deepLinkResolver.findAhead(viewerTarget([id]))
  return found.ok ? viewerItemPath(found.value) : `${linkTo('explore')}/${encodeURIComponent(id)}`
}

export type Found =
  | { readonly phase: 'finding' | 'missing' }
  | { readonly phase: 'failed'; readonly code: AppErrorCode }
  | { readonly phase: 'open'; readonly walk: ViewerCursor }

/** The position in each opened list, for when the browser navigates back to it. */
const walks = new WeakMap<ViewerOpening, ViewerCursor>()

/** The item of the address: from the list that opened the viewer, else it is searched for. The function repeats a failed search. */
export function useFound(opening: ViewerOpening | null, base: string): readonly [Found, () => void] {
  const [known] = useState(() => knownWalk(opening, base))
  const [found, setFound] = useState<Found>({ phase: 'finding' })
  useEffect(() => {
    if (known !== null) return undefined
    let isLeft = false
    void resolveItem((next) => {
      if (!isLeft) setFound(next)
    })
    return () => {
      isLeft = true
    }
  }, [known])
  const again = () => {
    setFound({ phase: 'finding' })
    void resolveItem(setFound)
  }
  return [known === null ? found : { phase: 'open', walk: known }, again]
}

function knownWalk(opening: ViewerOpening | null, base: string): ViewerCursor | null {
  if (opening === null) return null
  const walk = walks.get(opening) ?? createViewerCursor(opening)
  walks.set(opening, walk)
  return walk.show((item) => base + viewerItemPath(item) === location.pathname) ? walk : null
}

async function resolveItem(setFound: (found: Found) => void): Promise<void> {
  const found = await deepLinkResolver.find(viewerTarget(viewerSegments(location.pathname)))
  if (!found.ok) return setFound(found.error.code === 'H4001' ? { phase: 'missing' } : { phase: 'failed', code: found.error.code })
  const walk = createViewerCursor({ items: [found.value], index: 0 })
  setFound({ phase: 'open', walk })
  walk.surround(await deepLinkResolver.surroundings(found.value))
}
