import type { ReactElement } from 'react'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { leaveState } from '#src/account/session/leave-state.ts'
import { lazyPart } from '#src/platform/lazy-part.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { LayerPlace } from './overlay-boundary.tsx'

const LeaveDialog = lazyPart(['account'], async () => (await import('#src/account/session/leave-dialog.tsx')).LeaveDialog)

/** Where the question before a logout with unsent work stands, whichever screen asked it; it does not outlive a route. */
export function LeaveHost(): ReactElement {
  const [path] = useLocation()
  return <HostOfScreen key={path} />
}

function HostOfScreen(): ReactElement | null {
  const { isAsking } = useSnapshot(leaveState)
  useEffect(() => stay, [])
  if (!isAsking) return null
  return (
    <LayerPlace putAway={stay}>
      <Suspense>
        <LeaveDialog />
      </Suspense>
    </LayerPlace>
  )
}

function stay(): void {
  leaveState.isAsking = false
}
