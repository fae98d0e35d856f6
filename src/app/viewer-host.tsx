import type { ReactElement } from 'react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useRouter } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import type { ViewerOpening } from '#src/lib/viewer-item.ts'
import { loadWithTexts } from '#src/lib/load-with-texts.ts'
import { pushViewer } from '#src/lib/screen-location.ts'
import { answerViewer } from '#src/lib/viewer-door.ts'
import { isViewerPath } from '#src/lib/viewer-address.ts'

const Viewer = lazy(() => loadWithTexts('viewer', async () => ({ default: (await import('#src/features/viewer/viewer.tsx')).Viewer })))

/** The one place where a viewer stands: over the screen it was opened from, or over the one above its address when that is opened cold. */
export function ViewerHost(): ReactElement | null {
  const { base } = useRouter()
  const [opening, setOpening] = useState<ViewerOpening | null>(null)
  const isOpen = useLocationProperty(() => isViewerPath(location.pathname))
  const visit = useVisits()
  useEffect(
    () =>
      answerViewer((next, path) => {
        setOpening(next)
        pushViewer(base + path)
      }),
    [base],
  )
  if (!isOpen) return null
  return (
    <Suspense>
      <Viewer key={visit} opening={opening} base={base} />
    </Suspense>
  )
}

/** Counts the browser's own steps: each may lead to another item. Steps inside a viewer are its own and count nothing. */
function useVisits(): number {
  const [visits, setVisits] = useState(0)
  useEffect(() => {
    const count = () => setVisits((before) => before + 1)
    addEventListener('popstate', count)
    return () => removeEventListener('popstate', count)
  }, [])
  return visits
}
