import type { GalleryView } from './gallery-view.ts'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { useScreenSearch } from '#src/lib/use-screen-search.ts'
import { parseView, viewSearch } from './gallery-view.ts'

interface ViewInAddress {
  readonly view: GalleryView
  /** A step that Back takes back. */
  readonly go: (change: Partial<GalleryView>) => void
  /** The same entry of the history with another address, for what changes with each letter. */
  readonly replace: (change: Partial<GalleryView>) => void
}

/** What of the gallery is shown, as the address tells it. */
export function useGalleryView(): ViewInAddress {
  const [path, navigate] = useLocation()
  const search = useScreenSearch()
  const view = useMemo(() => parseView(search), [search])
  const to = (change: Partial<GalleryView>) => path + viewSearch({ ...view, ...change })
  return {
    view,
    go: (change) => navigate(to(change)),
    replace: (change) => navigate(to(change), { replace: true }),
  }
}
