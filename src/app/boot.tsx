import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { matchRoute } from '#shared/domain/screens.ts'
import { followTheme, themeOf } from '#src/platform/color-mode.ts'
import { addTexts, startTexts } from '#src/platform/i18n.ts'
import { followFileDrop } from '#src/platform/file-drop.ts'
import { keepTrying } from '#src/platform/retry.ts'
import { loadPart } from '#src/platform/lazy-part.ts'
import { nextTurn } from '#src/platform/after-paint.ts'
import { followOtherTabs, preferences } from '#src/platform/preferences.ts'
import { followInstall } from '#src/offline/install/install-app.ts'
import { reservedHeight } from '#src/platform/reserved-height.ts'
import { storedBusinessUserId } from '#src/platform/cookies.ts'
import { linkedPath } from '#shared/domain/protocol-link.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { subscribe } from '#src/platform/state.ts'
import { App } from './app.tsx'
import { isFramedResult } from './screen-access.ts'
import { followSignals } from './follow-signals.ts'
import { SCREEN_COMPONENTS } from './screen-components.ts'

/** What every screen stands on: what is parsed with, then the hub's side of the page. In one go, all of it would hold the page up. */
const STEPS = [
  () => import('#shared/api/plain-text.ts'),
  () => import('#shared/api/generation.ts'),
  () => import('#shared/api/templates.ts'),
  () => import('#shared/storage/hub-records.ts'),
  () => import('#shared/api/user.ts'),
  () => import('./overlays/overlays.tsx'),
  () => import('./start-hub.ts'),
]

/** A link of the app's own kind leads on before anything is drawn. */
const servedPath = location.pathname

function findRoot(): Element {
  const root = document.querySelector('#root')
  if (root === null) throw new Error('The page has no root element.')
  return root
}

/**
 * Says when the app stands on the page: before that a press would find nobody, after it each finds its own. It stands around the app and
 * not beside it: a sibling would give every `useId` another value than in the HTML, where React leaves the attributes as they are.
 */
function Drawn({ onDrawn, children }: { readonly onDrawn: () => void; readonly children: ReactNode }): ReactNode {
  useLayoutEffect(onDrawn, [onDrawn])
  return children
}

/** In slices, between which the page can answer. */
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
  // What the server drew stands until all of it can be taken over.
  await loadFoundations().catch(() => undefined)
  await loadPart(SCREEN_COMPONENTS[name]).catch(() => undefined)
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

/** Inside a checkout's frame the result of a payment only tells the app around it, and starts nothing. */
async function bootFramedResult(onDrawn: () => void): Promise<void> {
  followTheme()
  await startTexts()
  await render(findRoot(), onDrawn)
}

async function bootApp(onDrawn: () => void): Promise<void> {
  openLink()
  followTheme()
  followOtherTabs()
  followSignals()
  followPictures()
  followFileDrop()
  followInstall()
  const root = findRoot()
  const hasTexts = await startTexts()
  // What stands there has its words already.
  if (!hasTexts && root.hasChildNodes()) await keepTrying(() => addTexts('common'))
  await render(root, onDrawn)
  void keepTrying(connectHub)
  if (!hasTexts) void keepTrying(() => addTexts('common'))
  void keepTrying(() => addTexts('errors'))
  void keepTrying(startHead)
  void keepTrying(startUpdates)
}

/** Draws the page, or takes over what was drawn already, and goes on with the rest beside it. */
export function boot(onDrawn: () => void): Promise<void> {
  return isFramedResult(location.pathname, parent !== window) ? bootFramedResult(onDrawn) : bootApp(onDrawn)
}

/** Loads them one after the other, each in a turn of its own. */
async function loadFoundations(): Promise<void> {
  for (const load of STEPS) {
    await load()
    await nextTurn()
  }
}

/** Whether the first drawing in this browser is that of somebody new: what it remembers shows nowhere in it. */
export function isFirstVisit(): boolean {
  return (
    storedBusinessUserId() === '' &&
    themeOf(preferences.colorMode) === 'dark' &&
    preferences.motion === 'on' &&
    reservedHeight('orders') === 0
  )
}

/** A window that was opened by a link of the app's own kind begins at the screen which that names. Rule: docs/platform.md, "Links that open the app". */
export function openLink(): void {
  const path = linkedPath(location.search)
  if (path !== undefined) history.replaceState(null, '', path)
}

const GONE = 'data-gone'

/** A picture that can't be had shows nothing rather than the browser's sign for a loss; it is asked for again once the connection is back. */
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
