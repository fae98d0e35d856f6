import type { ReactNode } from 'react'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { matchRoute } from '#shared/domain/route-patterns.ts'
import { followTheme } from '#src/platform/color-mode.ts'
import { addTexts, startTexts } from '#src/platform/i18n.ts'
import { followFileDrop } from '#src/platform/file-drop.ts'
import { keepTrying } from '#src/platform/retry.ts'
import { loadPart } from '#src/platform/lazy-part.ts'
import { nextTurn } from '#src/platform/next-turn.ts'
import { followOtherTabs } from '#src/platform/preferences.ts'
import { App } from './app.tsx'
import { isFramedResult } from './requires-session.ts'
import { openLink } from './open-link.ts'
import { followPictures } from './follow-pictures.ts'
import { followSignals } from './follow-signals.ts'
import { followInstall } from '#src/offline/install/install-app.ts'
import { SCREENS } from './screens.ts'
import { looksNew } from './is-first-visit.ts'

/** What every screen stands on: what is parsed with, then the hub's side of the page. In one go, all of it would hold the page up. */
const STEPS = [
  () => import('#shared/api/plain-text.ts'),
  () => import('#shared/api/generation.ts'),
  () => import('#shared/api/templates.ts'),
  () => import('#shared/storage/hub-records.ts'),
  () => import('#shared/api/user.ts'),
  () => import('./overlays/late-overlays.tsx'),
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
  await loadPart(SCREENS[name].Page).catch(() => undefined)
  await nextTurn()
  const isTheSame = looksNew() && location.pathname === servedPath
  if (isTheSame) startTransition(() => void hydrateRoot(root, app, { onRecoverableError: () => undefined }))
  else startTransition(() => createRoot(root).render(app))
}

async function connectHub(): Promise<void> {
  await loadFoundations()
  const { startHub } = await import('#src/app/start-hub.ts')
  void startHub()
}

async function startUpdates(): Promise<void> {
  const { startUpdates: start } = await import('#src/offline/updates/start-updates.ts')
  await start()
}

async function startHead(): Promise<boolean> {
  const [{ followHead }, hasTexts] = await Promise.all([import('#src/app/follow-head.ts'), addTexts('head')])
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
