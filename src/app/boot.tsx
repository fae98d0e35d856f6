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
 * The modules that every screen needs: the parsers, then the page's side of the hub. Loading them in one task would block the page.
 */
const STEPS = [
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
 * Calls `onDrawn` when the app is mounted; before that, buttons have no handlers. It wraps the app, because a sibling would change
 * every `useId` value and React would leave the differing attributes in the HTML.
 */
function Drawn({ onDrawn, children }: { readonly onDrawn: () => void; readonly children: React.ReactNode }): React.ReactNode {
  useLayoutEffect(onDrawn, [onDrawn])
  return children
}

/** Renders the app in slices, so that the page can handle input between them. */
async function render(root: Element, onDrawn: () => void): Promise<void> {
  const app = (
    <StrictMode>
      <Drawn onDrawn={onDrawn}>
        <App />
      </Drawn>
    </StrictMode>
  )
  const name = matchRoute(location.pathname)
  if (!root.hasChildNodes() || name === undefined) return startTransition(() => createRoot(root).render(app))
  // The served HTML stays visible until everything that hydrates it is loaded.
  await loadFoundations().catch(() => undefined)
  await (isViewerPath(location.pathname) ? loadViewer() : loadPart(SCREEN_COMPONENTS[name])).catch(() => undefined)
  await nextTurn()
  const isTheSame = isFirstVisit() && location.pathname === servedPath
  if (isTheSame) startTransition(() => void hydrateRoot(root, app, { onRecoverableError: () => undefined }))
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

async function startHead(): Promise<boolean> {
  const [{ followHead }, hasTexts] = await Promise.all([import('./follow-head.ts'), addTexts('head')])
  if (hasTexts) followHead()
  return hasTexts
}

/** Boots the result page of a payment in a checkout's frame. It only notifies the surrounding app and starts nothing else. */
async function bootFramedResult(onDrawn: () => void): Promise<void> {
  followTheme()
  await startTexts()
  await render(findRoot(), onDrawn)
}

async function bootApp(onDrawn: () => void): Promise<void> {
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
  await render(root, onDrawn)
  void retryUntilSuccess(connectHub)
  if (!hasTexts) void retryUntilSuccess(() => addTexts('common'))
  void retryUntilSuccess(() => addTexts('errors'))
  void retryUntilSuccess(startHead)
  void retryUntilSuccess(startUpdates)
}

/** Renders or hydrates the page, and loads the rest in parallel. */
export function boot(onDrawn: () => void): Promise<void> {
  return isFramedResult(location.pathname, parent !== window) ? bootFramedResult(onDrawn) : bootApp(onDrawn)
}

/** Loads the modules in `STEPS` one after the other, each in its own task. */
async function loadFoundations(): Promise<void> {
  for (const load of STEPS) {
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

const GONE = 'data-gone'

/** Hides the browser's broken-image icon of a picture that failed to load, and reloads the picture after a reconnect. */
export function followPictures(): () => void {
  let { isOnline } = hubState.connection
  const mark = ({ target, type }: Event) => {
    if (target instanceof HTMLImageElement) target.toggleAttribute(GONE, type === 'error')
  }
  for (const picture of document.images)
    picture.toggleAttribute(GONE, picture.complete && picture.currentSrc !== '' && picture.naturalWidth === 0)
  document.addEventListener('error', mark, true)
  document.addEventListener('load', mark, true)
  const stop = subscribe(hubState, () => {
    const isBack = hubState.connection.isOnline && !isOnline
    isOnline = hubState.connection.isOnline
    if (isBack) for (const picture of document.querySelectorAll<HTMLImageElement>(`img[${GONE}]`)) askAgain(picture)
  })
  return () => {
    stop()
    document.removeEventListener('error', mark, true)
    document.removeEventListener('load', mark, true)
  }
}

function askAgain(picture: HTMLImageElement): void {
  picture.setAttribute('src', picture.getAttribute('src') ?? '')
}
