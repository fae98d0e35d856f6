import type { Shelf } from './template-shelves.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { subscribe } from '#src/lib/state.ts'
import { loadTemplates, templateLists } from './template-lists.ts'

/** How often a screen looks whether its shelf is due, in ms; the shelf itself knows when it is. */
const LOOK_EVERY_MS = 15_000

/** Loads a shelf now, when the connection or the page comes back, and while some of its videos are still being made. Returns how to stop. */
export function keepTemplatesFresh(shelf: Shelf): () => void {
  const load = () => void loadTemplates(shelf)
  const loadWhenSeen = () => {
    if (document.visibilityState === 'visible') load()
  }
  const timer = setInterval(() => {
    if (templateLists[shelf].items.some(({ movieUrl }) => movieUrl === null)) loadWhenSeen()
  }, LOOK_EVERY_MS)
  let wasOnline = hubState.connection.isOnline
  const stopFollowing = subscribe(hubState, () => {
    const isBack = hubState.connection.isOnline && !wasOnline
    wasOnline = hubState.connection.isOnline
    if (isBack) load()
  })
  document.addEventListener('visibilitychange', loadWhenSeen)
  load()
  return () => {
    clearInterval(timer)
    stopFollowing()
    document.removeEventListener('visibilitychange', loadWhenSeen)
  }
}
