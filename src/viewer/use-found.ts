import { useEffect, useState } from 'react'
import type { AppErrorCode } from '#shared/result.ts'
import type { ViewerOpening } from '#src/platform/viewer-adapter.ts'
import { viewerTarget, viewerSegments } from '#shared/domain/viewer-address.ts'
import { viewerItemPath } from '#src/platform/open-viewer.ts'
import { deepLinkResolver } from './deep-link.ts'
import { type ViewerCursor, createViewerCursor } from './viewer-cursor.ts'

export type Found =
  | { readonly phase: 'finding' | 'missing' }
  | { readonly phase: 'failed'; readonly code: AppErrorCode }
  | { readonly phase: 'open'; readonly walk: ViewerCursor }

/** Resumes the cursor when the browser navigates back to it. */
const walks = new WeakMap<ViewerOpening, ViewerCursor>()

/** The item of the address: from the list it was opened from, else resolved. Also returns a retry function. */
export function useFound(opening: ViewerOpening | null, base: string): readonly [Found, () => void] {
  const [known] = useState(() => knownWalk(opening, base))
  const [found, setFound] = useState<Found>({ phase: 'finding' })
  useEffect(() => {
    if (known !== null) return undefined
    let isLeft = false
    void look((next) => {
      if (!isLeft) setFound(next)
    })
    return () => {
      isLeft = true
    }
  }, [known])
  const again = () => {
    setFound({ phase: 'finding' })
    void look(setFound)
  }
  return [known === null ? found : { phase: 'open', walk: known }, again]
}

function knownWalk(opening: ViewerOpening | null, base: string): ViewerCursor | null {
  if (opening === null) return null
  const walk = walks.get(opening) ?? createViewerCursor(opening)
  walks.set(opening, walk)
  return walk.show((item) => base + viewerItemPath(item) === location.pathname) ? walk : null
}

async function look(tell: (found: Found) => void): Promise<void> {
  const found = await deepLinkResolver.find(viewerTarget(viewerSegments(location.pathname)))
  if (!found.ok) return tell(found.error.code === 'H4001' ? { phase: 'missing' } : { phase: 'failed', code: found.error.code })
  const walk = createViewerCursor({ items: [found.value], index: 0 })
  tell({ phase: 'open', walk })
  walk.surround(await deepLinkResolver.surroundings(found.value))
}
