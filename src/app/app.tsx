import { Suspense, startTransition, useEffect, useLayoutEffect, useState, useRef } from 'react'
import { Router, linkTo, useLocation, useCurrentScreen, screenPath, useIsCovered } from '#src/routing/routes.ts'
import { splitLocale } from '#shared/domain/locale-prefix.ts'
import { screenOf } from '#shared/domain/screens.ts'
import { isViewerPath } from '#shared/domain/viewer-address.ts'
import { lazyPart } from '#src/loading/lazy-part.ts'
import { untilIdle } from '#src/loading/preload.ts'
import { RedirectOnce, ShownLocationProvider, screenRouting } from '#src/routing/shown-location.tsx'
import { applyScreenTheme } from '#src/browser/theme.ts'
import { can } from '#shared/browser/capabilities.ts'
import { RowErrorReporter } from '#src/design/row-boundary.tsx'
import { ErrorBoundary, OverlayBoundary } from './error-boundary.tsx'
import { Layout } from './layouts/layout.tsx'
import { FirstScreenPlaceholder, NavigationMask, ScreenPlaceholder } from './navigation-mask.tsx'
import { PartPrompt } from './part-prompt.tsx'
import { reportRowError } from './report-row-error.ts'
import { useScreenTitle } from './screen-title.ts'
import { NOT_FOUND_COMPONENT, SCREEN_COMPONENTS } from './screen-components.ts'
import { usePerson, redirectOf } from './screen-access.ts'
import { ViewerHost } from './overlays/viewer-overlay.tsx'
import { preserveScroll, windowScroll } from './window-scroll.ts'

const KEY_PREFIX = 'kinora.scroll:'

/**
 * The path that a reload or a back or forward navigation has opened. Its scroll position is restored. The next screen resets this.
 */
let restoredPath: string | undefined = screenPath()
/** Whether the page's first screen is shown, which may be prerendered. */
let isFirstScreen = true
history.scrollRestoration = 'manual'
addEventListener('popstate', () => {
  restoredPath = screenPath()
})

const Overlays = lazyPart([], async () => (await import('./overlays/overlays.tsx')).Overlays)

const { prefix: localePrefix } = splitLocale(location.pathname)

export function App() {
  return (
    <ErrorBoundary shows="page" resetKey="">
      <RowErrorReporter value={reportRowError}>
        <ShownLocationProvider>
          <Router base={localePrefix} {...screenRouting}>
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
      </RowErrorReporter>
    </ErrorBoundary>
  )
}

function CurrentScreen() {
  const screen = useCurrentScreen()
  const Page = screen === undefined ? NOT_FOUND_COMPONENT : SCREEN_COMPONENTS[screen]
  const { layout, theme, hasDeepBackdrop = false } = screenOf(screen)
  const redirect = redirectOf(screen, usePerson())
  const isCovered = useIsCovered(redirect !== undefined)
  // If a login happens over a viewer, the viewer stays open. The screen below redirects when the viewer closes.
  const mustRedirect = redirect !== undefined && !isCovered
  const isDeferred = useIsDeferredBehindViewer()
  const [drawnScreen, setDrawnScreen] = useState<typeof screen>()
  if (!mustRedirect && drawnScreen !== screen) setDrawnScreen(screen)
  useScreenTitle(screen)
  useScrollMemory()
  useRouteFocus()
  useEffect(() => applyScreenTheme(theme, hasDeepBackdrop), [theme, hasDeepBackdrop])
  // The previous screen stays until the next screen is ready to render. A screen that redirects is never rendered.
  if (mustRedirect && drawnScreen !== screen) return <RedirectOnce to={linkTo(redirect)} />
  return (
    <Layout name={layout}>
      {mustRedirect && <RedirectOnce to={linkTo(redirect)} />}
      <ScreenErrorBoundary>
        <Suspense fallback={<FirstScreenPlaceholder />}>{isDeferred ? <ScreenPlaceholder /> : <Page />}</Suspense>
      </ScreenErrorBoundary>
    </Layout>
  )
}

/** Whether the screen waits until the page is idle: a viewer that was opened by its address covers it. */
function useIsDeferredBehindViewer(): boolean {
  const [isBeforeIdle, setBeforeIdle] = useState(() => isViewerPath(location.pathname))
  useEffect(() => void untilIdle().then(() => startTransition(() => setBeforeIdle(false))), [])
  return isBeforeIdle && isViewerPath(location.pathname)
}

/** Limits a crash to its screen. Header and navigation continue to work, and the next screen clears the error. */
function ScreenErrorBoundary({ children }: { readonly children: React.ReactNode }) {
  const [path] = useLocation()
  return <ErrorBoundary resetKey={path}>{children}</ErrorBoundary>
}

/** Stores the scroll position of each address. A reload, "back" and "forward" restore it; a new navigation starts at the top. */
function useScrollMemory(): void {
  const [path] = useLocation()
  useLayoutEffect(() => {
    const isBack = restoredPath === screenPath()
    const scrollView = windowScroll(KEY_PREFIX + path, isFirstScreen)
    restoredPath = undefined
    isFirstScreen = false
    return preserveScroll(scrollView, isBack)
  }, [path])
}

/**
 * Moves the focus to the main part of a new screen, unless the screen has focused an element itself. Opening a viewer is no new
 * screen. The focus does not move on load or on redirects before the user's first press.
 */
export function useRouteFocus(): void {
  const [path] = useLocation()
  const shownPath = useRef(path)
  useLayoutEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    const main = document.querySelector('main')
    const isBeforeFirstPress = can('userActivation') && !navigator.userActivation.hasBeenActive
    if (isBeforeFirstPress || main?.contains(document.activeElement) === true) return
    main?.focus({ preventScroll: true })
  }, [path])
}
