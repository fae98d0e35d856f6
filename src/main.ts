import { afterPaint, nextTurn } from './browser/after-paint.ts'
import { isServerThere, claimReload } from './browser/build-info.ts'
import { holdInstallQuestion } from './offline/early-install-question.ts'
import { recordEarlyInput } from './app/record-early-input.ts'
import { retryUntilSuccess } from './browser/retry.ts'
import './design/styles/tokens.css'
import './design/styles/base.css'

/** One after the other, so that the page can handle input between them. */
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

/** Browsers cache a failed script import for the lifetime of the page. */
async function reloadOnceServed(error: unknown): Promise<undefined> {
  console.warn('The app could not be loaded.', error)
  await retryUntilSuccess(isServerThere)
  if (claimReload()) location.reload()
}

/** Starts the links that the server deferred until after the first paint. */
async function askForLater(): Promise<void> {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')) {
    link.rel = link.dataset['rel'] ?? ''
    await nextTurn()
  }
}

const root = document.querySelector('#root') ?? document.body
const giveBack = recordEarlyInput(root)
holdInstallQuestion()
// The server-rendered HTML is painted before the script runs.
if (root.hasChildNodes()) {
  afterPaint(() => {
    void askForLater()
    void start(giveBack)
  })
} else void start(giveBack)
