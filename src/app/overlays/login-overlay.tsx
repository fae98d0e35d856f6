import type { ReactElement } from 'react'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { closeLogin, loginState } from '#src/account/sign-in/login-dialog-state.ts'
import { lazyPart } from '#src/platform/lazy-part.ts'
import { useIsCovered } from '#src/platform/screen-location.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { LayerPlace } from './overlay-boundary.tsx'

const LoginLayer = lazyPart(['account'], async () => (await import('./login-layer.tsx')).LoginLayer)

/** The one place where the login dialog stands; it outlives neither a route nor the viewer that asked for it. */
export function LoginHost(): ReactElement {
  const [path] = useLocation()
  const isCovered = useIsCovered()
  return <HostOfScreen key={`${path} ${isCovered ? 'covered' : 'bare'}`} />
}

function HostOfScreen(): ReactElement | null {
  const { isOpen } = useSnapshot(loginState)
  useEffect(() => () => closeLogin(false), [])
  if (!isOpen) return null
  return (
    <LayerPlace putAway={() => closeLogin(false)}>
      <Suspense>
        <LoginLayer />
      </Suspense>
    </LayerPlace>
  )
}
