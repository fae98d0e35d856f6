import type { ReactElement } from 'react'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { advertisementState, closeAdvertisement } from '#src/content/advertisement/advertisement-state.ts'
import { lazyPart } from '#src/platform/lazy-part.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { LayerPlace } from './overlay-boundary.tsx'

const AdvertisementDialog = lazyPart(
  ['advertisement'],
  async () => (await import('#src/content/advertisement/advertisement-dialog.tsx')).AdvertisementDialog,
)

/** Where the reel of samples stands, whichever screen asked for it; it does not outlive a route. */
export function AdvertisementHost(): ReactElement {
  const [path] = useLocation()
  return <HostOfScreen key={path} />
}

function HostOfScreen(): ReactElement | null {
  const { isOpen } = useSnapshot(advertisementState)
  useEffect(() => closeAdvertisement, [])
  if (!isOpen) return null
  return (
    <LayerPlace putAway={closeAdvertisement}>
      <Suspense>
        <AdvertisementDialog />
      </Suspense>
    </LayerPlace>
  )
}
