import type { ReactElement } from 'react'
import { Suspense, useEffect, useState } from 'react'
import { Router } from 'wouter'
import { splitLocale } from '#shared/domain/route-patterns.ts'
import { useCurrentScreen } from '#src/lib/current-screen.ts'
import { lazyPart } from '#src/lib/lazy-part.ts'
import { RedirectOnce } from '#src/lib/redirect-once.tsx'
import { linkTo } from '#src/lib/routes.ts'
import { useIsCovered } from '#src/lib/screen-location.ts'
import { screenRouting, ShownLocationProvider } from '#src/lib/shown-location.tsx'
import { applyScreenLook } from '#src/lib/color-mode.ts'
import { CrashBoundary } from './crash-boundary.tsx'
import { CrashPlace } from './crash-place.tsx'
import { LayerPlace } from './layer-place.tsx'
import { Layout } from './layouts/layout.tsx'
import { FirstScreenPlace, NavigationMask } from './navigation-mask.tsx'
import { PartPrompt } from './part-prompt.tsx'
import { redirectOf } from './redirect-of.ts'
import { useScreenTitle } from './screen-title.ts'
import { NOT_FOUND_SCREEN, SCREENS } from './screens.ts'
import { usePerson } from './use-person.ts'
import { useRouteFocus } from './use-route-focus.ts'
import { useScrollMemory } from './use-scroll-memory.ts'
import { ViewerHost } from './viewer-host.tsx'

const LateParts = lazyPart([], async () => (await import('./late-parts.tsx')).LateParts)

const { prefix } = splitLocale(location.pathname)

export function App(): ReactElement {
  return (
    <CrashBoundary shows="page" resetKey="">
      <ShownLocationProvider>
        <Router base={prefix} {...screenRouting}>
          <CurrentScreen />
          <LayerPlace>
            <ViewerHost />
          </LayerPlace>
          <LayerPlace>
            <Suspense>
              <LateParts />
            </Suspense>
          </LayerPlace>
        </Router>
        <NavigationMask />
        <PartPrompt />
      </ShownLocationProvider>
    </CrashBoundary>
  )
}

function CurrentScreen(): ReactElement {
  const name = useCurrentScreen()
  const { Page, layout, theme, hasDeepBackdrop = false } = name === undefined ? NOT_FOUND_SCREEN : SCREENS[name]
  const redirect = redirectOf(name, usePerson())
  const isCovered = useIsCovered(redirect !== undefined)
  // Whoever logs in over a viewer stays in it; the screen below changes when it is closed.
  const isLed = redirect !== undefined && !isCovered
  const [stood, setStood] = useState<typeof name>()
  if (!isLed && stood !== name) setStood(name)
  useScreenTitle(name)
  useScrollMemory()
  useRouteFocus()
  useEffect(() => applyScreenLook(theme, hasDeepBackdrop), [theme, hasDeepBackdrop])
  // A screen that stood already stays until the next one can be drawn; one that is for somebody else is never begun.
  if (isLed && stood !== name) return <RedirectOnce to={linkTo(redirect)} />
  return (
    <Layout name={layout}>
      {isLed && <RedirectOnce to={linkTo(redirect)} />}
      <CrashPlace>
        <Suspense fallback={<FirstScreenPlace />}>
          <Page />
        </Suspense>
      </CrashPlace>
    </Layout>
  )
}
