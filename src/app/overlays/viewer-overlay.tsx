import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useLocationProperty, useRouter, leaveViewer, moveViewer, pushViewer, viewerEntry } from '#src/routing/routes.ts'
import { isViewerPath, viewerSegments, viewerTarget } from '#shared/domain/viewer-address.ts'
import { type ViewerOpening, setViewerOpener } from '#src/routing/viewer-adapter.ts'
import { loadPart, preloadedPart } from '#src/loading/lazy-part.ts'
import { useAccountId } from '#src/account/use-account-id.ts'
import { useAfterPaint } from '#src/browser/use-after-paint.ts'
import { OverlayBoundary } from '../error-boundary.tsx'

let browserStepCount = 0

const Viewer = preloadedPart(['viewer', 'offline'], async () => (await import('#src/viewer/viewer.tsx')).Viewer)

export function loadViewer(): Promise<void> {
  return loadPart(Viewer)
}

/** Renders the viewer: over the screen that opened it or, if its address was opened directly, over its parent screen. */
export function ViewerHost() {
  const { base } = useRouter()
  const accountId = useAccountId()
  const [lastOpening, setLastOpening] = useState<{ readonly opening: ViewerOpening; readonly accountId: string } | null>(null)
  const currentViewerKey = () => viewerKeyOf(location.pathname, browserSteps(), accountId)
  useLayoutEffect(followBrowserSteps, [])
  // The viewer renders after a paint, so that the pressed element reacts first.
  const viewerKey = useAfterPaint(useLocationProperty(currentViewerKey, currentViewerKey))
  useEffect(
    () =>
      setViewerOpener((opening, path) => {
        setLastOpening({ opening, accountId })
        // A second press before the viewer has rendered adds no history entry and only changes its item.
        if (viewerEntry() === null) pushViewer(base + path)
        else moveViewer(base + path)
      }),
    [base, accountId],
  )
  if (viewerKey === null) return null
  const isHere = () => currentViewerKey() === viewerKey
  return (
    <OverlayBoundary key={viewerKey} close={() => isHere() && leaveViewer()}>
      <Suspense>
        <Viewer opening={lastOpening?.accountId === accountId ? lastOpening.opening : null} base={base} isHere={isHere} />
      </Suspense>
    </OverlayBoundary>
  )
}

/**
 * The key of the viewer for a path; null if the path has no viewer. A new key remounts the viewer, which finds its item again. The
 * key changes with each step of the browser's history. For a creation it also changes with the account, so that the creation disappears at
 * once.
 */
export function viewerKeyOf(path: string, steps: number, accountId: string): string | null {
  if (!isViewerPath(path)) return null
  const isCreation = viewerTarget(viewerSegments(path)).kind === 'creation'
  return isCreation ? `${steps} of ${accountId}` : `${steps}`
}

/** The number of `popstate` events since the page was loaded: one for each "back", "forward" and other step of the browser's history. */
function browserSteps(): number {
  return browserStepCount
}

/** Counts the `popstate` events, each before other listeners handle it. */
function followBrowserSteps(): () => void {
  const countStep = () => {
    browserStepCount += 1
  }
  addEventListener('popstate', countStep, { capture: true })
  return () => removeEventListener('popstate', countStep, { capture: true })
}
