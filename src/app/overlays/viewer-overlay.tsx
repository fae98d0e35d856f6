import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useLocationProperty, useRouter, leaveViewer, moveViewer, pushViewer, viewerEntry } from '#src/routing/routes.ts'
import { isViewerPath, viewerSegments, viewerTarget } from '#shared/domain/viewer-address.ts'
import { type ViewerOpening, answerViewer } from '#src/routing/viewer-adapter.ts'
import { loadPart, preloadedPart } from '#src/loading/lazy-part.ts'
import { useAccountId } from '#src/account/use-account-id.ts'
import { useAfterPaint } from '#src/browser/use-after-paint.ts'
import { OverlayBoundary } from '../error-boundary.tsx'

let count = 0

const Viewer = preloadedPart(['viewer', 'kept'], async () => (await import('#src/viewer/viewer.tsx')).Viewer)

export function loadViewer(): Promise<void> {
  return loadPart(Viewer)
}

/**
 * The only component that renders a viewer: over the screen that opened it, or over its parent screen if its address is opened directly.
 */
export function ViewerHost() {
  const { base } = useRouter()
  const accountId = useAccountId()
  const [opened, setOpened] = useState<{ readonly opening: ViewerOpening; readonly accountId: string } | null>(null)
  const currentVisit = () => viewerVisit(location.pathname, browserSteps(), accountId)
  useLayoutEffect(followBrowserSteps, [])
  // The press gets feedback before the viewer renders.
  const visit = useAfterPaint(useLocationProperty(currentVisit, currentVisit))
  useEffect(
    () =>
      answerViewer((opening, path) => {
        setOpened({ opening, accountId })
        // A second press before the viewer has rendered only changes its item.
        if (viewerEntry() === null) pushViewer(base + path)
        else moveViewer(base + path)
      }),
    [base, accountId],
  )
  if (visit === null) return null
  const isHere = () => currentVisit() === visit
  return (
    <OverlayBoundary key={visit} close={() => isHere() && leaveViewer()}>
      <Suspense>
        <Viewer opening={opened?.accountId === accountId ? opened.opening : null} base={base} isHere={isHere} />
      </Suspense>
    </OverlayBoundary>
  )
}

/**
 * The key of the viewer at a path; null without one. A new key remounts the viewer, which finds its item again. Each browser navigation
 * changes the key, and so does the account, so that a creation disappears at once.
 */
export function viewerVisit(path: string, steps: number, accountId: string): string | null {
  if (!isViewerPath(path)) return null
  const isOwn = viewerTarget(viewerSegments(path)).kind === 'creation'
  return isOwn ? `${steps} of ${accountId}` : `${steps}`
}

/** The number of history navigations by the browser. Steps inside a viewer do not count. */
function browserSteps(): number {
  return count
}

/** Counts each navigation before other listeners run. */
function followBrowserSteps(): () => void {
  const step = () => {
    count += 1
  }
  addEventListener('popstate', step, { capture: true })
  return () => removeEventListener('popstate', step, { capture: true })
}
