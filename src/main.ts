import { afterPaint, nextTurn } from './browser/after-paint.ts'
import { isServerThere, claimReload } from './browser/build-info.ts'
import { holdInstallQuestion } from './offline/early-install-question.ts'
import { keepEarlyInput } from './app/keep-early-input.ts'
import { keepTrying } from './browser/retry.ts'
import './design/styles/tokens.css'
import './design/styles/base.css'

/** One after the other, so that the page can answer in between. */
async function load() {
  await import('react')
  await nextTurn()
  await import('react-dom/client')
  await nextTurn()
  return import('#src/app/boot.tsx')
}

async function start(giveBack: () => Promise<void>): Promise<void> {
  const app = await load().catch(reloadOnceServed)
  await app?.boot(() => void giveBack())
}

/** A browser remembers a script that it could not fetch for as long as the page lives. */
async function reloadOnceServed(error: unknown): Promise<undefined> {
  console.warn('The app could not be loaded.', error)
  await keepTrying(isServerThere)
  if (claimReload()) location.reload()
}

/** What the server put off for the sake of the first paint. */
async function askForLater(): Promise<void> {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')) {
    link.rel = link.dataset['rel'] ?? ''
    await nextTurn()
  }
}

const root = document.querySelector('#root') ?? document.body
const giveBack = keepEarlyInput(root)
holdInstallQuestion()
// What the server drew into the page is painted before the script takes its turn.
if (root.hasChildNodes()) {
  afterPaint(() => {
    void askForLater()
    void start(giveBack)
  })
} else void start(giveBack)
