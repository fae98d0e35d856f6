import type { ListName, ListState } from './create-template-lists.ts'
import { startTransition, useEffect, useState } from 'react'
import { snapshot, subscribe } from '#src/platform/state.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { loadTemplates, templateLists } from './template-lists.ts'

/** How often a screen looks whether its shelf is due, in ms; the shelf itself knows when it is. */
const LOOK_EVERY_MS = 15_000

interface Shown {
  readonly shelf: ListName
  readonly state: Readonly<ListState>
}

/** A shelf, loaded and kept fresh while somebody looks at it. A list that arrives is drawn in slices, between which the page can answer. */
export function useTemplates(shelf: ListName): Readonly<ListState> {
  const [shown, setShown] = useState<Shown>(() => ({ shelf, state: stateOf(shelf) }))
  useEffect(() => {
    const show = () => startTransition(() => setShown((before) => next(before, shelf)))
    show()
    return subscribe(templateLists, show)
  }, [shelf])
  useEffect(() => keepTemplatesFresh(shelf), [shelf])
  return shown.shelf === shelf ? shown.state : stateOf(shelf)
}

function next(before: Shown, shelf: ListName): Shown {
  const state = stateOf(shelf)
  return before.state === state ? before : { shelf, state }
}

function stateOf(shelf: ListName): Readonly<ListState> {
  return snapshot(templateLists)[shelf] as Readonly<ListState>
}

/** Loads a shelf now, when the connection or the page comes back, and while some of its videos are still being made. Returns how to stop. */
function keepTemplatesFresh(shelf: ListName): () => void {
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
