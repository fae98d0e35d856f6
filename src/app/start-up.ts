import { readAccount } from '#src/account/session/session.ts'
import { prepareToasts } from '#src/design/toast.ts'
import { introduceVisitor } from '#src/hub-client/api.ts'
import { untilIdle, startPreloading, watchForQuiet } from '#src/loading/preload.ts'
import { requiresSession } from './screen-access.ts'

/** The time from the start of the `idle` tasks to the start of the `later` tasks, in ms. */
const LATER_AFTER_MS = 3000
/** The time from the start of the `now` tasks until code is loaded that no screen has needed yet, in ms. */
const PRELOAD_AFTER_MS = 8000

interface StartUpEntry {
  readonly name: string
  readonly isFor: (path: string) => boolean
  readonly run: () => Promise<unknown>
  /** `now`: at once. `idle`: when the page is idle. `later`: when the page is idle, LATER_AFTER_MS after the `idle` tasks. */
  readonly when: 'now' | 'idle' | 'later'
}

/** The tasks that start with the app. None depends on another. */
const START_UP_TASKS: readonly StartUpEntry[] = [
  { name: 'anonymous login', isFor: requiresSession, when: 'now', run: introduceVisitor },
  { name: 'account', isFor: requiresSession, when: 'now', run: readAccount },
  { name: 'google', isFor: requiresSession, when: 'idle', run: async () => (await import('./start-google.ts')).startGoogle() },
  { name: 'usage', isFor: () => true, when: 'idle', run: async () => (await import('./follow-usage.ts')).followUsage() },
  // Toasts are loaded in advance, so that an action that fails offline can show one.
  { name: 'messages', isFor: requiresSession, when: 'later', run: prepareToasts },
  {
    name: 'purchases',
    isFor: () => true,
    when: 'later',
    run: async () => (await import('#src/billing/follow-purchases.ts')).followPurchases(),
  },
  { name: 'last effect', isFor: requiresSession, when: 'later', run: recallLastEffect },
  { name: 'crash note', isFor: () => true, when: 'later', run: () => import('./error-note.tsx') },
  { name: 'push', isFor: requiresSession, when: 'later', run: async () => (await import('./follow-push.ts')).followPush() },
  {
    name: 'attribution',
    isFor: requiresSession,
    when: 'later',
    run: async () => (await import('#src/measurement/attribution/follow-attribution.ts')).followAttribution(),
  },
  {
    name: 'error reports',
    isFor: () => true,
    when: 'later',
    run: async () => (await import('#src/measurement/errors/follow-errors.ts')).followErrors(),
  },
  { name: 'data saving', isFor: () => true, when: 'later', run: async () => (await import('./follow-data-saving.ts')).followDataSaving() },
  { name: 'catalogue', isFor: requiresSession, when: 'later', run: prefetchCatalogue },
  {
    name: 'histories',
    isFor: requiresSession,
    when: 'later',
    run: async () => (await import('#src/billing/histories/store-histories.ts')).storeHistories(),
  },
  { name: 'hot articles', isFor: requiresSession, when: 'later', run: prefetchArticles },
  {
    name: 'kept videos',
    isFor: requiresSession,
    when: 'idle',
    run: async () => (await import('#src/creations/follow-offline-videos.ts')).followOfflineVideos(),
  },
  {
    name: 'edited videos',
    isFor: requiresSession,
    when: 'later',
    run: async () => (await import('#src/editing/made-media.ts')).followMadeMedia(),
  },
  {
    name: 'unfinished videos',
    isFor: requiresSession,
    when: 'later',
    run: async () => (await import('#src/editing/finish-videos.ts')).followUnfinished(),
  },
  { name: 'parts a press may ask for', isFor: requiresSession, when: 'now', run: preloadAfterStart },
]

/** Starts all tasks for this path. Deferred tasks start one after the other. A failed or slow task does not block the others. */
export async function startUp(path: string, entries: readonly StartUpEntry[] = START_UP_TASKS): Promise<void> {
  const entriesFor = (when: StartUpEntry['when']) => entries.filter((entry) => entry.when === when && entry.isFor(path))
  for (const entry of entriesFor('now')) void startEntry(entry)
  await startEachWhenIdle(entriesFor('idle'))
  await new Promise((resolve) => setTimeout(resolve, LATER_AFTER_MS))
  await startEachWhenIdle(entriesFor('later'))
}

async function startEachWhenIdle(entries: readonly StartUpEntry[]): Promise<void> {
  for (const entry of entries) {
    await untilIdle()
    void startEntry(entry)
  }
}

async function preloadAfterStart(): Promise<void> {
  const untilQuiet = watchForQuiet()
  await new Promise((resolve) => setTimeout(resolve, PRELOAD_AFTER_MS))
  startPreloading(untilQuiet)
}

async function startEntry({ name, run }: StartUpEntry): Promise<void> {
  try {
    await run()
  } catch (error) {
    console.warn(`${name} was not loaded at startup.`, error)
  }
}

/** Loads the recommended articles and the tags in advance, also for offline use. */
async function prefetchArticles(): Promise<void> {
  const { ONLY_QUERY, hotAnswers, tagAnswers } = await import('#src/content/articles/article-answers.ts')
  await Promise.all([hotAnswers.need(ONLY_QUERY), tagAnswers.need(ONLY_QUERY)])
}

/** Loads the prices in advance, also for offline use. */
async function prefetchCatalogue(): Promise<void> {
  const { ensureCatalogue } = await import('#src/billing/catalogue.ts')
  ensureCatalogue()
}

/** Loads the effect that the user chose last, because the effect form starts with it. */
async function recallLastEffect(): Promise<void> {
  const { lastTemplate } = await import('#src/create/last-template.ts')
  await lastTemplate.recall()
}
