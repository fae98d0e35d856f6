import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#src/app/app.tsx'
import { isFramedResult } from '#src/app/needs-somebody.ts'
import { openLink } from '#src/app/open-link.ts'
import { followPictures } from '#src/app/follow-pictures.ts'
import { followSignals } from '#src/app/follow-signals.ts'
import { followTheme } from '#src/lib/color-mode.ts'
import { addTexts, startTexts } from '#src/lib/i18n.ts'
import { followInstall } from '#src/app/install-app.ts'
import { followIntake } from '#src/lib/page-intake.ts'
import { keepTrying } from '#src/lib/keep-trying.ts'
import { followOtherTabs } from '#src/lib/preferences.ts'
import '#src/styles/tokens.css'
import '#src/styles/base.css'

function render(): void {
  const root = document.querySelector('#root')
  if (root === null) throw new Error('The page has no root element.')
  // In slices, between which the page can answer.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}

async function connectHub(): Promise<void> {
  const { startHub } = await import('#src/app/start-hub.ts')
  void startHub()
}

async function startUpdates(): Promise<void> {
  const { startUpdates: start } = await import('#src/app/start-updates.ts')
  await start()
}

async function startHead(): Promise<boolean> {
  const [{ followHead }, hasTexts] = await Promise.all([import('#src/app/follow-head.ts'), addTexts('head')])
  if (hasTexts) followHead()
  return hasTexts
}

/** Inside a checkout's frame the result of a payment only tells the app around it, and starts nothing. */
async function bootFramedResult(): Promise<void> {
  followTheme()
  await startTexts()
  render()
}

async function boot(): Promise<void> {
  openLink()
  followTheme()
  followOtherTabs()
  followSignals()
  followPictures()
  followIntake()
  followInstall()
  const hasTexts = await startTexts()
  render()
  void keepTrying(connectHub)
  if (!hasTexts) void keepTrying(() => addTexts('common'))
  void keepTrying(() => addTexts('errors'))
  void keepTrying(startHead)
  void keepTrying(startUpdates)
}

void (isFramedResult(location.pathname, parent !== window) ? bootFramedResult() : boot())
