import type { ListName, ListState } from './template-reader.ts'
import { startTransition, useEffect, useState } from 'react'
import { snapshot, subscribe, hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { loadTemplates, templateLists } from './template-lists.ts'

/** The interval at which a screen checks for outdated lists, in ms. */
const LOOK_EVERY_MS = 15_000

interface Shown {
  readonly shelf: ListName
  readonly state: Readonly<ListState>
}

/** A list that is loaded, and reloaded when outdated, while it is shown. New items render in slices, so that the page stays responsive. */
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

/**
 * Loads a list now, after a reconnect or the return to the page, and while some of its videos are being made. Returns a function that stops
 * it.
 */
function keepTemplatesFresh(shelf: ListName): () => void {
  const load = () => void loadTemplates(shelf)
  const loadWhenSeen = () => {
    if (document.visibilityState === 'visible') load()
  }
  const timer = setInterval(() => {
    if (templateLists[shelf].items.some(({ movieUrl }) => movieUrl === null)) loadWhenSeen()
  }, LOOK_EVERY_MS)
  let wasOnline = hubState.connection.isOnline
  const stopFollowing = subscribeKeys(hubState, ['connection'], () => {
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
