import { type ReactElement, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useRouter } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { type ViewerOpening, answerViewer } from '#src/platform/viewer-adapter.ts'
import { preloadedPart } from '#src/platform/lazy-part.ts'
import { leaveViewer, moveViewer, pushViewer, viewerEntry } from '#src/platform/screen-location.ts'
import { useAccountId } from '#src/account/use-account-id.ts'
import { useAfterPaint } from '#src/platform/use-after-paint.ts'
import { OverlayBoundary } from './overlay-boundary.tsx'
import { viewerVisit } from './viewer-visit.ts'

let count = 0

const Viewer = preloadedPart(['viewer', 'kept'], async () => (await import('#src/viewer/viewer.tsx')).Viewer)

/** The one place where a viewer stands: over the screen it was opened from, or over the one above its address when that is opened cold. */
export function ViewerHost(): ReactElement | null {
  const { base } = useRouter()
  const accountId = useAccountId()
  const [opened, setOpened] = useState<{ readonly opening: ViewerOpening; readonly accountId: string } | null>(null)
  const currentVisit = () => viewerVisit(location.pathname, browserSteps(), accountId)
  useLayoutEffect(followBrowserSteps, [])
  // What is pressed is answered before the viewer is drawn.
  const visit = useAfterPaint(useLocationProperty(currentVisit, currentVisit))
  useEffect(
    () =>
      answerViewer((opening, path) => {
        setOpened({ opening, accountId })
        // Pressed again before it could be drawn.
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

/** How often the browser has led from one entry of the history to another. Steps inside a viewer are its own and count nothing. */
function browserSteps(): number {
  return count
}

/** Counts each step before anybody else hears of it. */
function followBrowserSteps(): () => void {
  const step = () => {
    count += 1
  }
  addEventListener('popstate', step, { capture: true })
  return () => removeEventListener('popstate', step, { capture: true })
}
