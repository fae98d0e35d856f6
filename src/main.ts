import { afterPaint } from '#src/lib/after-paint.ts'
import { keepEarlyInput } from '#src/lib/keep-early-input.ts'
import { keepTrying } from '#src/lib/keep-trying.ts'
import { nextTurn } from '#src/lib/next-turn.ts'
import '#src/styles/tokens.css'
import '#src/styles/base.css'

/** One after the other, so that the page can answer in between. */
async function start(): Promise<void> {
  await keepTrying(() => import('react'))
  await nextTurn()
  await keepTrying(() => import('react-dom/client'))
  await nextTurn()
  await keepTrying(() => import('#src/app/boot.tsx'))
  await (await import('#src/app/boot.tsx')).boot()
}

/** What the server put off for the sake of the first paint. */
async function askForLater(): Promise<void> {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')) {
    link.rel = link.dataset['rel'] ?? ''
    await nextTurn()
  }
}

const root = document.querySelector('#root')
// What the server drew into the page is painted before the script takes its turn.
if (root?.hasChildNodes() === true) {
  const giveBack = keepEarlyInput(root)
  afterPaint(() => {
    void askForLater()
    void start().then(giveBack)
  })
} else void start()
