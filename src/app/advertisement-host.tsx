import type { ReactElement } from 'react'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { advertisementState, closeAdvertisement } from '#src/lib/advertisement-state.ts'
import { loadWithTexts } from '#src/lib/load-with-texts.ts'
import { useSnapshot } from '#src/lib/state.ts'

const AdvertisementDialog = lazy(() =>
  loadWithTexts('advertisement', async () => ({
    default: (await import('#src/features/advertisement/advertisement-dialog.tsx')).AdvertisementDialog,
  })),
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
    <Suspense>
      <AdvertisementDialog />
    </Suspense>
  )
}
