import { readAccount } from '#src/features/account/session/read-account.ts'
import { introduceVisitor } from '#src/lib/api.ts'
import { startWarming } from '#src/lib/warm-later.ts'
import { needsSomebody } from './needs-somebody.ts'
import { prefetchCatalogue } from './prefetch-catalogue.ts'
import { recallLastEffect } from './recall-last-effect.ts'

interface StartUpEntry {
  readonly name: string
  readonly isFor: (path: string) => boolean
  readonly run: () => Promise<unknown>
}

/** What is loaded beside the first screen, each by itself. */
const START_UP: readonly StartUpEntry[] = [
  { name: 'anonymous login', isFor: needsSomebody, run: introduceVisitor },
  { name: 'account', isFor: needsSomebody, run: readAccount },
  { name: 'google', isFor: needsSomebody, run: async () => (await import('./start-google.ts')).startGoogle() },
  { name: 'last effect', isFor: needsSomebody, run: recallLastEffect },
  { name: 'crash note', isFor: () => true, run: () => import('./crash-note.tsx') },
  { name: 'push', isFor: needsSomebody, run: async () => (await import('./follow-push.ts')).followPush() },
  { name: 'catalogue', isFor: needsSomebody, run: prefetchCatalogue },
  { name: 'kept videos', isFor: needsSomebody, run: async () => (await import('./follow-kept.ts')).followKept() },
  { name: 'parts a press may ask for', isFor: needsSomebody, run: async () => startWarming() },
]

/** Starts everything at once; what fails holds up nothing else. */
export async function startUp(path: string, entries: readonly StartUpEntry[] = START_UP): Promise<void> {
  const wanted = entries.filter(({ isFor }) => isFor(path))
  await Promise.all(
    wanted.map(({ name, run }) => run().catch((error: unknown) => console.warn(`${name} was not loaded at the start.`, error))),
  )
}
