import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { matchRoute } from '#shared/domain/screens.ts'
import { followTheme, themeOf } from '#src/browser/theme.ts'
import { addTexts, startTexts } from '#src/i18n/i18n.ts'
import { followFileDrop } from '#src/pictures/file-drop.ts'
import { showToast } from '#src/design/toast.ts'
import { retryUntilSuccess } from '#src/browser/retry.ts'
import { loadPart } from '#src/loading/lazy-part.ts'
import { nextTurn } from '#src/browser/after-paint.ts'
import { followOtherTabs, preferences } from '#src/store/preferences.ts'
import { followInstall } from '#src/offline/install/install-app.ts'
import { reservedHeight } from '#src/browser/reserved-height.ts'
import { storedBusinessUserId } from '#src/store/cookies.ts'
import { isViewerPath } from '#shared/domain/viewer-address.ts'
import { linkedPath } from '#shared/domain/protocol-link.ts'
import { hubState, subscribe } from '#src/store/state.ts'
import { App } from './app.tsx'
import { loadViewer } from './overlays/viewer-overlay.tsx'
import { isFramedResult } from './screen-access.ts'
import { SCREEN_COMPONENTS } from './screen-components.ts'

/**
 * The modules that every screen needs: the parsers, the page's side of the hub, the overlays. Loading them in one task would block
 * the page.
 */
const FOUNDATION_MODULES = [
  () => import('#shared/api/define-call.ts'),
  () => import('#shared/api/generation.ts'),
  () => import('#shared/api/templates.ts'),
  () => import('#shared/storage/hub-records.ts'),
  () => import('#shared/api/client.ts'),
  () => import('./start-hub.ts'),
  () => import('./overlays/overlays.tsx'),
]

/** The path of the served HTML. `openLink` may replace the path before the first render. */
const servedPath = location.pathname

function findRoot(): Element {
  const root = document.querySelector('#root')
  if (root === null) throw new Error('The page has no root element.')
  return root
}

/**
 * Calls `onMounted` when the app is mounted; before that, buttons have no handlers. It wraps the app, because a sibling would change
 * every `useId` value and React would leave the differing attributes in the HTML.
 */
function MountReporter({ onMounted, children }: { readonly onMounted: () => void; readonly children: React.ReactNode }): React.ReactNode {
  useLayoutEffect(onMounted, [onMounted])
  return children
}

/** Renders the app in slices, so that the page can handle input between them. */
async function render(root: Element, onMounted: () => void): Promise<void> {
  const app = (
    <StrictMode>
      <MountReporter onMounted={onMounted}>
        <App />
      </MountReporter>
    </StrictMode>
  )
  const route = matchRoute(location.pathname)
  if (!root.hasChildNodes() || route === undefined) return startTransition(() => createRoot(root).render(app))
  // The served HTML stays visible until everything that hydrates it is loaded.
  await loadFoundations().catch(() => undefined)
  await (isViewerPath(location.pathname) ? loadViewer() : loadPart(SCREEN_COMPONENTS[route])).catch(() => undefined)
  await nextTurn()
  const isServedHtmlCurrent = isFirstVisit() && location.pathname === servedPath
  if (isServedHtmlCurrent) startTransition(() => void hydrateRoot(root, app, { onRecoverableError: () => undefined }))
  else startTransition(() => createRoot(root).render(app))
}

async function connectHub(): Promise<void> {
  await loadFoundations()
  const { startHub } = await import('./start-hub.ts')
  void startHub()
}

async function startUpdates(): Promise<void> {
  const { startUpdates: start } = await import('#src/offline/updates/start-updates.ts')
  await start()
}

async function startHeadUpdates(): Promise<boolean> {
  const [{ followHead }, hasTexts] = await Promise.all([import('./follow-head.ts'), addTexts('head')])
  if (hasTexts) followHead()
  return hasTexts
}

/** Boots the result page of a payment in a checkout's frame. It only notifies the surrounding app and starts nothing else. */
async function bootFramedResult(onMounted: () => void): Promise<void> {
  followTheme()
  await startTexts()
  await render(findRoot(), onMounted)
}

async function bootApp(onMounted: () => void): Promise<void> {
  openLink()
  followTheme()
  followOtherTabs()
  followPictures()
  followFileDrop(showToast)
  followInstall()
  const root = findRoot()
  const hasTexts = await startTexts()
  // The served HTML contains texts. Without loaded texts, hydration would replace them by their keys.
  if (!hasTexts && root.hasChildNodes()) await retryUntilSuccess(() => addTexts('common'))
  await render(root, onMounted)
  void retryUntilSuccess(connectHub)
  if (!hasTexts) void retryUntilSuccess(() => addTexts('common'))
  void retryUntilSuccess(() => addTexts('errors'))
  void retryUntilSuccess(startHeadUpdates)
  void retryUntilSuccess(startUpdates)
}

/** Starts the page: in the frame of a checkout only the result of the payment, otherwise the whole app. */
export function boot(onMounted: () => void): Promise<void> {
  return isFramedResult(location.pathname, parent !== window) ? bootFramedResult(onMounted) : bootApp(onMounted)
}

/** Loads the modules in `FOUNDATION_MODULES` one after the other, each in its own task. */
async function loadFoundations(): Promise<void> {
  for (const load of FOUNDATION_MODULES) {
    await load()
    await nextTurn()
  }
}

/** Whether no stored value affects the first render, so that it equals the served HTML. */
export function isFirstVisit(): boolean {
  return (
    storedBusinessUserId() === '' &&
    themeOf(preferences.colorMode) === 'dark' &&
    preferences.motion === 'on' &&
    reservedHeight('orders') === 0
  )
}

/** Opens the screen that a link with the app's own protocol names. Rule: docs/platform.md, "Links that open the app". */
export function openLink(): void {
  const path = linkedPath(location.search)
  if (path !== undefined) history.replaceState(null, '', path)
}

const BROKEN_MARK = 'data-gone'

/** Hides the browser's broken-image icon of a picture that failed to load, and reloads the picture after a reconnect. */
export function followPictures(): () => void {
  let { isOnline } = hubState.connection
  const markBroken = ({ target, type }: Event) => {
    if (target instanceof HTMLImageElement) target.toggleAttribute(BROKEN_MARK, type === 'error')
  }
  for (const picture of document.images)
    picture.toggleAttribute(BROKEN_MARK, picture.complete && picture.currentSrc !== '' && picture.naturalWidth === 0)
  document.addEventListener('error', markBroken, true)
  document.addEventListener('load', markBroken, true)
  const stopFollowingHub = subscribe(hubState, () => {
    const isReconnected = hubState.connection.isOnline && !isOnline
    isOnline = hubState.connection.isOnline
    if (isReconnected) for (const picture of document.querySelectorAll<HTMLImageElement>(`img[${BROKEN_MARK}]`)) reloadPicture(picture)
  })
  return () => {
    stopFollowingHub()
    document.removeEventListener('error', markBroken, true)
    document.removeEventListener('load', markBroken, true)
  }
}

function reloadPicture(picture: HTMLImageElement): void {
  picture.setAttribute('src', picture.getAttribute('src') ?? '')
}
