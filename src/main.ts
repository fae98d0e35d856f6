import { afterPaint, nextTurn } from './browser/after-paint.ts'
import { isServerThere, claimReload } from './browser/build-info.ts'
import { storeInstallQuestion } from './offline/early-install-question.ts'
import { recordEarlyInput } from './app/record-early-input.ts'
import { retryUntilSuccess } from './browser/retry.ts'
import './design/styles/tokens.css'
import './design/styles/base.css'

/** Loads the app's modules one after the other, so that the page can handle input in between. */
async function loadBoot() {
  await import('react')
  await nextTurn()
  await import('react-dom/client')
  await nextTurn()
  return import('#src/app/boot.tsx')
}

async function startApp(replayInput: () => Promise<void>): Promise<void> {
  const app = await loadBoot().catch(reloadOnceServed)
  await app?.boot(() => void replayInput())
}

/**
 * Reloads the page once the server is reachable. A retry without a reload would fail: browsers cache a failed import until then.
 */
async function reloadOnceServed(error: unknown): Promise<undefined> {
  console.warn('The app could not be loaded.', error)
  await retryUntilSuccess(isServerThere)
  if (claimReload()) location.reload()
}

/** Activates the links that the server has deferred until after the first paint. */
async function activateDeferredLinks(): Promise<void> {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')) {
    link.rel = link.dataset['rel'] ?? ''
    await nextTurn()
  }
}

const root = document.querySelector('#root') ?? document.body
const replayInput = recordEarlyInput(root)
storeInstallQuestion()
// The served HTML is painted before the app starts.
if (root.hasChildNodes()) {
  afterPaint(() => {
    void activateDeferredLinks()
    void startApp(replayInput)
  })
} else void startApp(replayInput)
