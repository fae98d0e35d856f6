import type { ReactElement } from 'react'
import { Suspense, useEffect } from 'react'
import { Redirect, Router } from 'wouter'
import { splitLocale } from '#shared/domain/route-patterns.ts'
import { useCurrentScreen } from '#src/lib/current-screen.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { linkTo } from '#src/lib/routes.ts'
import { applyScreenLook } from '#src/lib/color-mode.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { CrashScreen } from './crash-screen.tsx'
import { Layout } from './layouts/layout.tsx'
import { NavigationMask } from './navigation-mask.tsx'
import { useScreenTitle } from './screen-title.ts'
import { NOT_FOUND_SCREEN, SCREENS } from './screens.ts'
import { UpdateOffer } from './update-offer.tsx'
import { useScrollMemory } from './use-scroll-memory.ts'

const { prefix } = splitLocale(location.pathname)

export function App(): ReactElement {
  return (
    <CrashScreen>
      <Router base={prefix}>
        <CurrentScreen />
      </Router>
      <UpdateOffer />
    </CrashScreen>
  )
}

function CurrentScreen(): ReactElement {
  const name = useCurrentScreen()
  const { Page, layout, title, theme, hasDeepBackdrop = false } = name === undefined ? NOT_FOUND_SCREEN : SCREENS[name]
  const hasAccount = (useSnapshot(hubState).identity?.businessUserId ?? '') !== ''
  useScreenTitle(title)
  useScrollMemory()
  useEffect(() => applyScreenLook(theme, hasDeepBackdrop), [theme, hasDeepBackdrop])
  if (name === 'landing' && hasAccount) return <Redirect to={linkTo('home')} replace />
  return (
    <Layout name={layout}>
      <Suspense fallback={<NavigationMask />}>
        <Page />
      </Suspense>
    </Layout>
  )
}
