import { type ReactElement, type ReactNode, Suspense, useEffect, useLayoutEffect, useState, useRef } from 'react'
import { Router, useLocation } from 'wouter'
import { screenOf, splitLocale } from '#shared/domain/screens.ts'
import { useCurrentScreen, screenPath, useIsCovered } from '#src/platform/screen-location.ts'
import { lazyPart } from '#src/platform/lazy-part.ts'
import { RedirectOnce, ShownLocationProvider, screenRouting } from '#src/platform/shown-location.tsx'
import { linkTo } from '#src/platform/routes.ts'
import { applyScreenLook } from '#src/platform/color-mode.ts'
import { can } from '#shared/platform/capabilities.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { OverlayBoundary } from './overlays/overlay-boundary.tsx'
import { Layout } from './layouts/layout.tsx'
import { FirstScreenPlace, NavigationMask } from './navigation-mask.tsx'
import { PartPrompt } from './part-prompt.tsx'
import { useScreenTitle } from './screen-title.ts'
import { NOT_FOUND_COMPONENT, SCREEN_COMPONENTS } from './screen-components.ts'
import { usePerson, redirectOf } from './screen-access.ts'
import { ViewerHost } from './overlays/viewer-overlay.tsx'
import { keepScroll, windowScroll } from './window-scroll.ts'

const KEY_PREFIX = 'kinora.scroll:'

/** Where the browser went back or on to; a reload counts, a jump within the page is overtaken by the next address. */
let poppedTo: string | undefined = screenPath()
/** The first screen of this page, which may stand there before its script. */
let isFirst = true
history.scrollRestoration = 'manual'
addEventListener('popstate', () => {
  poppedTo = screenPath()
})

const Overlays = lazyPart([], async () => (await import('./overlays/overlays.tsx')).Overlays)

const { prefix } = splitLocale(location.pathname)

export function App(): ReactElement {
  return (
    <ErrorBoundary shows="page" resetKey="">
      <ShownLocationProvider>
        <Router base={prefix} {...screenRouting}>
          <CurrentScreen />
          <OverlayBoundary>
            <ViewerHost />
          </OverlayBoundary>
          <OverlayBoundary>
            <Suspense>
              <Overlays />
            </Suspense>
          </OverlayBoundary>
        </Router>
        <NavigationMask />
        <PartPrompt />
      </ShownLocationProvider>
    </ErrorBoundary>
  )
}

function CurrentScreen(): ReactElement {
  const name = useCurrentScreen()
  const Page = name === undefined ? NOT_FOUND_COMPONENT : SCREEN_COMPONENTS[name]
  const { layout, theme, hasDeepBackdrop = false } = screenOf(name)
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

/** A crash of one screen leaves header and navigation alive, and ends with the screen. */
function CrashPlace({ children }: { readonly children: ReactNode }): ReactElement {
  const [path] = useLocation()
  return <ErrorBoundary resetKey={path}>{children}</ErrorBoundary>
}

/** Remembers how far each address was scrolled; going back returns there, going on starts at the top. */
function useScrollMemory(): void {
  const [path] = useLocation()
  useLayoutEffect(() => {
    const isBack = poppedTo === screenPath()
    const view = windowScroll(KEY_PREFIX + path, isFirst)
    poppedTo = undefined
    isFirst = false
    return keepScroll(view, isBack)
  }, [path])
}

/**
 * Whoever goes on to another screen begins at its main part. What has claimed the focus there by then keeps it, and so does an open dialog.
 * A viewer is no other screen, and what loads or is led on before the first press begins at the top.
 */
export function useRouteFocus(): void {
  const [path] = useLocation()
  const shown = useRef(path)
  useLayoutEffect(() => {
    if (shown.current === path) return
    shown.current = path
    const main = document.querySelector('main')
    const isUnused = can('userActivation') && !navigator.userActivation.hasBeenActive
    if (isUnused || main?.contains(document.activeElement) === true) return
    main?.focus({ preventScroll: true })
  }, [path])
}
