import { readAccount } from '#src/features/account/session/read-account.ts'
import { introduceVisitor } from '#src/lib/api.ts'
import { untilIdle } from '#src/lib/until-idle.ts'
import { startWarming } from '#src/lib/warm-later.ts'
import { watchForQuiet } from '#src/lib/watch-for-quiet.ts'
import { needsSomebody } from './needs-somebody.ts'
import { prefetchCatalogue } from './prefetch-catalogue.ts'
import { recallLastEffect } from './recall-last-effect.ts'

/** How long the first screen is left alone before parts are loaded that nobody has asked for yet, in ms. */
const WARM_AFTER_MS = 8000

interface StartUpEntry {
  readonly name: string
  readonly isFor: (path: string) => boolean
  readonly run: () => Promise<unknown>
  /** Waits until the page has nothing else to do. */
  readonly isLater?: true
}

/** What is loaded beside the first screen, each by itself. */
const START_UP: readonly StartUpEntry[] = [
  { name: 'anonymous login', isFor: needsSomebody, run: introduceVisitor },
  { name: 'account', isFor: needsSomebody, run: readAccount },
  { name: 'google', isFor: needsSomebody, isLater: true, run: async () => (await import('./start-google.ts')).startGoogle() },
  { name: 'last effect', isFor: needsSomebody, isLater: true, run: recallLastEffect },
  { name: 'crash note', isFor: () => true, isLater: true, run: () => import('./crash-note.tsx') },
  { name: 'push', isFor: needsSomebody, isLater: true, run: async () => (await import('./follow-push.ts')).followPush() },
  { name: 'catalogue', isFor: needsSomebody, isLater: true, run: prefetchCatalogue },
  { name: 'kept videos', isFor: needsSomebody, isLater: true, run: async () => (await import('./follow-kept.ts')).followKept() },
  { name: 'parts a press may ask for', isFor: needsSomebody, run: warmAfterTheStart },
]

/** Starts everything, one after the other what can wait; what fails or takes long holds up nothing else. */
export async function startUp(path: string, entries: readonly StartUpEntry[] = START_UP): Promise<void> {
  const wanted = entries.filter(({ isFor }) => isFor(path))
  for (const entry of wanted.filter(({ isLater }) => isLater !== true)) void start(entry)
  for (const entry of wanted.filter(({ isLater }) => isLater === true)) {
    await untilIdle()
    void start(entry)
  }
}

async function warmAfterTheStart(): Promise<void> {
  const untilQuiet = watchForQuiet()
  await new Promise((resolve) => setTimeout(resolve, WARM_AFTER_MS))
  startWarming(untilQuiet)
}

async function start({ name, run }: StartUpEntry): Promise<void> {
  try {
    await run()
  } catch (error) {
    console.warn(`${name} was not loaded at the start.`, error)
  }
}
