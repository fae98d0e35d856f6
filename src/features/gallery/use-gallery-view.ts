import type { GalleryView } from './gallery-view.ts'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { screenAddress } from '#src/lib/screen-location.ts'
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
  const address = useLocationProperty(() => screenAddress())
  const view = useMemo(() => parseView(address), [address])
  const to = (change: Partial<GalleryView>) => path + viewSearch({ ...view, ...change })
  return {
    view,
    go: (change) => navigate(to(change)),
    replace: (change) => navigate(to(change), { replace: true }),
  }
}
