import type { ReactElement } from 'react'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { lazyPart } from '#src/platform/lazy-part.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { installState } from '#src/offline/install/install-app.ts'
import { LayerPlace } from './overlay-boundary.tsx'

const InstallDialog = lazyPart(['install'], async () => (await import('#src/offline/install/install-dialog.tsx')).InstallDialog)

/** Where the steps of an installation by hand stand, whichever screen they were asked for on; they do not outlive a route. */
export function InstallHost(): ReactElement {
  const [path] = useLocation()
  return <HostOfScreen key={path} />
}

function HostOfScreen(): ReactElement | null {
  const { isTellingHow } = useSnapshot(installState)
  useEffect(() => putAway, [])
  if (!isTellingHow) return null
  return (
    <LayerPlace putAway={putAway}>
      <Suspense>
        <InstallDialog onClose={putAway} />
      </Suspense>
    </LayerPlace>
  )
}

function putAway(): void {
  installState.isTellingHow = false
}
